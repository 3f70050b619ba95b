// Folders: making them, and what is in them.
import Glibc
package import SystemPackage

package nonisolated enum Folder {
  /// mkdir(2), with exactly this mode; one that is there already is as good, and keeps its own.
  package static func make(_ path: String, mode: UInt32 = 0o700) throws(Errno) {
    do {
      try Sys.mkdir(path, mode)
      // The daemon's umask takes the rights of others away.
      if mode & 0o077 != 0 { try Sys.chmod(path, mode) }
    } catch {
      if error != .fileExists { throw error }
    }
  }

  /// The same for each launch: mkdir(2) takes the lock of the folder above also for one that is there, and others who try to make
  /// something in that, though they may not, keep everybody waiting for it.
  package static func makeIfMissing(_ path: String, mode: UInt32 = 0o700) throws(Errno) {
    if (try? FileStatus(of: path, followsLinks: false)) == nil { try make(path, mode: mode) }
  }

  /// The names in a folder but `.` and `..`, in no order (readdir(3)).
  package static func names(in path: String) throws(Errno) -> [String] {
    var names: [String] = []
    try forEach(in: path) { name, _ in names.append(String(decoding: name, as: UTF8.self)) }
    return names
  }

  /// The names of the folders in a folder; links to folders are not among them.
  package static func folders(in path: String) throws(Errno) -> [String] {
    var names: [String] = []
    try forEach(in: path) { name, isFolder in if isFolder { names.append(String(decoding: name, as: UTF8.self)) } }
    return names
  }

  /// Calls `body` with each name but `.` and `..`, in no order, and with whether it is a folder's; the bytes are there
  /// only as long as the call.
  ///
  /// - Parameter wanted: whether another one is wanted.
  package static func forEach(
    in path: String, while wanted: () -> Bool = { true },
    _ body: (_ name: Slice<UnsafeRawBufferPointer>, _ isFolder: Bool) -> Void
  ) throws(Errno) {
    let stream = try Sys.openFolder(path)
    defer { closedir(stream) }
    while wanted(), let entry = try Sys.nextEntry(stream) {
      let isFolder = entry.pointee.d_type == DT_DIR
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let name = bytes.prefix { $0 != 0 }
        if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { body(name, isFolder) }
      }
    }
  }

  /// Waits until all that was made, renamed or removed in a folder is on disk (fsync(2): to sync the file is not
  /// enough).
  package static func sync(_ path: String) throws(Errno) {
    let descriptor = try Sys.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { try? Sys.close(descriptor) }
    try Sys.fsync(descriptor)
  }
}
