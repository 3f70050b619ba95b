// System calls about files by their paths.
import CLinux
import Glibc
package import SystemPackage

extension Sys {
  // MARK: By path

  // O_NOCTTY: a service leads a session without a terminal. The first that it opens would become its own, and the user who has the
  // other end would end it by a character (tty_ioctl(4)).
  package static func open(_ path: String, _ flags: CInt, _ mode: UInt32 = 0) throws(Errno) -> CInt {
    try made(.open, .path(path)) { PrivateProc.place(of: path) { Glibc.openat($0, $1, flags | O_NOCTTY, mode) } }
  }

  package static func access(_ path: String, _ mode: CInt) throws(Errno) {
    _ = try made(.access, .path(path)) { Glibc.access(path, mode) }
  }

  /// AT_EMPTY_PATH of fcntl.h.
  private static let emptyPath: CInt = 0x1000

  /// The same of an open file (AT_EMPTY_PATH, faccessat2(2)).
  package static func access(_ descriptor: CInt, _ mode: CInt) throws(Errno) {
    _ = try made(.access, .descriptor(descriptor)) { Glibc.faccessat(descriptor, "", mode, emptyPath) }
  }

  package static func mkdir(_ path: String, _ mode: UInt32) throws(Errno) {
    _ = try made(.mkdir, .path(path)) { Glibc.mkdir(path, mode) }
  }

  package static func rename(_ old: String, _ new: String) throws(Errno) {
    _ = try made(.rename, .path(old)) { Glibc.rename(old, new) }
  }

  /// Fails where `new` is there (renameat2(2), RENAME_NOREPLACE).
  package static func renameNew(_ old: String, _ new: String) throws(Errno) {
    try succeeded(.renameat2, .path(old)) { roost_rename_new(old, new) }
  }

  package static func unlink(_ path: String) throws(Errno) {
    _ = try made(.unlink, .path(path)) { Glibc.unlink(path) }
  }

  package static func rmdir(_ path: String) throws(Errno) {
    _ = try made(.rmdir, .path(path)) { Glibc.rmdir(path) }
  }

  package static func chmod(_ path: String, _ mode: UInt32) throws(Errno) {
    _ = try made(.chmod, .path(path)) { Glibc.chmod(path, mode) }
  }

  package static func chown(_ path: String, _ user: UInt32, _ group: UInt32) throws(Errno) {
    _ = try made(.chown, .path(path)) { Glibc.chown(path, user, group) }
  }

  /// Makes a symbolic link at `path`.
  package static func symlink(_ target: String, _ path: String) throws(Errno) {
    _ = try made(.symlink, .path(path)) { Glibc.symlink(target, path) }
  }

  /// As much of the link's target as fits; returns its bytes.
  package static func readlink(_ path: String, into buffer: UnsafeMutableBufferPointer<CChar>) throws(Errno) -> Int {
    try made(.readlink, .path(path)) {
      PrivateProc.place(of: path) { Glibc.readlinkat($0, $1, buffer.baseAddress!, buffer.count) }
    }
  }

  /// Makes a FIFO (mkfifo(3)).
  package static func mkfifo(_ path: String, _ mode: UInt32) throws(Errno) {
    _ = try made(.mkfifo, .path(path)) { Glibc.mkfifo(path, mode) }
  }

  /// Puts an extended attribute's value at `value`; returns its bytes.
  package static func getxattr(
    _ path: String, _ name: String, into value: UnsafeMutableRawBufferPointer
  ) throws(Errno) -> Int {
    try made(.getxattr, .path(path)) { CLinux.getxattr(path, name, value.baseAddress, value.count) }
  }

  /// As much of the text of /proc/PID/fd/N as fits (proc(5)); returns its bytes.
  package static func target(
    of descriptor: CInt, in process: CInt, into buffer: UnsafeMutableBufferPointer<CChar>
  ) throws(Errno) -> Int {
    try made(.readlink, .path("/proc/\(process)/fd/\(descriptor)")) {
      PrivateProc.place(of: "/proc") {
        roost_descriptor_target($0, $1, process, descriptor, buffer.baseAddress, buffer.count)
      }
    }
  }

  /// `path` without links, `.` and `..` (realpath(3)).
  package static func realpath(_ path: String) throws(Errno) -> String {
    try ask(.realpath, .path(path))
    guard let real = Glibc.realpath(path, nil) else { throw Errno(rawValue: errno) }
    defer { free(real) }
    return String(cString: real)
  }

  /// The folder that relative paths begin in (getcwd(3)).
  package static func workingFolder() throws(Errno) -> String {
    try ask(.getcwd, .nothing)
    guard let path = getcwd(nil, 0) else { throw Errno(rawValue: errno) }
    defer { free(path) }
    return String(cString: path)
  }

  /// Opens only its place in the file system (open(2), O_PATH).
  ///
  /// - Throws: `ELOOP` where links are not to be followed and one is on the way.
  package static func openPlace(_ path: String, followingLinks: Bool) throws(Errno) -> CInt {
    var descriptor: CInt = -1
    try succeeded(.openat2, .path(path)) { roost_open_path(path, followingLinks, &descriptor) }
    return descriptor
  }

  /// All of the link's target.
  package static func readlink(_ path: String) throws(Errno) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try buffer.withUnsafeMutableBufferPointer { buffer throws(Errno) in try readlink(path, into: buffer) }
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The same of the link that has this name in the folder.
  package static func readlink(_ name: String, in folder: CInt) throws(Errno) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try buffer.withUnsafeMutableBufferPointer { buffer throws(Errno) in
      try readlinkat(folder, name, into: buffer)
    }
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Opens the root folder of a file system of the kernel's own that is mounted at no place (fsopen(2), fsmount(2)).
  static func mountPrivately(_ type: String) throws(Errno) -> CInt {
    var folder: CInt = -1
    try succeeded(.fsmount, .path(type)) { roost_mount_private(type, &folder) }
    return folder
  }

  static func status(_ path: String, followsLinks: Bool) throws(Errno) -> roost_file_status {
    var status = roost_file_status()
    try succeeded(.stat, .path(path)) {
      PrivateProc.place(of: path) { roost_file_status($0, $1, followsLinks, &status) }
    }
    return status
  }

  static func cachedStatus(_ path: String) throws(Errno) -> roost_file_status {
    var status = roost_file_status()
    try succeeded(.statx, .path(path)) { PrivateProc.place(of: path) { roost_cached_status($0, $1, &status) } }
    return status
  }

  // MARK: Beneath an open folder

  package static func openat(_ folder: CInt, _ name: String, _ flags: CInt, _ mode: UInt32 = 0) throws(Errno) -> CInt {
    try made(.openat, .descriptor(folder)) { Glibc.openat(folder, name, flags | O_NOCTTY, mode) }
  }

  /// As much of the target of the link of that name as fits; returns its bytes.
  static func readlinkat(
    _ folder: CInt, _ name: String, into buffer: UnsafeMutableBufferPointer<CChar>
  ) throws(Errno) -> Int {
    try made(.readlink, .descriptor(folder)) { Glibc.readlinkat(folder, name, buffer.baseAddress!, buffer.count) }
  }

  /// Stays beneath the folder, on its file system, and follows no link on the way (openat2(2), RESOLVE_BENEATH).
  package static func openBeneath(_ folder: CInt, _ path: String, _ flags: CInt) throws(Errno) -> CInt {
    var descriptor: CInt = -1
    try succeeded(.openat2, .descriptor(folder)) { roost_open_beneath(folder, path, flags | O_NOCTTY, &descriptor) }
    return descriptor
  }

  /// The same of a name that need not be UTF-8, with a NUL at its end.
  package static func openBeneath(_ folder: CInt, name: [CChar], _ flags: CInt) throws(Errno) -> CInt {
    var descriptor: CInt = -1
    try succeeded(.openat2, .descriptor(folder)) { roost_open_beneath(folder, name, flags, &descriptor) }
    return descriptor
  }

  /// Opens only its place, by way of links that stay beneath the folder.
  ///
  /// - Throws: `EXDEV` where one leads out of the folder or of its file system.
  static func openPlace(_ path: String, inside folder: CInt) throws(Errno) -> CInt {
    var descriptor: CInt = -1
    try succeeded(.openat2, .descriptor(folder)) { roost_open_inside(folder, path, &descriptor) }
    return descriptor
  }

  /// Of what has this name in the folder; a link is not followed.
  static func status(_ name: String, in folder: CInt) throws(Errno) -> roost_file_status {
    var status = roost_file_status()
    try succeeded(.stat, .descriptor(folder)) { roost_file_status(folder, name, false, &status) }
    return status
  }

  /// Of the file behind the descriptor, which may be its place alone, and a symbolic link's (AT_EMPTY_PATH).
  package static func chownPlace(_ place: CInt, _ user: UInt32, _ group: UInt32) throws(Errno) {
    _ = try made(.fchownat, .descriptor(place)) { Glibc.fchownat(place, "", user, group, emptyPath) }
  }

  /// The name need not be UTF-8, and has a NUL at its end; a link is not followed.
  package static func unlinkat(_ folder: CInt, _ name: [CChar], _ flags: CInt) throws(Errno) {
    _ = try made(.unlink, .descriptor(folder)) { Glibc.unlinkat(folder, name, flags) }
  }

  package static func mkdirat(_ folder: CInt, _ name: String, _ mode: UInt32) throws(Errno) {
    _ = try made(.mkdirat, .descriptor(folder)) { Glibc.mkdirat(folder, name, mode) }
  }
}
