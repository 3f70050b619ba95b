// An app's output in its file: the daemon may cut it shorter, or put it aside for a new one.
import Glibc

struct AppOutputFile {
  /// Bytes that are read at once. The daemon leaves an app 8 MiB, but an app may make a hole of any size between two looks.
  private static let most: Int64 = 16 << 20

  private let path: String
  private var offset: Int64
  private var file: UInt64?
  private var buffer = LineBuffer()

  /// From the end, as it is now.
  init(endOf path: String) throws(CommandFailure) {
    self.path = path
    let status = try Self.status(path)
    (offset, file) = (Int64(status?.st_size ?? 0), status.map { UInt64($0.st_ino) })
  }

  init(_ path: String) {
    (self.path, offset) = (path, 0)
  }

  mutating func read() throws(CommandFailure) -> [OutputLine] { lines(of: try bytes()[...]) }

  /// Lines that are whole with these bytes.
  mutating func lines(of bytes: ArraySlice<UInt8>) -> [OutputLine] {
    buffer.take(bytes).map { OutputLine(text: $0, time: nil) }
  }

  /// The bytes that have been written since the last call.
  mutating func bytes() throws(CommandFailure) -> [UInt8] {
    // There is none before the first launch.
    guard let status = try Self.status(path) else { return [] }
    if file != UInt64(status.st_ino) || status.st_size < offset { (file, offset) = (UInt64(status.st_ino), 0) }
    guard status.st_size > offset else { return [] }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.unable(path, errno) }
    defer { close(descriptor) }
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    // No further than it reaches now: an app may write faster than we read.
    let end = min(Int64(status.st_size), offset + Self.most)
    if end < status.st_size {
      Terminal.complain("roostctl: \(path) is longer than \(Self.most >> 20) MiB; show the rest with tail(1)")
    }
    while offset < end {
      let count = pread(descriptor, &bytes, bytes.count, off_t(offset))
      if count < 0, errno != EINTR { throw Self.unable(path, errno) }
      if count == 0 { break }
      if count > 0 {
        offset += Int64(count)
        all += bytes[..<count]
      }
    }
    return all
  }

  /// A last line without an end.
  mutating func end() -> [OutputLine] { buffer.end().map { OutputLine(text: $0, time: nil) } }

  /// Nil where there is no such file.
  private static func status(_ path: String) throws(CommandFailure) -> stat? {
    var status = stat()
    if stat(path, &status) == 0 { return status }
    if errno == ENOENT { return nil }
    throw unable(path, errno)
  }

  private static func unable(_ path: String, _ number: Int32) -> CommandFailure {
    .refused(
      "unable to read \(path): \(String(cString: strerror(number))); it belongs to the app's user, so ask as root")
  }
}
