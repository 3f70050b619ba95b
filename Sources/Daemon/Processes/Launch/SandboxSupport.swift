// Asks the kernel, once, what it can hold apps to.
package import Bundles
import Linux
import Seccomp
package import SystemPackage

package nonisolated struct SandboxSupport: Sendable {
  /// The version, or why there is none.
  package let landlock: Result<Int, Errno>
  /// The filters of apps, or why there are none.
  private let filters: Result<Filters, Errno>

  package static func find() -> SandboxSupport {
    SandboxSupport(
      landlock: Result { () throws(Errno) in try LandlockRuleset.version() },
      filters: Result { () throws(Errno) in try Filters() })
  }

  package var hasLandlock: Bool { (try? landlock.get()) != nil }
  package var hasFilter: Bool { (try? filters.get()) != nil }

  /// - Parameters:
  ///   - isSealed: whether it has a cgroup, which is frozen when the app is suspended.
  ///   - hasOwnUser: whether its user is nobody else's.
  package func confinement(of entitlements: Entitlements, isSealed: Bool, hasOwnUser: Bool) -> Confinement {
    let filters = try? filters.get()
    let main = hasOwnUser ? filters?.ofOwnUser : filters?.ofSharedUser
    return Confinement(
      filter: isSealed ? main?.sealed : main?.unsealed,
      loggedFilter: filters?.missing[FilteredEntitlements(missingIn: entitlements).rawValue])
  }

  /// What the kernel lacks.
  package var gaps: [Gap] {
    var gaps: [Gap] = []
    switch landlock {
    case .success(let version): if version < Gap.newestLandlock { gaps.append(.oldLandlock(version: version)) }
    case .failure(let error): gaps.append(.noLandlock(error))
    }
    if case .failure(let error) = filters { gaps.append(.noFilter(error)) }
    return gaps
  }
}

/// All of them or none: an app that lacks one of its filters would have more than its bundle asks for.
private nonisolated struct Filters: Sendable {
  struct Main {
    /// That of every app with a cgroup.
    let sealed: SystemCallFilter
    /// That of every other.
    let unsealed: SystemCallFilter

    init(_ denials: [Denial]) throws(Errno) {
      sealed = try SystemCallFilter.make(denying: denials)
      unsealed = try SystemCallFilter.make(denying: denials + Denial.unsealed)
    }
  }

  let ofOwnUser: Main
  /// That of apps whose user is also the daemon's, or another app's.
  let ofSharedUser: Main
  /// By what bundles do not ask for, in the order of ``FilteredEntitlements``: small ones, whose refusals are in the
  /// kernel's audit log. The first is of no use: an app that asks for all has one filter alone.
  let missing: [SystemCallFilter?]

  init() throws(Errno) {
    ofOwnUser = try Main(DaemonFilter.leftToApps)
    ofSharedUser = try Main(DaemonFilter.leftToApps + Denial.neighbours)
    var missing: [SystemCallFilter?] = [nil]
    for combination in 1...FilteredEntitlements.all.rawValue {
      missing.append(try SystemCallFilter.make(denying: FilteredEntitlements(rawValue: combination).denials))
    }
    self.missing = missing
  }
}

/// Entitlements whose lack a filter of system calls makes felt.
private nonisolated struct FilteredEntitlements: OptionSet {
  let rawValue: Int

  static let network = FilteredEntitlements(rawValue: 1)
  static let programs = FilteredEntitlements(rawValue: 2)
  static let debugging = FilteredEntitlements(rawValue: 4)
  static let all: FilteredEntitlements = [.network, .programs, .debugging]

  init(rawValue: Int) { self.rawValue = rawValue }

  init(missingIn entitlements: Entitlements) {
    self = []
    switch entitlements.network {
    case .closed: insert(.network)
    case .client, .server: break
    }
    switch entitlements.programs {
    case .bundle: insert(.programs)
    case .any: break
    }
    if !entitlements.isDebuggable { insert(.debugging) }
  }

  var denials: [Denial] {
    (contains(.network) ? Denial.network : []) + (contains(.programs) ? Denial.memoryPrograms : [])
      + (contains(.debugging) ? Denial.debugging : [])
  }
}

/// An app that is not launched, since `sandbox = "require"` and this machine cannot do it.
package nonisolated struct SandboxMissing: Error, CustomStringConvertible {
  let gap: Gap

  package init(_ gap: Gap) { self.gap = gap }

  package var description: String { "sandbox = \"require\" in [apps], but \(gap.sentence)" }
}
