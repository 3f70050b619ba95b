// The status of a file, stat(2).
import CLinux
import Glibc
package import SystemPackage

/// A file's inode in plain values (inode(7)).
package nonisolated struct FileStatus: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case regular, folder, link, socket, pipe
    /// A device node.
    case device
  }

  package let kind: Kind
  /// The lower twelve bits of its mode (chmod(2)).
  package let permissions: UInt32
  package let user: UInt32
  package let group: UInt32
  /// The number of its names; of a folder in most file systems, the number of folders in it, and two more.
  package let links: UInt64
  /// The file system and the file's number in it, which together name it while it exists.
  package let device: UInt64, inode: UInt64
  /// Bytes.
  package let size: Int64
  /// Bytes of the disk: fewer than its size where it has holes.
  package let allocated: Int64
  /// When its content was written last, in nanoseconds since 1970; anybody who owns it may set this (utimensat(2)).
  package let modified: Int64
  /// When its content or inode changed last, in nanoseconds since 1970; nobody sets this but the kernel.
  package let changed: Int64

  /// - Parameter followsLinks: false to be told of the link itself (lstat(2)).
  package init(of path: String, followsLinks: Bool = true) throws(Errno) {
    self.init(try Sys.status(path, followsLinks: followsLinks))
  }

  /// fstat(2)
  package init(of descriptor: CInt) throws(Errno) {
    self.init(try Sys.status(descriptor))
  }

  /// Of what has this name in an open folder; of a link itself (fstatat(2)).
  package init(of name: String, in folder: CInt) throws(Errno) {
    self.init(try Sys.status(name, in: folder))
  }

  /// As far as the kernel knows it: no server of the file system is asked, which may not answer (statx(2),
  /// `AT_STATX_DONT_SYNC`).
  package init(cachedOf path: String) throws(Errno) {
    self.init(try Sys.cachedStatus(path))
  }

  private init(_ status: roost_file_status) {
    kind =
      switch status.mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFSOCK: .socket
      case S_IFIFO: .pipe
      default: .device
      }
    permissions = status.mode & 0o7777
    user = status.user
    group = status.group
    links = status.links
    device = status.device
    inode = status.inode
    size = status.size
    allocated = status.allocated
    modified = status.modified
    changed = status.changed
  }
}
