// The programs that the daemon keeps foreign code in, and its children that run them.
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

/// The helpers that run: children of the daemon that are no app's orphans.
@MainActor package final class HelperProcesses {
  package private(set) var pids: Set<pid_t> = []

  package init() {}

  package func began(_ child: ChildProcess) { pids.insert(child.pid) }
  package func ended(_ child: ChildProcess) { pids.remove(child.pid) }
}
