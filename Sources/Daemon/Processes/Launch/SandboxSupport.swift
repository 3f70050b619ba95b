// Asks the kernel, once, what it can hold apps to.
package import Bundles
package import Linux
package import Seccomp
package import SystemPackage

package nonisolated struct SandboxSupport: Sendable {
  /// The version, or why there is none.
  package let landlock: Result<Int, Errno>
  /// The filter of every app, or why there is none.
  private let filter: Result<SystemCallFilter, Errno>
  /// By what bundles do not ask for: small ones, so that an app which asks for no less than others has one filter alone.
  private let filters: [Set<FilteredEntitlement>: SystemCallFilter]

  package static func find() -> SandboxSupport {
    SandboxSupport(
      landlock: Result { () throws(Errno) in try LandlockRuleset.version() },
      filter: Result { () throws(Errno) in try SystemCallFilter.make() },
      filters: FilteredEntitlement.combinations.reduce(into: [:]) { filters, missing in
        filters[Set(missing)] = try? SystemCallFilter.make(denying: missing.flatMap(\.denials))
      })
  }

  package var hasLandlock: Bool { (try? landlock.get()) != nil }
  package var hasFilter: Bool { (try? filter.get()) != nil }

  package func confinement(of entitlements: Entitlements) -> Confinement {
    Confinement(filter: try? filter.get(), loggedFilter: filters[FilteredEntitlement.missing(in: entitlements)])
  }

  /// What the kernel lacks.
  package var gaps: [Gap] {
    var gaps: [Gap] = []
    switch landlock {
    case .success(let version): if version < Gap.newestLandlock { gaps.append(.oldLandlock(version: version)) }
    case .failure(let error): gaps.append(.noLandlock(error))
    }
    if case .failure(let error) = filter { gaps.append(.noFilter(error)) }
    return gaps
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
