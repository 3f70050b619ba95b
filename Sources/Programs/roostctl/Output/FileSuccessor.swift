// A new file beside one that a command writes, until it is whole and takes its place.
import Glibc

/// `takePlace` or `drop` ends it.
struct FileSuccessor {
  let descriptor: CInt
  private let file: OutputFile
  private let path: String

  /// - Parameter mode: of the file that it succeeds: it is to be as private.
  init(of file: OutputFile, _ mode: mode_t?) throws(CommandFailure) {
    // A name that nobody else uses: not another command that writes the same file, and nobody who lays a link there.
    let path = "\(file.path).\(UInt64.random(in: .min ... .max))"
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw file.unable(errno) }
    var status = stat()
    if let mode, fstat(descriptor, &status) == 0 { fchmod(descriptor, status.st_mode & mode) }
    (self.file, self.path) = (file, path)
  }

  /// Where it cannot take the place, it is gone.
  func takePlace() throws(CommandFailure) {
    guard close(descriptor) == 0, rename(path, file.path) == 0 else {
      let failure = errno
      unlink(path)
      throw file.unable(failure)
    }
  }

  func drop() {
    close(descriptor)
    unlink(path)
  }
}
