// Finds a program by its name in PATH, as execvp(3) does.
import Glibc
import Linux

nonisolated enum ProgramPath {
  /// The first executable file of that name in the daemon's `PATH`; nil when there is none.
  static func find(_ name: String) -> String? {
    if name.hasPrefix("/") { return name }
    guard !name.isEmpty, !name.contains("/") else { return nil }
    return folders.lazy.map { "\($0)/\(name)" }.first { isProgram($0) }
  }

  private static var folders: [Substring] {
    (getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
  }

  /// Whether a program of that path may be on any file system, such as one that does not answer: told by the text, and true of all but
  /// those that are the installed system's, or in a folder of `PATH`.
  static func isElsewhere(_ path: String) -> Bool {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), !SystemFolders.hold(path) else { return false }
    return !folders.contains { $0.utf8.elementsEqual(path.utf8[..<slash]) }
  }

  static func isInstalled(_ name: String) -> Bool { find(name).map(isProgram) ?? false }

  static func isProgram(_ path: String) -> Bool {
    (try? FileStatus(of: path))?.kind == .regular && mayExecute(path)
  }

  static func mayExecute(_ path: String) -> Bool { (try? Sys.access(path, X_OK)) != nil }
}
