// A daemon whose machine, container or unit has no task left, because one of its apps has taken all that there are.
import ControlAPI
import Foundation
import RoostTesting
import Testing

/// A cgroup with the controller pids, of cgroup v1 or v2, for a test's daemon and its apps.
private final class TaskLimit {
  let path: String

  init() throws {
    path = "\(Self.place)/roost-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { rmdir(path) }

  static let place = "/sys/fs/cgroup/pids"

  var count: Int {
    (try? String(contentsOfFile: path + "/pids.current", encoding: .utf8)).flatMap { Int($0.dropLast()) } ?? 0
  }

  func limit(to tasks: Int?) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path + "/pids.max"))
    try file.write(contentsOf: Data((tasks.map(String.init) ?? "max").utf8))
  }
}

@Suite(
  .serialized, .timeLimit(.minutes(40)),
  .enabled(
    if: geteuid() == 0 && access(TaskLimit.place + "/cgroup.procs", W_OK) == 0,
    "no controller pids of cgroup v1 that may be written to"))
struct TaskLimitTests {
  @Test("An app that takes all tasks there are keeps neither the daemon nor those who ask it waiting")
  func noTasks() throws {
    let bomb = try PythonApp.make(
      "bomb",
      on: [
        "didBecomeActive": """
        import time
        if os.fork() == 0:
          while True:
            try:
              if os.fork() == 0:
                time.sleep(1000)
            except OSError:
              time.sleep(0.001)
        """
      ])
    let limit = try TaskLimit()
    let daemon = try PrivateDaemon(
      roostd: Programs.roostd, apps: [bomb, Programs.app("notes")],
      configuration: "[apps]\nuser = \"root\"\nread = \(TestDevice.programs)\n[cgroups]\nuse = false\n",
      manager: ["/bin/sh", "-c", "echo $$ >\(limit.path)/cgroup.procs; exec \"$@\"", "sh"])
    defer { try? limit.limit(to: nil) }
    let device = try Device(socket: daemon.socket)
    let app = device.app("com.example.bomb")
    try device.setPasscode("1234")
    try limit.limit(to: limit.count + 40)
    try app.launch()
    // Threads that libdispatch had for others would still be there for 5 s.
    sleep(7)
    #expect(limit.count >= 30)
    let began = Date()
    #expect(try app.exits().isEmpty)
    try device.home()
    try device.lock()
    try device.unlock(passcode: "1234")
    try app.terminate()
    #expect(try app.exits().count == 1)
    #expect(Date().timeIntervalSince(began) < 60)
    try limit.limit(to: nil)
    try device.app("com.example.notes").launch()
  }
}
