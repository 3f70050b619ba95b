// The machine's own paths that every app may use, kept open from one launch to the next.
import Glibc
import Linux
import Synchronization
import SystemPackage

/// A launch opens some twenty places that are the same for every app. The kernel says when a mount has changed, which is
/// how an update of the system is laid over the old one (systemd-sysext(8), OSTree); then they are opened anew. A path that
/// was not there is looked for each time.
package nonisolated final class SystemPlaces: Sendable {
  private typealias Opened = (Sandbox.Rule, Result<OpenPlace, OpenPlace.Problem>)

  private struct Kept {
    var places: [String: OpenPlace] = [:]
    /// Those of the launch before: most apps have the same array of them, which a look at its address shows.
    var last: (rules: [Sandbox.Rule], opened: [Opened]) = ([], [])
    /// /proc/self/mountinfo.
    var mounts: CInt?
    var folders: Folders?

    /// Since it was asked last; true as well where nobody can tell.
    mutating func haveMountsChanged() -> Bool {
      guard let mounts else {
        mounts = try? Sys.open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        return true
      }
      return (try? Sys.hasUrgentNews(mounts)) ?? true
    }

    mutating func open(_ rule: Sandbox.Rule) -> Opened {
      if let place = places[rule.path] { return (rule, .success(place)) }
      let place = Result { () throws(OpenPlace.Problem) in try OpenPlace(rule) }
      if mounts != nil, case .success(let place) = place { places[rule.path] = place }
      return (rule, place)
    }
  }

  /// The daemon's own directories without links, the tree of its cgroups, and the places of its PATH that touch none of them.
  package struct Folders: Sendable {
    package let own: [String]
    package let installed: [String]
  }

  private let kept = Mutex(Kept())

  package init() {}

  deinit { kept.withLock { if let mounts = $0.mounts { try? Sys.close(mounts) } } }

  /// They stay as they are until the daemon ends, so that only the first launch asks where they are.
  ///
  /// - Parameter cgroups: ``Cgroups/tree``; nil where apps have none.
  package func folders(
    state: String, runtime: String, cgroups: String? = nil, installed: [Sandbox.Installed]
  ) -> Folders {
    kept.withLock { kept in
      if let folders = kept.folders { return folders }
      let (realState, realRuntime) = (realPath(state), realPath(runtime))
      let own = [realState ?? state, realRuntime ?? runtime] + [cgroups].compactMap(\.self)
      let folders = Folders(
        own: own, installed: installed.filter { !Sandbox.touches($0.real, own) }.map(\.path))
      if realState != nil, realRuntime != nil { kept.folders = folders }
      return folders
    }
  }

  func open(_ rules: [Sandbox.Rule]) -> [(Sandbox.Rule, Result<OpenPlace, OpenPlace.Problem>)] {
    kept.withLock { kept in
      if kept.haveMountsChanged() { (kept.places, kept.last) = ([:], ([], [])) }
      guard kept.mounts != nil, kept.last.rules == rules else {
        kept.last = (rules, rules.map { kept.open($0) })
        return kept.last.opened
      }
      for place in kept.last.opened.indices {
        if case .failure = kept.last.opened[place].1 { kept.last.opened[place] = kept.open(rules[place]) }
      }
      return kept.last.opened
    }
  }
}
