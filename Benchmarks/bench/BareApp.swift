// A UIKit app with no supervisor: the baseline of a launch.
import Foundation

/// An app that was started by posix_spawn(3) and led to the foreground over its two pipes, with no supervisor.
struct BareApp {
  private let events: Pipe
  private let replies: Pipe
  let child: Spawned
  /// Nanoseconds from execve(2), which posix_spawn(3) waits for, until it has said hello.
  let hello: Int64

  init(_ bundle: String, _ path: String, container: String) throws {
    events = try Pipe()
    replies = try Pipe()
    // Its output goes nowhere: standard output is the table's.
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(null) }
    child = try Spawned(
      path,
      environment: [
        "ROOST_PROTOCOL=1", "ROOST_EVENTS_FD=3", "ROOST_REPLIES_FD=4", "ROOST_BUNDLE=\(bundle)", "HOME=\(container)",
        "TMPDIR=\(container)/tmp", "PWD=\(container)",
      ],
      descriptors: [(null, STDOUT_FILENO), (events.reading, 3), (replies.writing, 4)])
    let executed = monotonicNow()
    replies.closeWriting()

    var lines = LineReader(replies.reading)
    func wait(for beginning: String) throws {
      while let line = lines.next() { if line.hasPrefix(beginning) { return } }
      throw BenchError.silent(program: path)
    }
    try wait(for: #"{"hello""#)
    hello = monotonicNow() - executed
    send(
      #"{"seq":1,"event":"launch","state":"inactive","style":"app","orientation":"portrait","options":{},"exits":[]}"#)
    try wait(for: #"{"ack":1"#)
    send(#"{"seq":2,"event":"didBecomeActive","state":"active"}"#)
    try wait(for: #"{"ack":2"#)
  }

  private func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(events.writing, bytes, bytes.count)
  }

  /// Bytes of its share of all memory that it has mapped, and of what nobody else has mapped (`Pss` and `Private` of
  /// smaps_rollup, proc_pid_smaps(5)).
  func memory() throws -> (share: Double, own: Double) {
    let text = try String(contentsOfFile: "/proc/\(child.pid)/smaps_rollup", encoding: .utf8)
    func kilobytes(_ name: String) -> Double {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      return line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    }
    return (kilobytes("Pss") * 1024, (kilobytes("Private_Clean") + kilobytes("Private_Dirty")) * 1024)
  }

  /// By SIGKILL, with its last reference.
  consuming func end() {}
}
