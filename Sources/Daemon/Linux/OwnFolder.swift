// A folder that belongs to the daemon: made where it is missing, and refused where somebody else could change it.
import Glibc
package import SystemPackage

package nonisolated enum OwnFolder {
  /// The reason why a folder is not used.
  package enum Problem: Error, Equatable, CustomStringConvertible {
    case foreign(String, owner: UInt32)
    case foreignLink(String, owner: UInt32)
    case link(String)
    case writable(String)
    case replaceable(String, by: String)
    case notFolder(String)
    case system(action: String, Errno)

    /// Whether it may be gone when the daemon is started again, with nobody's help.
    package var mayPass: Bool { if case .system = self { true } else { false } }

    package var description: String {
      switch self {
      case .foreign(let path, let owner):
        "unable to use the directory \(path): it belongs to user \(owner), who could put anything into it; choose "
          + "another directory, or look through this one and make it roostd's with `chown`"
      case .foreignLink(let path, let owner):
        "unable to use \(path): it is a symbolic link of user \(owner), who could lead roostd anywhere; choose another "
          + "directory, or remove the link"
      case .link(let path):
        "unable to use \(path): it is a symbolic link, and roostd would remove files where it leads; put the directory "
          + "itself there, or mount it (mount(8), --bind)"
      case .writable(let path):
        "unable to use the directory \(path): other users may write to it; look for files in it that are not roostd's, "
          + "then close it with `chmod go-w \(path)`"
      case .replaceable(let path, let parent):
        "unable to use the directory \(path): every user may replace it, for \(parent) is writable to all; choose "
          + "another directory, or close that one with `chmod o-w \(parent)`"
      case .notFolder(let path):
        "unable to use \(path): it is not a directory; remove it or choose another directory"
      case .system(let action, let errno):
        "unable to \(action): \(errno); check the permissions of the directories above it, and its disk"
      }
    }
  }

  /// Makes `path` and what is missing above it.
  ///
  /// - Parameter mode: of the folder if it is made; those above it are open to all to pass.
  /// - Throws: why it is not one that only the daemon's user and root can change.
  package static func prepare(_ path: String, mode: UInt32) throws(Problem) {
    var above = path.hasPrefix("/") ? "/" : ""
    let components = path.split(separator: "/", omittingEmptySubsequences: true)
    for (number, component) in components.enumerated() {
      above += (above.isEmpty || above == "/" ? "" : "/") + component
      let folder = above
      try made("make the directory \(folder)") { () throws(Errno) in
        try Folder.make(folder, mode: number == components.count - 1 ? mode : 0o755)
      }
      try checkLink(folder)
    }
    let status = try made("look at the directory \(path)") { () throws(Errno) in try FileStatus(of: path) }
    guard status.kind == .folder else { throw .notFolder(path) }
    guard isTrusted(status.user) else { throw .foreign(path, owner: status.user) }
    guard status.permissions & 0o022 == 0 else { throw .writable(path) }
    try checkAbove(path)
  }

  /// The same of `name` in a folder that has been prepared; a link there is refused, whoever made it.
  package static func prepare(_ name: String, in folder: String, mode: UInt32) throws(Problem) {
    let path = "\(folder)/\(name)"
    try made("make the directory \(path)") { () throws(Errno) in try Folder.make(path, mode: mode) }
    let status = try made("look at the directory \(path)") { () throws(Errno) in
      try FileStatus(of: path, followsLinks: false)
    }
    guard status.kind == .folder else { throw .notFolder(path) }
    guard isTrusted(status.user) else { throw .foreign(path, owner: status.user) }
    guard status.permissions & 0o022 == 0 else { throw .writable(path) }
  }

  /// A prepared folder has nothing but what the daemon makes there: a link leads it to files that are not its own.
  package static func refuseLinks(in folder: String) throws(Problem) {
    let names = try made("list the directory \(folder)") { () throws(Errno) in try Folder.names(in: folder) }
    let links = names.filter { (try? FileStatus(of: "\(folder)/\($0)", followsLinks: false))?.kind == .link }
    if let link = links.min() { throw .link("\(folder)/\(link)") }
  }

  /// Sets the mode of a prepared folder, and takes the rights of others from those files directly in it that are
  /// `ours` by their names. No link is followed to a file, and a file of somebody else stays as it is.
  package static func close(_ path: String, mode: UInt32, ours: (String) -> Bool) throws(Problem) {
    try made("close the directory \(path) to others") { () throws(Errno) in
      for name in try Folder.names(in: path) where ours(name) {
        try setMode("\(path)/\(name)", 0o600, of: .regular, O_NOFOLLOW)
      }
      try setMode(path, mode, of: .folder, O_DIRECTORY)
    }
  }

  private static func setMode(
    _ path: String, _ mode: UInt32, of kind: FileStatus.Kind, _ flags: CInt
  ) throws(Errno) {
    let descriptor: CInt
    do {
      // O_NONBLOCK, since opening a FIFO would wait for its writer (fifo(7)).
      descriptor = try Sys.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | flags)
    } catch {
      // A link, or gone meanwhile.
      if error == .tooManySymbolicLinkLevels || error == .noSuchFileOrDirectory { return }
      throw error
    }
    defer { try? Sys.close(descriptor) }
    let status = try FileStatus(of: descriptor)
    guard status.user == geteuid(), status.kind == kind, status.permissions != mode else { return }
    try Sys.fchmod(descriptor, mode)
  }

  private static func checkLink(_ path: String) throws(Problem) {
    let status = try made("look at \(path)") { () throws(Errno) in try FileStatus(of: path, followsLinks: false) }
    guard status.kind != .link || isTrusted(status.user) else { throw .foreignLink(path, owner: status.user) }
  }

  /// In a folder with the sticky bit only the owner renames or removes (inode(7)).
  private static func checkAbove(_ path: String) throws(Problem) {
    var parent = realPath(path) ?? path
    while let slash = parent.lastIndex(of: "/"), parent != "/" {
      parent = slash == parent.startIndex ? "/" : String(parent[..<slash])
      let folder = parent
      let status = try made("look at the directory \(folder)") { () throws(Errno) in try FileStatus(of: folder) }
      guard status.permissions & 0o1002 != 0o002 else { throw .replaceable(path, by: folder) }
    }
  }

  private static func isTrusted(_ user: UInt32) -> Bool { user == geteuid() || user == 0 }

  private static func made<Result>(
    _ action: @autoclosure () -> String, _ body: () throws(Errno) -> Result
  ) throws(Problem) -> Result {
    do { return try body() } catch { throw .system(action: action(), error) }
  }
}
