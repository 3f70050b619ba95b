// Checks whether the kernel will run a file, and why not: execve(2) says no more than ENOENT, EACCES or ENOEXEC.
import ControlAPI
import Glibc
import Linux
import SystemPackage

package nonisolated enum Executable {
  package enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
    case missing(String)
    case notRegular(String)
    /// By way of a link.
    case outside(String)
    case notExecutable(String)
    /// Neither ELF nor a script that names its interpreter.
    case unknownFormat(String)
    case interpreterMissing(String, interpreter: String)
    case unreadable(String, String)
    /// Its file system, or that of a program that runs it, has not answered in time.
    case silent(String)
    /// Nobody has looked at it, because others have no answer.
    case crowded(String)
    /// There can be no thread to look at it.
    case noThread(String)

    package var description: String {
      switch self {
      case .missing(let path):
        "the executable is missing: \(path); make the bundle again with `roostctl bundle`"
      case .notRegular(let path):
        "the executable is not a regular file: \(path); make the bundle again with `roostctl bundle`"
      case .outside(let path):
        "the executable is a link that leads out of the bundle: \(path); put the program itself in its place"
      case .notExecutable(let path):
        "the executable lacks the permission to execute: \(path); add it with `chmod +x \(path.shellWord)`"
      case .unknownFormat(let path):
        "the executable is neither an ELF program nor a script: \(path); a script's first line names its interpreter, "
          + "such as #!/bin/sh"
      case .interpreterMissing(let path, let interpreter):
        "the interpreter of the script \(path) is missing: \(interpreter); install it, or correct the script's first line"
      case .unreadable(let path, let why):
        "unable to read the executable \(path): \(why); check that roostd may read it, and its disk"
      case .silent(let path):
        "\(path), or a program that runs it, is on a file system that does not answer; look at the mount, and try again"
      case .crowded(let path):
        "\(path) was not looked at: too many others are on file systems that do not answer; look at their mounts, and try again"
      case .noThread(let path):
        "there can be no thread to look at \(path); see TasksMax= in systemd.resource-control(5) and ulimit -u"
      }
    }
  }

  /// Checks the file at `path` as execve(2) would. Tells whether nothing that the kernel opens then is another's than root's or the
  /// daemon's: such a file may be under a lease, and keeps the kernel waiting (F_SETLEASE, fcntl(2)).
  ///
  /// - Parameter folder: the one that it is in and must not lead out of, of an owner who is not trusted.
  static func check(_ path: String, inside folder: String? = nil) throws(Problem) -> Bool {
    try judge(try head(of: path, inside: folder), of: path)
  }

  /// The outcome of a look that waits for no file system but those of the bundle and of the installed system.
  package enum FirstLook: Sendable {
    /// It can run, and all that the kernel opens then is root's or the daemon's own.
    case trusted
    /// It can run.
    case untrusted
    /// It, or a program that runs it, may be on any file system, and has to be looked at by ``check(_:inside:)``.
    case elsewhere
  }

  /// - Parameter isListed: whether all programs that run it are to be looked at.
  static func lookFirst(
    at path: String, inside folder: String?, isListed: Bool
  ) throws(Problem) -> FirstLook {
    if folder == nil, ProgramPath.isElsewhere(path) { return .elsewhere }
    let head = try head(of: path, inside: folder)
    if Interpreters.areElsewhere(head.bytes, isListed: isListed) { return .elsewhere }
    if try judge(head, of: path) { return .trusted }
    // The looks for its rules are by path, and its owner may have exchanged it by then for a link to a file system that does not answer.
    return isListed ? .elsewhere : .untrusted
  }

  private static func judge(_ found: (bytes: [UInt8], owner: uid_t), of path: String) throws(Problem) -> Bool {
    let (head, owner) = found
    let isOwn = owner == 0 || owner == geteuid()
    if head.starts(with: [0x7f, UInt8(ascii: "E"), UInt8(ascii: "L"), UInt8(ascii: "F")]) {
      return isOwn && Interpreters.isLinkerOfSystem(head)
    }
    guard head.starts(with: "#!".utf8) else { throw .unknownFormat(path) }
    guard let interpreter = words(ofScript: head).first else { throw .unknownFormat(path) }
    guard ProgramPath.mayExecute(interpreter) else { throw .interpreterMissing(path, interpreter: interpreter) }
    return isOwn && Interpreters.isOfSystem(interpreter)
  }

  /// Of a script's first line, the interpreter first. The kernel reads it as a C string.
  static func words(ofScript head: [UInt8]) -> [String] {
    let line = head.prefix(scriptHeadSize).dropFirst(2).prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
    return line.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// As much of a script's first line as the kernel looks at (BINPRM_BUF_SIZE, execve(2) "Interpreter scripts").
  private static let scriptHeadSize = 256
  /// With the program headers of an ELF file and the name of its dynamic linker, as linkers lay them out.
  private static let headSize = 4096

  static func head(of path: String, inside folder: String? = nil) throws(Problem) -> (bytes: [UInt8], owner: uid_t) {
    let (descriptor, status) = try open(path, folder)
    defer { try? Sys.close(descriptor) }
    do {
      // Not by its path: somebody may have put a link to a file system that does not answer in its place by now.
      try Sys.access(descriptor, X_OK)
    } catch {
      throw error == .permissionDenied ? .notExecutable(path) : .unreadable(path, "\(error)")
    }
    do {
      let count = min(headSize, Int(clamping: status.size))
      return (try SmallFile.bytes(of: descriptor, path, atMost: count), status.user)
    } catch {
      throw .unreadable(path, "\(error)")
    }
  }

  private static func open(
    _ path: String, _ folder: String?
  ) throws(Problem) -> (descriptor: CInt, status: FileStatus) {
    let file = String(decoding: path.utf8.dropFirst((folder?.utf8.count ?? 0) + 1), as: UTF8.self)
    do throws(SmallFile.ReadError) {
      guard let folder else { return try SmallFile.open(path) }
      return try SmallFile.open(file, inside: folder)
    } catch {
      switch error {
      case .missing: throw .missing(path)
      case .notRegular: throw .notRegular(path)
      case .system(_, .improperLink):
        guard let folder, let program = programOfSystem(behind: file, inside: folder) else { throw .outside(path) }
        return program
      case .system(_, let errno): throw .unreadable(path, "\(errno)")
      case .tooLarge: throw .unreadable(path, "\(error)")
      }
    }
  }

  /// As virtual environments of Python have one in the place of their interpreter.
  private static func programOfSystem(
    behind link: String, inside folder: String
  ) -> (descriptor: CInt, status: FileStatus)? {
    guard let target = try? SmallFile.target(ofLink: link, inside: folder), SystemFolders.hold(target) else {
      return nil
    }
    return try? SmallFile.open(target)
  }
}
