// A SIGSTOP that a thread has not taken yet, as /proc/PID/task/TID/status shows it.
import Glibc
import Linux
import SystemPackage

/// The lines of that file about stops (proc(5)). It is dear to make for the kernel, so it is read only where stat cannot tell.
nonisolated struct PendingStop: Equatable {
  let state: ProcessStatus.State
  /// For the thread itself, or for whichever thread of its process comes first.
  let isPending: Bool

  /// Nil when the text is not of that shape.
  init?(_ text: [UInt8]) {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    func value(_ key: String) -> ArraySlice<UInt8>? {
      lines.first { $0.starts(with: key.utf8) }?.dropFirst(key.utf8.count).drop { $0 <= UInt8(ascii: " ") }
    }
    guard let letter = value("State:")?.first, let own = value("SigPnd:").flatMap(Self.signals),
      let shared = value("ShdPnd:").flatMap(Self.signals)
    else { return nil }
    state = ProcessStatus.State(letter)
    isPending = (own | shared) & 1 << UInt64(SIGSTOP - 1) != 0
  }

  /// A set of signals in hexadecimal, the first signal in the lowest bit.
  private static func signals(_ digits: ArraySlice<UInt8>) -> UInt64? {
    UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// - Throws: `ENOENT` or `ESRCH` when the thread is gone.
  @MainActor init(pid: pid_t, thread: pid_t, kernel: Kernel) throws(Errno) {
    let text = try kernel.readFile("/proc/\(pid)/task/\(thread)/status")
    guard let status = PendingStop(text) else { throw .badMessage }
    self = status
  }
}
