// The folders of the installed system, whose files are root's.

package nonisolated enum SystemFolders {
  private static let all = [
    "/bin/", "/gnu/store/", "/lib/", "/lib32/", "/lib64/", "/libx32/", "/nix/store/", "/sbin/", "/usr/",
  ]

  /// Whether `path` is in one of them, by its text: to look at a file that somebody names may take as long as its file system likes. A
  /// bundle may be in there too, and its author has made what is in that: a link to any file system, for one.
  package static func hold(_ path: String) -> Bool {
    let mayLeadOut = path.utf8.split(separator: UInt8(ascii: "/")).contains { name in
      name.elementsEqual("..".utf8) || name.suffix(4).elementsEqual(".app".utf8)
    }
    return !mayLeadOut && all.contains { path.utf8.starts(with: $0.utf8) }
  }
}
