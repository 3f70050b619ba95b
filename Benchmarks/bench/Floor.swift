// A launch without a supervisor's work: the calls of roostd by a C program, to see how much of a launch is the kernel's.
import Glibc

/// Benchmarks/programs/floor.c.
struct Floor {
  /// How far it goes; each step does what those before it do.
  enum Step: UInt8, CaseIterable {
    case bare
    case files
    case cgroup
    case landlock
    case confined

    var words: String {
      switch self {
      case .bare: "of that the kernel's part, by a C program that is told over a pipe: clone3, a session, execve"
      case .files: "  and two pipes and a FIFO"
      case .cgroup: "  and a cgroup"
      case .landlock: "  and Landlock, with as many rules"
      case .confined: "  and a user of its own, no capabilities, limits, and filters as long"
      }
    }
  }

  private let orders: Pipe
  private let answers: Pipe
  private let child: Spawned

  init(_ stage: Stage, program: String, argument: String) throws {
    orders = try Pipe()
    answers = try Pipe()
    child = try Spawned(
      stage.program("floor"), [Self.cgroups, program, argument],
      descriptors: [(orders.reading, STDIN_FILENO), (answers.writing, STDOUT_FILENO)])
    answers.closeWriting()
  }

  /// Of cgroup v2, alone or beside version 1.
  static var cgroups: String {
    let hybrid = "/sys/fs/cgroup/unified"
    return access(hybrid, F_OK) == 0 ? hybrid : "/sys/fs/cgroup"
  }

  /// Returns at once.
  func launch(_ step: Step) throws {
    var byte = step.rawValue
    guard write(orders.writing, &byte, 1) == 1 else { throw BenchError.system(action: "tell floor", errno: errno) }
  }

  /// Until the program has ended and nothing of it is left.
  func wait() throws {
    var byte: UInt8 = 0
    guard read(answers.reading, &byte, 1) == 1 else { throw BenchError.silent(program: "floor") }
  }

  /// Until it has removed its cgroup, which stays if it is killed.
  consuming func end() throws {
    orders.closeWriting()
    try child.wait()
  }
}
