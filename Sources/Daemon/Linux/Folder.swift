// Folders: making them, and what is in them.
import Glibc
package import SystemPackage

package nonisolated enum Folder {
  /// mkdir(2); one that is there already is as good, and keeps its mode.
  package static func make(_ path: String, mode: UInt32 = 0o700) throws(Errno) {
    guard mkdir(path, mode) == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
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
  package static func forEach(
    in path: String, _ body: (_ name: Slice<UnsafeRawBufferPointer>, _ isFolder: Bool) -> Void
  ) throws(Errno) {
    guard let stream = opendir(path) else { throw Errno(rawValue: errno) }
    defer { closedir(stream) }
    while true {
      // Only this tells the end from a failure (readdir(3)).
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw Errno(rawValue: errno) }
        return
      }
      let isFolder = entry.pointee.d_type == DT_DIR
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let name = bytes.prefix { $0 != 0 }
        if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { body(name, isFolder) }
      }
    }
  }

  /// Waits until what was made, renamed or removed in a folder is on disk (fsync(2): to sync the file is not enough).
  package static func sync(_ path: String) throws(Errno) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw Errno(rawValue: errno) }
  }
}
