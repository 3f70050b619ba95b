// The protection of files that are there. `FileManager`'s own attributes know nothing of it on Linux.
public import FoundationEssentials
import Glibc

extension FileManager {
  /// The protection of a file; nil for one that is no protected file. The device may be locked.
  public func protection(ofItemAtPath path: String) throws(ProtectionError) -> FileProtectionType? {
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw .system(.open, path: path, errno: errno) }
    let descriptor = Descriptor(opened)
    do throws(ProtectionError) {
      return try FileHeader(of: descriptor, path: path).protection.type
    } catch .notProtected {
      return nil
    }
  }

  /// Writes a file again with another protection; an ordinary file becomes a protected one.
  public func setProtection(
    _ protection: FileProtectionType, ofItemAtPath path: String, keys: any KeySource = ProtectedData.keys
  ) throws(ProtectionError) {
    let url = URL(filePath: path)
    let present = try self.protection(ofItemAtPath: path)
    if present?.rawValue == protection.rawValue { return }
    if present == nil {
      return try contents(ofOrdinary: url).write(to: url, protection: protection, keys: keys)
    }
    let old = try ProtectedFile(forReadingFrom: url, keys: keys)
    let new = try ProtectedFileWriter(for: url, protection: protection, keys: keys)
    let piece = 1 << 20
    for offset in stride(from: 0, to: old.size, by: piece) { try new.write(old.read(from: offset, count: piece)) }
    try new.close()
  }

  private func contents(ofOrdinary url: URL) throws(ProtectionError) -> Data {
    do { return try Data(contentsOf: url) } catch { throw .system(.read, path: url.path, errno: EIO) }
  }
}
