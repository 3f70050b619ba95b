// Asks the kernel, once, what it can hold apps to.
package import Linux
package import Seccomp
package import SystemPackage

package nonisolated struct SandboxSupport: Sendable {
  /// The version, or why there is none.
  package let landlock: Result<Int, Errno>
  /// The filter of every app, or why there is none.
  private let filter: Result<SystemCallFilter, Errno>

  package static func find() -> SandboxSupport {
    SandboxSupport(
      landlock: Result { () throws(Errno) in try LandlockRuleset.version() },
      filter: Result { () throws(Errno) in try SystemCallFilter.make() })
  }

  package var hasLandlock: Bool { (try? landlock.get()) != nil }
  package var hasFilter: Bool { (try? filter.get()) != nil }
  package var confinement: Confinement { Confinement(filter: try? filter.get()) }

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

/// An app that is not launched, since `sandbox = "require"` and this machine cannot do it.
package nonisolated struct SandboxMissing: Error, CustomStringConvertible {
  let gap: Gap

  package init(_ gap: Gap) { self.gap = gap }

  package var description: String { "sandbox = \"require\" in [apps], but \(gap.sentence)" }
}
