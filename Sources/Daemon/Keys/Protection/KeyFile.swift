// Small files that must never be half written: the keys.
import Glibc
import Linux
import SystemPackage

nonisolated enum KeyFile {
  /// The bytes at `path`. A file that is not there is an error: keys that are lost are not made anew.
  package static func read(_ path: String) throws(KeyBagError) -> [UInt8] {
    do {
      return try SmallFile.read(path, limit: 4096)
    } catch {
      switch error {
      case .missing: throw .unusable(path: path, why: "is missing")
      case .notRegular, .tooLarge: throw .unusable(path: path, why: "is damaged: \(error)")
      case .system(_, let errno): throw .system(path: path, errno)
      }
    }
  }

  /// Puts `bytes` at `path`, readable for the daemon's user alone; they are on disk, or what was there before stays.
  package static func write(_ bytes: [UInt8], to path: String) throws(KeyBagError) {
    let fresh = path + ".new"
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(path: path, Errno(rawValue: errno)) }
    do throws(KeyBagError) {
      defer { close(descriptor) }
      try put(bytes, descriptor, path)
      guard fsync(descriptor) == 0, rename(fresh, path) == 0 else {
        throw .system(path: path, Errno(rawValue: errno))
      }
    } catch {
      unlink(fresh)
      throw error
    }
    try sync(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
  }

  static func makeFolder(_ path: String) throws(KeyBagError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system(path: path, Errno(rawValue: errno)) }
  }

  /// What was renamed or made in a folder is there after a power cut only once the folder itself is on disk (fsync(2)).
  package static func sync(_ folder: String) throws(KeyBagError) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(path: folder, Errno(rawValue: errno)) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .system(path: folder, Errno(rawValue: errno)) }
  }

  private static func put(_ bytes: [UInt8], _ descriptor: CInt, _ path: String) throws(KeyBagError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(path: path, Errno(rawValue: errno)) }
      written += count
    }
  }
}
