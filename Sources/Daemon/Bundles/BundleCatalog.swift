// The catalog of installed apps: roostd looks for bundles in the app directories at start and at `roostctl reload`.
package import LifecycleModel
import Linux
package import Settings
import SystemPackage

/// The installed apps by their identifier. One bad bundle hides no other.
package nonisolated struct BundleCatalog: Sendable {
  /// The folders of the next ``scan()``.
  package var directories: [String]
  /// The folders in which it looks for desktop entries.
  package var desktop: DesktopSettings
  package private(set) var bundles: [AppID: AppBundle] = [:]
  /// The programs of `TryExec` that were not there when somebody looked last. The others count as installed: a file system that does
  /// not answer takes no app away.
  private var absent: Set<String> = []

  /// The changes between a scan and the one before it.
  package struct Changes: Equatable, Sendable {
    var added: [AppBundle] = []
    package var changed: [AppBundle] = []
    var removed: [AppID] = []
    /// The bundles that could not be used, or not in full, in the order they were found.
    package var problems: [BundleError] = []
    /// The programs that a scan does not look at, since it waits for no other file systems than those of bundles and of the system.
    package var elsewhere: [Unlooked] = []
  }

  /// A program that is to be looked at on a thread, and the bundle, or the desktop entry, that has named it.
  package struct Unlooked: Equatable, Sendable {
    package let bundle: String
    package let question: ProgramQuestion

    package init(_ bundle: String, _ question: ProgramQuestion) {
      self.bundle = bundle
      self.question = question
    }
  }

  /// Nothing is read before the first ``scan()``. Earlier directories win over later ones.
  package init(directories: [String], desktop: DesktopSettings = DesktopSettings()) {
    self.directories = directories
    self.desktop = desktop
  }

  /// Looks through all directories again. Of two bundles with one identifier the first found is kept, in the order of
  /// the directories and then of the names, and the other reported.
  package mutating func scan() -> Changes {
    var changes = Changes()
    var found: [AppID: AppBundle] = [:]
    for path in bundlePaths(&changes.problems) {
      do throws(BundleError) {
        guard let bundle = try read(path, &changes.elsewhere) else { continue }
        if let kept = found[bundle.app.id] {
          throw BundleError(bundle: path, .duplicate(bundle.app.id, kept: kept.path))
        }
        found[bundle.app.id] = bundle
        if try bundle.lookAtExecutable() == .elsewhere {
          changes.elsewhere.append(Unlooked(path, bundle.programQuestion))
        }
      } catch {
        changes.problems.append(error)
      }
    }
    // Of those that no entry names any more nobody would ever say that they are there again.
    absent.formIntersection(changes.elsewhere.map(\.question.path))
    keepUnread(changes.problems, &found)
    for bundle in found.values.sorted(by: { $0.app.id < $1.app.id }) {
      switch bundles[bundle.app.id] {
      case nil: changes.added.append(bundle)
      case bundle: break
      case .some: changes.changed.append(bundle)
      }
    }
    changes.removed = bundles.keys.filter { found[$0] == nil }.sorted()
    bundles = found
    return changes
  }

  /// Keeps bundles that an earlier scan found and this one could not read: a failing disk removes no app.
  private func keepUnread(_ problems: [BundleError], _ found: inout [AppID: AppBundle]) {
    var unread: Set<String> = []
    for problem in problems {
      if case .unreadable = problem.problem { unread.insert(FilePath(problem.bundle).string) }
    }
    guard !unread.isEmpty else { return }
    for bundle in bundles.values where found[bundle.app.id] == nil {
      // It, or the folder that it is in.
      let path = FilePath(bundle.path)
      let isUnread = unread.contains(path.string) || unread.contains(path.removingLastComponent().string)
      if isUnread, (try? FileStatus(of: bundle.path)) != nil { found[bundle.app.id] = bundle }
    }
  }

  /// Nil for a desktop entry that is no app.
  private func read(_ path: String, _ elsewhere: inout [Unlooked]) throws(BundleError) -> AppBundle? {
    guard path.hasSuffix(".desktop") else { return try AppBundle(path: path) }
    return try AppBundle(desktopEntry: path, desktop) { program in
      guard program.hasPrefix("/"), ProgramPath.isElsewhere(program) else { return ProgramPath.isInstalled(program) }
      elsewhere.append(Unlooked(path, .installed(program)))
      return !absent.contains(program)
    }
  }

  /// Takes note of whether the program of a `TryExec` is there. Returns whether that is news, by which a scan finds other apps.
  package mutating func note(_ program: String, isThere: Bool) -> Bool {
    isThere ? absent.remove(program) != nil : absent.insert(program).inserted
  }

  /// The bundle of `id`, if the kernel would run its executable now, as far as a first look tells.
  package func launchable(_ id: AppID) throws(BundleError) -> (bundle: AppBundle, look: Executable.FirstLook) {
    guard let bundle = bundles[id] else { throw BundleError(bundle: id.string, .notInstalled) }
    return (bundle, try bundle.lookAtExecutable())
  }

  /// Whether a scan looks at what has this name in an app directory.
  package static func isBundleName(_ name: String) -> Bool { name.hasSuffix(".app") && !name.hasPrefix(".") }

  private func bundlePaths(_ problems: inout [BundleError]) -> [String] {
    var paths: [String] = []
    var missing: [BundleError] = []
    for directory in directories {
      do throws(Errno) {
        let names = try Folder.names(in: directory).filter(Self.isBundleName)
        paths += names.sorted().map { "\(directory)/\($0)" }
      } catch {
        let problem = BundleError(bundle: directory, .unreadable("\(error)"))
        if error == .noSuchFileOrDirectory { missing.append(problem) } else { problems.append(problem) }
      }
    }
    // The default directories need not be there; but when none is, a person has mistyped one.
    if missing.count == directories.count { problems += missing }
    return paths + desktopEntries(&problems)
  }

  /// A person has named these directories, each of them.
  private func desktopEntries(_ problems: inout [BundleError]) -> [String] {
    var paths: [String] = []
    for directory in desktop.directories {
      do throws(Errno) {
        let names = try Folder.names(in: directory).filter { $0.hasSuffix(".desktop") && !$0.hasPrefix(".") }
        paths += names.sorted().map { "\(directory)/\($0)" }
      } catch {
        problems.append(BundleError(bundle: directory, .unreadable("\(error)")))
      }
    }
    return paths
  }
}
