// The capabilities that root's daemon needs for apps of other users (capabilities(7)).

/// One that containers may have taken from root.
package nonisolated enum NeededCapability: UInt64, CaseIterable, Sendable {
  case chown = 0
  case dacOverride = 1
  case fowner = 3
  case kill = 5
  case setgid = 6
  case setuid = 7
  case sysPtrace = 19

  /// Those that this process lacks; none where the kernel does not tell.
  package static var missing: [NeededCapability] {
    EffectiveCapabilities.mask.map { missing(from: $0) } ?? []
  }

  static func missing(from effective: UInt64) -> [NeededCapability] {
    allCases.filter { effective & (1 << $0.rawValue) == 0 }
  }

  package var name: String {
    switch self {
    case .chown: "CAP_CHOWN"
    case .dacOverride: "CAP_DAC_OVERRIDE"
    case .fowner: "CAP_FOWNER"
    case .kill: "CAP_KILL"
    case .setgid: "CAP_SETGID"
    case .setuid: "CAP_SETUID"
    case .sysPtrace: "CAP_SYS_PTRACE"
    }
  }
}
