// The capabilities that root's daemon needs for apps of other users (capabilities(7)).
import SystemPackage

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
    guard var lines = try? FileLines("/proc/self/status") else { return [] }
    while let line = try? lines.next() {
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("CapEff:\t") { return missing(from: text.dropFirst("CapEff:\t".count)) }
    }
    return []
  }

  /// - Parameter effective: a mask in hexadecimal, as in /proc/PID/status.
  static func missing(from effective: some StringProtocol) -> [NeededCapability] {
    guard let mask = UInt64(effective, radix: 16) else { return [] }
    return allCases.filter { mask & (1 << $0.rawValue) == 0 }
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
