// The same hog under earlyoom(1), which watches how much memory the machine has left.
import Foundation

enum Earlyoom {
  private static let program = "/usr/bin/earlyoom"

  /// The reason why it cannot be measured; nil when it can.
  static var absence: String? {
    guard access(program, X_OK) == 0 else { return "earlyoom is not installed" }
    // Only in a namespace of pids where nobody else is can it be let loose.
    return geteuid() == 0 ? nil : "earlyoom is only measured as root"
  }

  /// From the moment that less is available than earlyoom is told to keep until the hog runs no more.
  /// - Parameter room: how much less than now that is, in bytes.
  static func round(_ stage: Stage, room: Int64) throws -> Int64 {
    while true { if let time = try attempt(stage, room: room) { return time } }
  }

  /// Nil when something else on the machine took what the hog was to take, or gave back more.
  private static func attempt(_ stage: Stage, room: Int64) throws -> Int64? {
    let notes = try Notes("/dev/shm/roost-bench-\(getpid())-earlyoom")
    let limit = try available() - room
    let hog = ([stage.program("hog")] + notes.arguments(steps: mostSteps)).joined(separator: " ")
    let output = try Pipe()
    // Both limits are the same: SIGKILL at once. Any amount of free swap counts as too little.
    let kept = "\(limit / 1024),\(limit / 1024)"
    let child = try Spawned(
      "/usr/bin/setpriv",
      [
        // When this program ends, for any reason, everybody in the namespace ends with it.
        "--pdeathsig", "KILL", "/usr/bin/unshare", "--pid", "--fork", "--mount-proc", "--kill-child", "/bin/sh", "-c",
        "\(hog) & exec \(program) -r 0 -M \(kept) -s 100,100 --prefer '^hog$'",
      ], environment: ["PATH=/usr/bin:/bin"],
      descriptors: [(output.writing, STDOUT_FILENO), (output.writing, STDERR_FILENO)])
    defer { withExtendedLifetime(child) {} }
    output.closeWriting()
    var lines = LineReader(output.reading)
    func wait(for text: String) throws {
      while let line = lines.next() { if line.contains(text) { return } }
      throw BenchError.silent(program: program)
    }
    _ = try notes.waitUntilReady()
    try wait(for: "SIGKILL when mem")
    // Anywhere between two of its looks, which are 100 ms apart.
    usleep(.random(in: 100_000..<200_000))
    notes.go()
    while notes.count <= mostSteps {
      var outputs = pollfd(fd: output.reading, events: Int16(POLLIN), revents: 0)
      guard poll(&outputs, 1, 100) > 0 else { continue }
      try wait(for: "sending SIGKILL to process")
      try wait(for: "process exited")
      return notes.time { $0.available <= limit }
    }
    return nil
  }

  private static func available() throws -> Int64 {
    let text = try String(contentsOfFile: "/proc/meminfo", encoding: .utf8)
    return Int64(number(after: "MemAvailable:", in: text)) * 1024
  }
}
