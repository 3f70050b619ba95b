// A file on its way: nobody sees it before it is whole and on disk.
import FoundationEssentials
import Glibc

/// Takes the place of the file at its path in one step, by rename(2), or leaves no trace.
struct PendingFile: ~Copyable {
  private let path: String
  private let folder: String
  private let descriptor: Descriptor
  /// Nil while the file has no name, and so goes with the process (O_TMPFILE, open(2)).
  private var name: String?

  /// `__O_TMPFILE` of asm-generic/fcntl.h, which Swift does not import; it comes with O_DIRECTORY.
  private static let unnamed = 0o20000000 | O_DIRECTORY

  init(replacing path: String) throws(ProtectionError) {
    self.path = path
    folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    var opened = open(folder, Self.unnamed | O_WRONLY | O_CLOEXEC, 0o600)
    if opened < 0, errno == EOPNOTSUPP || errno == EISDIR {
      let fresh = Self.freshName(in: folder)
      opened = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      name = fresh
    }
    guard opened >= 0 else { throw .system(.write, path: path, errno: errno) }
    descriptor = Descriptor(opened)
  }

  deinit { if let name { unlink(name) } }

  func write(_ data: Data) throws(ProtectionError) {
    var written = 0
    while written < data.count {
      let count = data.withUnsafeBytes {
        Glibc.write(descriptor.number, $0.baseAddress.map { $0 + written }, data.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(.write, path: path, errno: errno) }
      written += count
    }
  }

  /// On disk, then under its name, then the name on disk.
  mutating func commit() throws(ProtectionError) {
    guard fsync(descriptor.number) == 0 else { throw .system(.write, path: path, errno: errno) }
    let complete: String
    if let name {
      complete = name
    } else {
      complete = Self.freshName(in: folder)
      guard linkat(AT_FDCWD, "/proc/self/fd/\(descriptor.number)", AT_FDCWD, complete, AT_SYMLINK_FOLLOW) == 0 else {
        throw .system(.write, path: path, errno: errno)
      }
      name = complete
    }
    guard rename(complete, path) == 0 else { throw .system(.replace, path: path, errno: errno) }
    name = nil
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw .system(.replace, path: path, errno: errno) }
    defer { close(directory) }
    guard fsync(directory) == 0 else { throw .system(.replace, path: path, errno: errno) }
  }

  private static func freshName(in folder: String) -> String {
    "\(folder)/.roost-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
  }
}
