// Finds a program by its name in PATH, as execvp(3) does.
import Glibc
import Linux

nonisolated enum ProgramPath {
  /// The first executable file of that name in the daemon's `PATH`; nil when there is none.
  static func find(_ name: String) -> String? {
    if name.hasPrefix("/") { return name }
    guard !name.isEmpty, !name.contains("/") else { return nil }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").lazy.map { "\($0)/\(name)" }.first { isProgram($0) }
  }

  static func isInstalled(_ name: String) -> Bool { find(name).map(isProgram) ?? false }

  static func isProgram(_ path: String) -> Bool {
    (try? FileStatus(of: path))?.kind == .regular && mayExecute(path)
  }

  static func mayExecute(_ path: String) -> Bool { (try? Sys.access(path, X_OK)) != nil }
}
