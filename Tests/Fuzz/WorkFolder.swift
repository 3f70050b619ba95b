// The folder in which a target puts its input where the reader takes a file.
import Glibc

enum WorkFolder {
  /// Below TMPDIR, which tools/fuzz removes.
  static let path: String = {
    let folder = (getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/fuzz-\(getpid())"
    make(folder)
    return folder
  }()

  static func make(_ folder: String) {
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { fail("unable to make \(folder): errno \(errno)") }
  }

  static func write(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count, close(descriptor) == 0 else {
      fail("unable to write \(path): errno \(errno)")
    }
  }
}
