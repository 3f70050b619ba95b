// A shortage of memory that the kernel really has: a program that reads at random what does not fit.
import Foundation

/// Tasks wait for memory as long as it is there.
final class Thrash {
  static var isPossible: Bool { access("/sys/fs/cgroup/memory/memory.limit_in_bytes", W_OK) == 0 }

  /// It is there once this has been made; others may enter.
  let cgroup: String
  private let input: Pipe
  private let child: Spawned

  /// - Parameter bytes: the memory of its cgroup.
  init(_ stage: Stage, bytes: Int = 12 << 20) throws {
    input = try Pipe()
    let output = try Pipe()
    let name = "roost-bench-\(getpid())"
    cgroup = "/sys/fs/cgroup/memory/\(name)"
    child = try Spawned(
      stage.program("thrash"), [cgroup, "/var/tmp/\(name)", "\(bytes)"],
      descriptors: [(input.reading, STDIN_FILENO), (output.writing, STDOUT_FILENO)])
    output.closeWriting()
    var lines = LineReader(output.reading)
    guard lines.next() == "ready" else { throw BenchError.silent(program: "thrash") }
  }

  /// It tidies up itself.
  deinit {
    input.closeWriting()
    try? child.wait()
  }
}
