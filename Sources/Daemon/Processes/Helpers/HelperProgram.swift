// The programs that the daemon keeps foreign code in, what each is started with, and its children that run them.
package import Glibc
import Linux
import SystemPackage

package nonisolated enum HelperProgram {
  /// The helper's path: beside the daemon where both are built, in `libexec/roost` where they are installed. Nil where
  /// it is in neither.
  ///
  /// - Parameter executable: the daemon's own, or a link to it.
  package static func path(of name: String, beside executable: String = "/proc/self/exe") -> String? {
    guard let path = realPath(executable) else { return nil }
    let folder = FilePath(path).removingLastComponent()
    let prefix = folder.removingLastComponent()
    return [folder.appending(name), prefix.appending("libexec/roost/\(name)")]
      .map(\.string).first { (try? Sys.access($0, X_OK)) != nil }
  }
}

/// Everything that one run of a helper is given besides its socket.
package nonisolated struct HelperStart: Sendable {
  let name: String
  let program: String
  let environment: [String]
  let output: CInt?
  let input: CInt?

  /// - Parameters:
  ///   - name: the program's own.
  ///   - program: its path.
  ///   - environment: besides the locale, each as `NAME=value`.
  ///   - output: its standard output; nil for /dev/null.
  ///   - input: its descriptor 4; nil where there is nothing to read.
  package init(
    _ name: String, at program: String, environment: [String] = [], output: CInt? = nil, input: CInt? = nil
  ) {
    self.name = name
    self.program = program
    self.environment = environment
    self.output = output
    self.input = input
  }
}

/// The helpers that run: children of the daemon that are no app's orphans.
@MainActor package final class HelperProcesses {
  package private(set) var pids: Set<pid_t> = []

  package init() {}

  package func began(_ child: ChildProcess) { pids.insert(child.pid) }
  package func ended(_ child: ChildProcess) { pids.remove(child.pid) }
}
