// A path on which no link is followed: somebody may put one there after it was looked at.
import Glibc

package enum LinklessPath {
  /// Opens the folder above the last name of `path`, which begins at the root, and hands it to `body` with that name. The result
  /// is nil, and errno is set, where something on the way is no folder.
  ///
  /// - Parameter tree: a folder below it that is not its owner's, and shut to others, is not passed, and errno is EPERM.
  package static func above<Value, Failure: Error>(
    _ path: String, in tree: SourceRoot? = nil, _ body: (_ folder: CInt, _ name: String) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    var folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer {
      let problem = errno
      close(folder)
      errno = problem
    }
    let parts = pathParts(path)
    let top = tree.map { pathParts($0.path).count } ?? 0
    for (depth, part) in parts.dropLast().enumerated() {
      // O_PATH: a folder need not be readable to be passed (open(2)).
      let next = openat(folder, part, 0o10000000 | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard next >= 0 else { return nil }
      close(folder)
      folder = next
      guard let tree, depth >= top else { continue }
      var status = stat()
      guard fstat(folder, &status) == 0 else { return nil }
      guard tree.owner.mayGive(user: status.st_uid, mode: status.st_mode) else {
        errno = EPERM
        return nil
      }
    }
    return try body(folder, parts.last ?? ".")
  }
}
