// The environment's word on what is logged, and who may read it.

import Glibc

/// By the variables that Xcode sets for the same.
struct LogMode: Sendable {
  /// `OS_ACTIVITY_MODE=disable`.
  let isSilent: Bool
  /// Which messages that iOS keeps in memory alone are in the journal too: `OS_ACTIVITY_MODE=info` or `debug`.
  let keepsInfo: Bool
  let keepsDebug: Bool
  /// `OS_ACTIVITY_DT_MODE` is set: private values can be read, as in Xcode's console.
  let showsPrivate: Bool

  static let current = LogMode { name in getenv(name).map { String(cString: $0) } }

  init(_ environment: (String) -> String?) {
    let mode = environment("OS_ACTIVITY_MODE")
    isSilent = mode == "disable"
    keepsDebug = mode == "debug"
    keepsInfo = mode == "debug" || mode == "info"
    showsPrivate = environment("OS_ACTIVITY_DT_MODE") != nil
  }

  /// Whether a message of this type is in the journal.
  func keeps(_ type: OSLogType) -> Bool {
    switch type {
    case .debug: keepsDebug
    case .info: keepsInfo
    default: true
    }
  }
}
