// A file that is written whole or not at all.
import Glibc
package import SystemPackage

package nonisolated enum AtomicFile {
  /// Puts `bytes` at `path`, readable for the daemon's user alone. They are written beside it and renamed: a reader sees
  /// what was there before or all that is new (rename(2)).
  ///
  /// - Parameters:
  ///   - draft: where they are written first, in the same folder; `path` with `.new` when nil, which must be nobody's own: where apps
  ///     give files their names, one may be called so. A file that an earlier daemon left half written there is overwritten.
  ///   - isSynced: whether they are on disk when this returns, file and folder; a power cut before may cost both the
  ///     old and the new.
  /// - Throws: why not; the file that was at `path` before is still there, unless its folder alone could not be synced.
  package static func write(
    _ bytes: some Sequence<UInt8>, to path: String, draft: String? = nil, isSynced: Bool
  ) throws(Errno) {
    let draft = draft ?? path + ".new"
    do throws(Errno) {
      try put(Array(bytes), at: draft, isSynced: isSynced)
      try Sys.rename(draft, path)
    } catch {
      try? Sys.unlink(draft)
      throw error
    }
    if isSynced { try Folder.sync(folder(of: path)) }
  }

  private static func put(_ bytes: [UInt8], at path: String, isSynced: Bool) throws(Errno) {
    // A draft that an earlier daemon left may have other permissions, which opening it would keep.
    try? Sys.unlink(path)
    let descriptor = try Sys.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    do throws(Errno) {
      try writeAll(bytes, to: descriptor)
      if isSynced { try Sys.fsync(descriptor) }
    } catch {
      try? Sys.close(descriptor)
      throw error
    }
    // A file system of the network tells only now that it is full (close(2)).
    try Sys.close(descriptor)
  }

  /// write(2) may take a part.
  private static func writeAll(_ bytes: [UInt8], to descriptor: CInt) throws(Errno) {
    var written = 0
    while written < bytes.count { written += try Sys.write(descriptor, bytes, from: written) }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
