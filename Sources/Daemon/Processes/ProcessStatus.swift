// One line of the kernel's view of a process or thread: /proc/PID/stat.
package import Glibc
import LifecycleModel
import Linux
package import SystemPackage

/// The members of /proc/PID/stat that are needed (proc(5)).
package nonisolated struct ProcessStatus: Equatable {
  /// The state letters of proc(5), as far as they differ for us.
  package enum State: Equatable {
    /// T: stopped by a signal, runs no code.
    case stopped
    /// t: stopped by a tracer, runs no code.
    case traced
    /// D: waits inside the kernel and takes a stop signal only afterwards, before it runs any code of its own.
    case uninterruptible
    /// Z, X or x.
    case dead
    /// R, S or I, or a letter of a later kernel.
    case running
  }

  package var state: State
  package var parent: pid_t
  /// Those that live, with the first, which may have ended.
  var threads: Int
  /// Clock ticks since boot.
  package var startTime: UInt64
  /// Clock ticks of user and system time, with those of the children it had waited for.
  var processorTicks: UInt64
  /// As waitpid(2) has it, of one that has ended.
  var waitStatus: Int32

  /// Nil when the text is not of that shape.
  package init?(_ text: [UInt8]) {
    // The second field is the executable's name in parentheses, and may itself contain both spaces and parentheses.
    guard let nameEnd = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    var fields = Fields(text: text[(nameEnd + 1)...])
    // Fields 3, 4, 14 to 17, 20, 22 and 52 of proc(5).
    guard let letter = fields.next()?.first, let parent = fields.next().flatMap(pid_t.init(digits:)) else { return nil }
    var (threads, startTime): (Int?, UInt64?) = (nil, nil)
    var ticks: UInt64 = 0
    var waitStatus: Int32 = 0
    var number = 5
    while number <= 52, let field = fields.next() {
      switch number {
      case 14...17: ticks &+= UInt64(digits: field) ?? 0
      case 20: threads = Int(digits: field)
      case 22: startTime = UInt64(digits: field)
      case 52: waitStatus = field.prefix { $0 != 0x0A }.reduce(0) { $0 &* 10 &+ Int32($1 &- 0x30) }
      default: break
      }
      number += 1
    }
    guard let threads, let startTime else { return nil }
    state = State(letter)
    self.parent = parent
    self.threads = threads
    self.startTime = startTime
    processorTicks = ticks
    self.waitStatus = waitStatus
  }

  /// One after the other, without an array of all.
  private struct Fields {
    var text: ArraySlice<UInt8>

    mutating func next() -> ArraySlice<UInt8>? {
      text = text.drop { $0 == UInt8(ascii: " ") }
      guard !text.isEmpty else { return nil }
      let field = text.prefix { $0 != UInt8(ascii: " ") }
      text = text[field.endIndex...]
      return field
    }
  }

  /// Whether no thread is left: the first may end before the others (pthread_exit(3)), and they go on.
  var hasEnded: Bool { state == .dead && threads <= 1 }

  /// The end of a zombie.
  var end: ProcessEnd? {
    guard hasEnded else { return nil }
    let signal = waitStatus & 0x7f
    let tick = 1_000_000_000 / UInt64(max(1, sysconf(CInt(_SC_CLK_TCK))))
    return ProcessEnd(
      status: signal == 0 ? .exited(code: waitStatus >> 8 & 0xff) : .signaled(signal), cpuTime: processorTicks &* tick)
  }
}

extension ProcessStatus.State {
  nonisolated init(_ letter: UInt8) {
    switch letter {
    case UInt8(ascii: "T"): self = .stopped
    case UInt8(ascii: "t"): self = .traced
    case UInt8(ascii: "D"): self = .uninterruptible
    case UInt8(ascii: "Z"), UInt8(ascii: "X"), UInt8(ascii: "x"): self = .dead
    default: self = .running
    }
  }
}

extension ProcessStatus {
  /// - Throws: `ENOENT` or `ESRCH` when the process is gone.
  @MainActor package init(pid: pid_t, kernel: Kernel) throws(Errno) {
    try self.init(path: "/proc/\(pid)/stat", kernel: kernel)
  }

  /// The status of one thread; that of a process is its first thread's.
  @MainActor package init(pid: pid_t, thread: pid_t, kernel: Kernel) throws(Errno) {
    try self.init(path: "/proc/\(pid)/task/\(thread)/stat", kernel: kernel)
  }

  @MainActor private init(path: String, kernel: Kernel) throws(Errno) {
    // One line, which the kernel gives as a whole (single_open()): the first read has it all.
    guard let status = ProcessStatus(try kernel.readStart(of: path, atLeast: 1)) else { throw .badMessage }
    self = status
  }
}

extension Errno {
  /// A read of /proc or a signal came after the process had gone, which is no failure: it happens all the time.
  nonisolated var isProcessGone: Bool { self == .noSuchFileOrDirectory || self == .noSuchProcess }
}
