// Resolves a path.

/// `path` without links, `.` and `..` (realpath(3)); nil when there is nothing, or the way is closed to the daemon.
package nonisolated func realPath(_ path: String) -> String? { try? Sys.realpath(path) }
