// Resolves a path.
import Glibc

/// `path` without links, `.` and `..` (realpath(3)); nil when there is nothing, or the way is closed to the daemon.
package nonisolated func realPath(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}
