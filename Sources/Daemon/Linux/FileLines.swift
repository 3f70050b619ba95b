// Reading a long file of /proc line by line, without having all of it in memory.
import Glibc
package import SystemPackage

/// The lines of a file, each without the newline at its end; the file is closed with the value.
package nonisolated struct FileLines: ~Copyable {
  private let descriptor: CInt
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)
  /// The bytes that have been read and not been given out.
  private var unread = 0..<0
  private let limit: Int
  package private(set) var bytesRead = 0

  /// - Parameter limit: the bytes after which the file counts as over, and a line that has not ended by then as none.
  package init(_ path: String, atMost limit: Int = .max) throws(Errno) {
    descriptor = try Sys.open(path, O_RDONLY | O_CLOEXEC)
    self.limit = limit
  }

  deinit { try? Sys.close(descriptor) }

  /// Nil after the last.
  package mutating func next() throws(Errno) -> ArraySlice<UInt8>? {
    while true {
      if let end = buffer[unread].firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread = end + 1..<unread.upperBound }
        return buffer[unread.lowerBound..<end]
      }
      guard bytesRead < limit else { return nil }
      makeRoom()
      let count = try Sys.read(descriptor, into: &buffer, from: unread.upperBound)
      bytesRead += count
      if count == 0 {
        defer { unread = 0..<0 }
        return unread.isEmpty ? nil : buffer[unread]
      }
      unread = unread.lowerBound..<unread.upperBound + count
    }
  }

  private mutating func makeRoom() {
    if unread.lowerBound > 0 {
      buffer.replaceSubrange(0..<unread.count, with: buffer[unread])
      unread = 0..<unread.count
    }
    if unread.count == buffer.count { buffer.append(contentsOf: repeatElement(0, count: buffer.count)) }
  }
}
