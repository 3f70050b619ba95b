// The rights that roost-backtrace keeps while it reads what may be made to harm it: those of the process, and fewer.
import CElfutils
import Glibc
import HelperRights
import Linux
import Reports

extension HelperRights {
  /// From the moment when all is open that only a tracer may open.
  static func ofReader(of subject: Subject) -> HelperRights {
    HelperRights(
      owner: subject.owner, readable: files(of: subject),
      limits: [
        // The files that libdw maps count too: an honest program of 200 MB takes 285 MB of it.
        .addressSpace: 512 << 20, .core: 0, .openFiles: 1024, .processes: 0,
        // It opens none to write, and may have been given one to print to.
        .fileSize: UInt64(Backtrace.outputLimit) + 1,
        .processorTime: UInt64(Backtrace.timeLimit),
      ],
      // ptrace(2) to let go of the process.
      calls: basicCalls + [CInt(SYS_ptrace)])
  }

  /// The files that it has mapped, the folder of its program, and where debug symbols of them are.
  private static func files(of subject: Subject) -> [String] {
    let mapped = Set(subject.mapped.map(\.name).filter { $0.hasPrefix("/") && !$0.hasSuffix(Subject.deleted) })
    let files = mapped.sorted().prefix(fileLimit)
    let folders = Set(files.map(folder(of:)))
    return ["/usr", "/lib", "/lib64", folder(of: subject.executablePath)] + files + folders.map { $0 + "/.debug" }
  }

  /// Each costs an open file and a rule.
  private static let fileLimit = 4096

  private static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
