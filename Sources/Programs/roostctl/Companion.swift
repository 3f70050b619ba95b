// The programs beside roostctl that it becomes, or runs, for some of its commands: it need not have all of their code.
import Glibc

enum Companion {
  /// Becomes the program `name`; returns only by throwing.
  ///
  /// - Parameter purpose: to be read after "unable to".
  static func become(_ name: String, _ arguments: [String], to purpose: String) throws(CommandFailure) -> Never {
    let path = try path(of: name, to: purpose)
    var pointers = ([name] + arguments).map { strdup($0) } + [nil]
    execv(path, &pointers)
    throw CommandFailure.refused("unable to run \(path): \(String(cString: strerror(errno)))")
  }

  /// - Parameter purpose: to be read after "unable to".
  static func path(of name: String, to purpose: String) throws(CommandFailure) -> String {
    guard let path = path(of: name) else {
      throw .refused(
        "unable to \(purpose): no \(name) is installed beside roostctl or in ../libexec/roost; install it with make install"
      )
    }
    return path
  }

  /// Beside this program where both are built, in `libexec/roost` where they are installed.
  private static func path(of name: String) -> String? {
    guard let own = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(own) }
    let folder = String(cString: own).split(separator: "/").dropLast()
    return [folder + [Substring(name)], folder.dropLast() + ["libexec", "roost", Substring(name)]]
      .map { "/" + $0.joined(separator: "/") }.first { access($0, X_OK) == 0 }
  }
}
