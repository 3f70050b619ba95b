// Signals as bytes in a pipe, so that one poll(2) waits for them and for everything else.
import Glibc
import Synchronization

struct SignalPipe {
  /// The end that handlers write to: they are C functions, and know nothing but globals.
  private static let end = Atomic<Int32>(-1)

  let descriptor: Int32

  /// Nil where no pipe can be made.
  init?(_ signals: [Int32]) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    Self.end.store(ends[1], ordering: .sequentiallyConsistent)
    for number in signals {
      // write(2) may be called in a handler (signal-safety(7)), and must not change the errno of what it interrupts.
      signal(number) { number in
        let before = errno
        var byte = UInt8(number)
        _ = write(SignalPipe.end.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = before
      }
    }
  }

  /// The signals that have come.
  func read() -> [Int32] {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    return count > 0 ? buffer[..<count].map(Int32.init) : []
  }
}
