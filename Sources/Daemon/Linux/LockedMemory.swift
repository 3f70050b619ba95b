// The daemon's memory stays in memory, so that a machine which has none left still runs the program that ends the shortage.
import Glibc

package nonisolated enum LockedMemory {
  /// CAP_IPC_LOCK of capabilities(7).
  private static let capability: UInt64 = 14

  /// Keeps all that the daemon touches, its program included; the kernel would otherwise read it back from a busy disk
  /// (mlockall(2)). The programs that it starts do not inherit that.
  ///
  /// To be called when the daemon has started: the code that it has run until then is not kept.
  ///
  /// Only with the capability: under a limit a daemon that came to it could map no more memory.
  package static func lock() {
    try? ProgramCode.giveBack()
    guard let mask = EffectiveCapabilities.mask, mask & 1 << capability != 0 else { return }
    try? Sys.lockMemory()
  }
}
