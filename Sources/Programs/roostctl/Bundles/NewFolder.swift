// A folder that was not there before, and the files that go into it.
import Glibc

struct NewFolder: ~Copyable {
  let held: HeldFolder

  init(_ path: String) throws(CommandFailure) {
    guard mkdir(path, 0o777) == 0 else {
      let problem = errno
      throw problem == EEXIST
        ? .refused("\(path) is there already; choose another name, or another directory with -o")
        : .refused("unable to make \(path): \(String(cString: strerror(problem)))")
    }
    held = try HeldFolder(made: path)
  }

  /// A file that cannot be written leaves the folder as far as it has come.
  func fill(_ files: [TemplateFile]) throws(CommandFailure) {
    do throws(CommandFailure) {
      for file in files {
        try held.write(Array(file.text.utf8), to: file.path, mode: file.isExecutable ? 0o777 : 0o666)
      }
    } catch {
      throw .refused("\(error.description); remove the new folder, and try again")
    }
  }
}
