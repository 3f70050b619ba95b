// An open file of the kernel's.
import FoundationEssentials
import Glibc

/// Closes when nobody uses it any more.
final class Descriptor: Sendable {
  let number: CInt

  init(_ number: CInt) { self.number = number }

  deinit { close(number) }

  /// Fewer than `count` bytes where the file ends.
  func bytes(from offset: Int, count: Int, path: String) throws(ProtectionError) -> Data {
    var data = Data(count: count)
    var filled = 0
    while filled < count {
      let got = data.withUnsafeMutableBytes {
        pread(number, $0.baseAddress.map { $0 + filled }, count - filled, offset + filled)
      }
      if got < 0, errno == EINTR { continue }
      if got < 0, errno == EISDIR { throw .notProtected(path: path) }
      guard got >= 0 else { throw .system(.read, path: path, errno: errno) }
      if got == 0 { break }
      filled += got
    }
    return data.prefix(filled)
  }
}
