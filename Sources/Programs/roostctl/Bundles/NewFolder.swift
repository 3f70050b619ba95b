// A folder that was not there before, and the files that go into it.
import Glibc

struct NewFolder {
  private let path: String

  init(_ path: String) throws(CommandFailure) {
    self.path = path
    guard mkdir(path, 0o777) == 0 else {
      let problem = errno
      throw problem == EEXIST
        ? .refused("\(path) is there already; choose another name, or another directory with -o")
        : .refused("unable to make \(path): \(String(cString: strerror(problem)))")
    }
  }

  /// A file that cannot be written leaves the folder as far as it has come.
  func fill(_ files: [TemplateFile]) throws(CommandFailure) {
    for file in files {
      try makeFolders(above: file.path)
      try write(file)
    }
  }

  /// - Parameter place: a path below this folder.
  func makeFolders(above place: String) throws(CommandFailure) {
    var folder = path
    for part in place.split(separator: "/").dropLast() {
      folder += "/" + part
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw failure(folder) }
    }
  }

  private func write(_ file: TemplateFile) throws(CommandFailure) {
    let path = path + "/" + file.path
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file.isExecutable ? 0o777 : 0o666)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var rest = Array(file.text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw failure(path) }
      rest = rest.dropFirst(count)
    }
  }

  private func failure(_ path: String) -> CommandFailure {
    .refused("unable to write \(path): \(String(cString: strerror(errno))); remove the new folder, and try again")
  }
}
