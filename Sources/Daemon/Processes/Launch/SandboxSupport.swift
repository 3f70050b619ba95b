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

  package func confinement(of entitlements: Entitlements) -> Confinement {
    let filters = try? filters.get()
    return Confinement(
      filter: filters?.all, loggedFilter: filters?.missing[FilteredEntitlement.missing(in: entitlements)])
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
  /// That of every app.
  let all: SystemCallFilter
  /// By what bundles do not ask for: small ones, so that an app which asks for no less than others has one filter alone.
  let missing: [Set<FilteredEntitlement>: SystemCallFilter]

  init() throws(Errno) {
    all = try SystemCallFilter.make()
    var missing: [Set<FilteredEntitlement>: SystemCallFilter] = [:]
    for combination in FilteredEntitlement.combinations {
      missing[Set(combination)] = try SystemCallFilter.make(denying: combination.flatMap(\.denials))
    }
    self.missing = missing
  }
}

/// An entitlement whose lack a filter of system calls makes felt.
private nonisolated enum FilteredEntitlement: CaseIterable {
  case network, programs

  /// Those that a filter is for.
  static let combinations: [[FilteredEntitlement]] = [[.network], [.programs], [.network, .programs]]

  var denials: [Denial] {
    switch self {
    case .network: Denial.network
    case .programs: Denial.memoryPrograms
    }
  }

  static func missing(in entitlements: Entitlements) -> Set<FilteredEntitlement> {
    Set(allCases.filter { !$0.isIn(entitlements) })
  }

  private func isIn(_ entitlements: Entitlements) -> Bool {
    switch (self, entitlements.network, entitlements.programs) {
    case (.network, .closed, _), (.programs, _, .bundle): false
    case (.network, .client, _), (.network, .server, _), (.programs, _, .any): true
    }
  }
}

/// An app that is not launched, since `sandbox = "require"` and this machine cannot do it.
package nonisolated struct SandboxMissing: Error, CustomStringConvertible {
  let gap: Gap

  package init(_ gap: Gap) { self.gap = gap }

  package var description: String { "sandbox = \"require\" in [apps], but \(gap.sentence)" }
}
