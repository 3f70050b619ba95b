// A UIKit app with no supervisor: the baseline of a launch.
import Foundation

/// An app that was started by posix_spawn(3) and led to the foreground over its two pipes, with no supervisor.
struct BareApp {
  private let events: Pipe
  private let replies: Pipe
  /// To the program that starts it, if there is one in between.
  private let orders: Pipe?
  let child: Spawned
  /// Nanoseconds from execve(2), which posix_spawn(3) waits for, until it has said hello.
  let hello: Int64
  /// Nanoseconds from its start until it is in front.
  let active: Int64

  /// - Parameter floor: Benchmarks/programs/floor.c, where that is to start it.
  init(_ bundle: String, _ path: String, container: String, by floor: String? = nil) throws {
    events = try Pipe()
    replies = try Pipe()
    // Its output goes nowhere: standard output is the table's.
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(null) }
    let environment = [
      "ROOST_PROTOCOL=1", "ROOST_EVENTS_FD=3", "ROOST_REPLIES_FD=4", "ROOST_BUNDLE=\(bundle)", "HOME=\(container)",
      "TMPDIR=\(container)/tmp", "PWD=\(container)",
    ]
    let channel: [(ours: CInt, childs: CInt)] = [(null, STDOUT_FILENO), (events.reading, 3), (replies.writing, 4)]
    let began: Int64
    if let floor {
      let orders = try Pipe()
      self.orders = orders
      child = try Spawned(
        floor, [Floor.cgroups, path], environment: environment, descriptors: [(orders.reading, STDIN_FILENO)] + channel)
      rest()
      began = monotonicNow()
      var step = Floor.Step.cgroup.rawValue
      guard write(orders.writing, &step, 1) == 1 else { throw BenchError.system(action: "tell floor", errno: errno) }
    } else {
      orders = nil
      began = monotonicNow()
      child = try Spawned(path, environment: environment, descriptors: channel)
    }
    let executed = monotonicNow()
    replies.closeWriting()

    var lines = LineReader(replies.reading)
    func wait(for beginning: String) throws {
      while let line = lines.next() { if line.hasPrefix(beginning) { return } }
      throw BenchError.silent(program: path)
    }
    try wait(for: #"{"hello""#)
    hello = monotonicNow() - executed
    try Self.tell(
      events,
      #"{"seq":1,"event":"launch","state":"inactive","style":"app","orientation":"portrait","options":{},"exits":[]}"#)
    try wait(for: #"{"ack":1"#)
    try Self.tell(events, #"{"seq":2,"event":"didBecomeActive","state":"active"}"#)
    try wait(for: #"{"ack":2"#)
    active = monotonicNow() - began
  }

  private static func tell(_ events: Pipe, _ line: String) throws {
    let bytes = Array((line + "\n").utf8)
    guard write(events.writing, bytes, bytes.count) == bytes.count else {
      throw BenchError.system(action: "tell an app", errno: errno)
    }
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

  /// By SIGKILL, with its last reference; where another program has started it, by the end of its events, for which that waits.
  consuming func end() throws {
    guard let orders else { return }
    events.closeWriting()
    orders.closeWriting()
    try child.wait()
  }
}
