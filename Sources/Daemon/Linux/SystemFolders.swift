// The folders of the installed system, whose files are root's.

package nonisolated enum SystemFolders {
  private static let all = [
    "/bin/", "/gnu/store/", "/lib/", "/lib32/", "/lib64/", "/libx32/", "/nix/store/", "/sbin/", "/usr/",
  ]

  /// Whether `path` is in one of them, by its text: to look at a file that somebody names may take as long as its file system likes.
  package static func hold(_ path: String) -> Bool {
    let goesUp = path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
    return !goesUp && all.contains { path.utf8.starts(with: $0.utf8) }
  }
}
