// Pipes between this program and its children, read a line at a time.
import Glibc

/// A pipe whose ends close with it. Both stand above the numbers that a child's channel has, so that giving one its
/// place there cannot overwrite the other.
final class Pipe {
  let reading: CInt
  private(set) var writing: CInt

  init() throws {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { throw BenchError.system(action: "make a pipe", errno: errno) }
    reading = fcntl(ends[0], F_DUPFD_CLOEXEC, 10)
    writing = fcntl(ends[1], F_DUPFD_CLOEXEC, 10)
    close(ends[0])
    close(ends[1])
  }

  deinit {
    close(reading)
    closeWriting()
  }

  /// So that its reader sees the end when the child's copy is closed as well.
  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }
}

/// Lines from a descriptor that someone else owns.
struct LineReader {
  private let descriptor: CInt
  private var received: [UInt8] = []

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// Nil at the end.
  mutating func next() -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      let chunk = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
        count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
      }
      guard !chunk.isEmpty else { return nil }
      received += chunk
    }
  }
}
