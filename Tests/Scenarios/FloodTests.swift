// Apps that never stop writing: everybody else is served as ever, and they are ended with a reason.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(40))) struct FloodTests {
  /// An app that is active, and then writes one line for ever.
  private static func flood(_ name: String, line: String) throws -> String {
    try PythonApp.make(
      name, on: ["didBecomeActive": "say({'ack': event['seq']})\nwhile True: os.write(4, LINES)"],
      functions: "LINES = \(line) * 8")
  }

  @Test(
    "An app that waits for its own channel in hundreds of thousands of places is ended, before each event takes long")
  func waiters() throws {
    // In Python, as an app may: 400 sets of 1,000 descriptors each.
    let body = """
      resource.setrlimit(resource.RLIMIT_NOFILE, (2048, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
      places = [os.dup(3) for _ in range(1000)]
      globals()["sets"] = [select.epoll() for _ in range(400)]
      for each in sets:
        for place in places: each.register(place, select.EPOLLIN)
      note("waiting")
      """
    let app = try PythonApp.make("waiters", on: ["launch": body], functions: "import resource, select\n")
    // A busy machine takes its time for so many places.
    let test = try TestDevice(deadlines: "launch = \"60s\"", apps: [app])
    let waiters = test.device.app("com.example.waiters")
    // It may be ended in the middle of either.
    _ = try? waiters.launch()
    #expect(test.notes(of: waiters.id) == ["waiting"])
    try eventually("it is ended") {
      _ = try? test.device.home()
      _ = try? waiters.launch()
      return try waiters.exits().last?.text.contains("wait for its channel") == true
    }
  }

  @Test("An app that never stops writing is ended with the reason, and the others are served meanwhile")
  func flood() throws {
    let test = try TestDevice(
      apps: TestDevice.samples + [
        try Self.flood("flood", line: #"(b'{"trace":{"entering":"x","more":"' + b'x' * 1000 + b'"}}\n')"#)
      ])
    let flood = test.device.app("com.example.flood")
    try flood.launch()
    let exit = try test.waitForEnd(of: flood)
    #expect(exit.text.contains("it sent, or asked for, more than 4 MiB in 10 s"), "\(exit.text)")
    #expect(try test.notes.launch().state == .active)
  }

  @Test("Apps that keep the daemon busy hold up no command, and it ends when it is told to")
  func many() throws {
    let names = (0..<8).map { "flood\($0)" }
    // Short messages: each costs the daemon a turn.
    let apps = try names.map { try Self.flood($0, line: #"(b'{"trace":{"entering":"x"}}\n' * 20)"#) }
    let test = try TestDevice(apps: TestDevice.samples + apps)
    for name in names { try test.device.app("com.example.\(name)").launch() }
    #expect(try test.notes.launch().state == .active)
    try test.device.home()
    #expect(try test.device.apps().count == TestDevice.samples.count + names.count)
    test.daemon.stop()
  }

  @Test("JSON that nests without end ends its sender at once, and is not read again by the next daemon")
  func nested() throws {
    let deep = try PythonApp.make(
      "deep",
      on: [
        "didBecomeActive": """
        line = b'{"request":1,"method":"requestScene","params":{"activity":' + b'[' * 400 + b']' * 400 + b'}}\\n'
        os.write(4, line * 63)
        """
      ])
    let test = try TestDevice(apps: TestDevice.samples + [deep])
    let app = test.device.app("com.example.deep")
    _ = try? app.launch()
    let exit = try test.waitForEnd(of: app)
    #expect(exit.text.contains("JSON that nests deeper than 32 levels"), "\(exit.text)")
    try test.daemon.restart(after: SIGKILL)
    #expect(try Device(socket: test.daemon.socket).app("com.example.clock").launch().state == .active)
  }
}
