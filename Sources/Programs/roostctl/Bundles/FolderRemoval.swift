// Removes a bundle with all that is in it, and nothing that a link in it leads to.
import Glibc

/// Whoever owns a folder of the bundle may exchange it for a link while it is removed, and the user may be root. So each name
/// is removed below an open folder, and no link is followed (openat(2), unlinkat(2)).
enum FolderRemoval {
  /// A descriptor each.
  private static let deepest = 400

  /// Nothing happens when there is none.
  static func remove(_ path: String) throws(CommandFailure) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard let name = parts.last else { return }
    let parent = (path.hasPrefix("/") ? "/" : "./") + parts.dropLast().joined(separator: "/")
    let folder = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw unable("remove \(path)", errno) }
    defer { close(folder) }
    try remove(Array(String(name).utf8CString), in: folder, path)
  }

  /// The same for a name in an open folder.
  static func remove(
    _ name: [CChar], in parent: CInt, _ path: String, _ depth: Int = 0
  ) throws(CommandFailure) {
    guard depth < deepest else { throw .refused("\(path) is too deep to be removed; `rm -r` removes it") }
    let folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      // A link, or no folder.
      guard errno == ELOOP || errno == ENOTDIR else {
        if errno == ENOENT { return }
        throw unable("remove \(path)", errno)
      }
      return try unlink(name, in: parent, path, 0)
    }
    defer { close(folder) }
    for entry in try FolderNames.of(folder, path) {
      try remove(entry.bytes, in: folder, "\(path)/\(entry.repaired)", depth + 1)
    }
    try unlink(name, in: parent, path, AT_REMOVEDIR)
  }

  private static func unlink(
    _ name: [CChar], in parent: CInt, _ path: String, _ flags: CInt
  ) throws(CommandFailure) {
    guard unlinkat(parent, name, flags) == 0 || errno == ENOENT else { throw unable("remove \(path)", errno) }
  }
}
