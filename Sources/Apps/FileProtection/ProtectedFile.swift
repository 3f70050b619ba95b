// Reading a protected file, whole or in parts.
import Crypto
public import FoundationEssentials
import Glibc

/// A protected file that is open for reading, by any number of threads at once.
///
/// It stays the file that was opened when another takes its place. A file of class `complete` cannot be read on when
/// the device is locked; one of the other classes can.
public final class ProtectedFile: Sendable {
  /// Bytes of its content.
  public let size: Int
  public let protection: ProtectionClass
  private let path: String
  private let descriptor: Descriptor
  private let layout: ChunkLayout
  private let chunkSize: Int
  private let key: OpenKey

  /// Opens the file at `url` and sees that it is there to its end.
  public init(forReadingFrom url: URL, keys: any KeySource = ProtectedData.keys) throws(ProtectionError) {
    let path = url.path
    // O_NONBLOCK, since opening a FIFO would wait for its writer (fifo(7)).
    let opened = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw .system(.open, path: path, errno: errno) }
    descriptor = Descriptor(opened)
    self.path = path
    let header = try FileHeader(of: descriptor, path: path)
    protection = header.protection
    chunkSize = header.chunkSize
    var status = stat()
    guard fstat(opened, &status) == 0 else { throw .system(.open, path: path, errno: errno) }
    let stored = Int(status.st_size) - FileHeader.size
    guard let layout = ChunkLayout(stored: stored, chunkSize: chunkSize) else {
      throw .damaged(path: path, .length)
    }
    self.layout = layout
    size = layout.size
    let fileKey = try header.fileKey(path: path, keys: keys)
    key = OpenKey(header, fileKey, path: path, keys: keys)
    // Only the true last chunk opens as the last: nothing after it is missing.
    _ = try chunk(layout.count - 1, fileKey)
  }

  /// The content from `offset` on, `count` bytes or as many as there are. All of it is as it was written, or none.
  public func read(from offset: Int = 0, count: Int = .max) throws(ProtectionError) -> Data {
    let start = min(max(offset, 0), size)
    let end = start + min(max(count, 0), size - start)
    guard start < end else { return Data() }
    let fileKey = try key.get()
    var content = Data(capacity: end - start)
    for number in start / chunkSize...(end - 1) / chunkSize {
      let plain = try chunk(number, fileKey)
      let first = number * chunkSize
      content += plain[max(start - first, 0)..<min(end - first, plain.count)]
    }
    return content
  }

  private func chunk(_ number: Int, _ key: SymmetricKey) throws(ProtectionError) -> Data {
    let (offset, count) = layout.place(of: number)
    let stored = try descriptor.bytes(from: offset, count: count, path: path)
    guard stored.count == count else { throw .damaged(path: path, .length) }
    return try ChunkCipher.open(stored, number: number, isLast: layout.isLast(number), key: key, path: path)
  }
}
