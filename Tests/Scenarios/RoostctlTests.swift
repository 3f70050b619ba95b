// roostctl as scripts use it: exit statuses, --json, and what it says when nobody answers (roostctl(1)).
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct RoostctlTests {
  @Test("roostctl lives a whole life by its exit statuses and its JSON")
  func wholeLife() throws {
    let test = try TestDevice()
    func roostctl(_ arguments: String...) throws -> Run { try Run(arguments, socket: test.daemon.socket) }

    #expect(try roostctl("launch", "com.example.notes").status == 0)
    #expect(try roostctl("home").status == 0)
    let list = try roostctl("apps", "--json")
    let apps = try #require(try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]])
    let notes = try #require(apps.first { $0["id"] as? String == "com.example.notes" })
    #expect(notes["state"] as? String == "suspended")
    #expect(
      Set(notes.keys).isSuperset(of: ["id", "state", "pid", "style", "footprint", "scenes", "assertions", "lastExit"]))
    #expect(try roostctl("quit", "com.example.notes").status == 0)
    let exits = try roostctl("exits", "--json", "com.example.notes")
    let records = try #require(try JSONSerialization.jsonObject(with: Data(exits.output.utf8)) as? [[String: Any]])
    #expect(records.last?["code"] as? String == "0xdeadfa11")
    #expect(
      Set(try #require(records.last).keys).isSuperset(of: [
        "app", "pid", "time", "state", "namespace", "code", "reason", "signal", "status", "footprint", "cpu",
        "callback",
        "elapsed",
      ]))
  }

  @Test("roostctl exits 1 when refused, 2 on wrong usage, 3 when no daemon answers, with the next step in words")
  func statuses() throws {
    let test = try TestDevice()
    let refused = try Run(["launch", "com.example.nobody"], socket: test.daemon.socket)
    #expect(refused.status == 1 && refused.errors.contains("com.example.nobody"))
    let usage = try Run(["launch"], socket: test.daemon.socket)
    #expect(usage.status == 2)
    let alone = try Run(["apps"], socket: test.daemon.directory.path + "/nobody")
    #expect(alone.status == 3 && alone.errors.contains("--socket"))
  }

  @Test("A line that ArgumentParser does not read says what the same line says that it reads, and ends as that ends")
  func plainLines() throws {
    let test = try TestDevice()
    // ArgumentParser alone takes a value behind a sign of equality.
    func compare(_ line: String) throws {
      let words = line.split(separator: " ").map(String.init)
      let plain = try Run(words, socket: test.daemon.socket)
      let parsed = try Run(words + ["--socket=" + test.daemon.socket])
      #expect(plain.status == parsed.status, "\(line)")
      #expect(plain.output == parsed.output, "\(line)")
      #expect(plain.errors == parsed.errors, "\(line)")
    }
    let (notes, nobody) = (test.notes.id, "com.example.nobody")
    try test.notes.launch()
    try test.notes.quit()
    for line in [
      "apps", "apps --json", "apps --no-wait", "apps more", "status", "status \(notes)", "status --json \(notes)",
      "status \(nobody)", "status help", "launch \(nobody)", "launch help", "launch", "launch --background",
      "activate \(notes)", "activate \(notes) --background",
      "quit \(nobody)",
      "quit \(notes)", "terminate \(notes)", "home more", "home --json", "lock", "--version", "--version more",
      "apps --json --json",
    ] { try compare(line) }
    for line in [
      "launch \(notes)", "launch \(notes) --json", "launch --no-wait \(notes)", "activate \(notes)", "home",
      "home --json --no-wait",
      "launch \(notes) --background", "lock --json",
    ] { try compare(line) }
    #expect(try Run(["apps"], socket: test.daemon.socket).output.contains(notes))
  }

  @Test("roostctl monitor --json prints one object a line while things happen")
  func monitor() throws {
    let test = try TestDevice()
    let printed = test.daemon.directory.path + "/monitor"
    let monitor = try Program(
      Programs.roostctl, ["monitor", "--json", "--socket", test.daemon.socket], output: printed, errors: printed)
    func text() -> String { (try? String(contentsOfFile: printed, encoding: .utf8)) ?? "" }
    // Its watch has begun when a banner that is shown again and again comes through.
    try eventually("the watch has begun") {
      try test.device.banner("begun")
      return text().contains("begun")
    }
    try test.notes.launch()
    try test.notes.quit()
    try eventually("the exit is printed") { text().contains(#""type":"exit""#) && text().hasSuffix("\n") }
    monitor.signal(SIGTERM)
    monitor.wait()
    for line in text().split(separator: "\n") {
      let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(event["time"] is Int && event["type"] is String)
      if event["type"] as? String == "exit" {
        #expect(event["code"] as? String == "0xdeadfa11")
        #expect((event["exit"] as? [String: Any])?["code"] as? String == "0xdeadfa11")
      }
    }
  }

  @Test("A callback is told of when it begins, and its app's status has it and its deadline until it returns")
  func underWay() throws {
    let test = try TestDevice(deadlines: "leave = \"1h\"")
    try test.faulty.launch("hang=didEnterBackground")
    let pid = try #require(try test.faulty.pid)
    // The daemon's own end would wait for it.
    defer { kill(pid, SIGKILL) }
    let start = test.events.now
    _ = try ControlClient(socket: test.daemon.socket).call(DeviceInterface.Home(wait: false))
    try test.events.wait(for: "didEnterBackground to begin", from: start) {
      $0.kind == .entering(app: test.faulty.id, name: "didEnterBackground")
    }
    let status = try test.faulty.status()
    #expect(status.callback?.name == "didEnterBackground")
    let deadline = try #require(status.deadlines.first { $0.step == "enterBackground" })
    #expect(deadline.limit == 3_600_000_000_000 && deadline.elapsed < deadline.limit)
    #expect(try test.notes.status().callback == nil)
    #expect(test.events.callbacks(of: test.faulty.id, from: start) == ["willResignActive"])
  }

  struct Run {
    let status: Int32
    let output: String
    let errors: String

    init(_ arguments: [String], socket: String) throws { try self.init(arguments + ["--socket", socket]) }

    init(_ arguments: [String]) throws {
      let printed = "/tmp/roost-test-run-\(UInt64.random(in: 0 ... .max))"
      defer { for part in [".out", ".err"] { try? FileManager.default.removeItem(atPath: printed + part) } }
      let program = try Program(
        Programs.roostctl, arguments, output: printed + ".out", errors: printed + ".err")
      status = program.wait()
      output = try String(contentsOfFile: printed + ".out", encoding: .utf8)
      errors = try String(contentsOfFile: printed + ".err", encoding: .utf8)
    }
  }
}
