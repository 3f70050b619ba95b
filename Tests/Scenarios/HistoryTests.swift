// The history: what the daemon keeps of the past, and the pictures and numbers that are made of it.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.timeLimit(.minutes(40))) struct HistoryTests {
  /// All that the daemon has.
  private func entries(_ daemon: PrivateDaemon) throws -> [HistoryInterface.Entry] {
    let client = try ControlClient(socket: daemon.socket)
    var all: [HistoryInterface.Entry] = []
    while true {
      let more = try client.call(HistoryInterface.Read(after: all.last?.position)).entries
      guard !more.isEmpty else { return all }
      all += more
    }
  }

  @Test("A life is in the history from the request to the acknowledgement, each entry with its cause")
  func life() throws {
    let test = try TestDevice()
    try test.notes.launch()
    try test.device.home()
    try test.wait(for: .suspended, of: test.notes)
    try test.notes.launch()
    try test.notes.quit()
    let all = try entries(test.daemon)
    let own = all.filter { $0.app == test.notes.id }
    #expect(
      own.filter { $0.kind == .state }.map(\.name) == [
        "inactive", "active", "inactive", "background", "suspended", "background", "inactive", "active",
        "inactive", "background", "notRunning",
      ])
    let launch = try #require(all.first { $0.kind == .asked && $0.name == "launch" })
    let sent = try #require(own.first { $0.kind == .sent && $0.name == "didFinishLaunching" })
    let acknowledged = try #require(own.first { $0.kind == .acknowledged && $0.number == sent.number })
    #expect(try #require(own.first { $0.kind == .launched }).cause == launch.position)
    let active = try #require(own.first { $0.kind == .sent && $0.name == "didBecomeActive" })
    #expect(active.cause == acknowledged.position)
    let done = try #require(all.first { $0.kind == .answered && $0.number == launch.number })
    #expect(done.name == "done" && done.position > acknowledged.position)
    #expect(own.contains { $0.kind == .freezing } && own.contains { $0.kind == .thawed })
    #expect(own.contains { $0.kind == .footprint && ($0.value ?? 0) > 0 })
    #expect(own.last { $0.kind == .exit }?.name == "force-quit")
    #expect(all.map(\.position) == all.map(\.position).sorted() && all.map(\.time) == all.map(\.time).sorted())
  }

  @Test("Looks at the screen of an app are not in the history, however many, and what the user does is")
  func looks() throws {
    let test = try TestDevice(apps: [Programs.app("form")])
    let form = test.device.app("com.example.form")
    try form.launch()
    let before = try entries(test.daemon).count
    for _ in 0..<20 {
      _ = try form.screen()
      _ = try form.elements()
    }
    #expect(try entries(test.daemon).count == before)
    try form.send(input: #"{"type":"text","text":"picture"}"#)
    #expect(try entries(test.daemon).dropFirst(before).map(\.kind) == [.asked, .sent, .acknowledged, .answered])
  }

  @Test("The growth of an app's output is in the history, where it goes to a file")
  func output() throws {
    let test = try TestDevice()
    try test.notes.launch()
    try test.device.home()
    let file = "\(test.daemon.directory.path)/state/logs/\(test.notes.id).log"
    let give = ContinuousClock.now + .seconds(30)
    func told() throws -> Int64? {
      try entries(test.daemon).last { $0.kind == .output && $0.app == test.notes.id }?.value
    }
    func length() -> Int64 { (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int64) ?? 0 }
    while try told() != length() || length() == 0, ContinuousClock.now < give { usleep(20_000) }
    #expect(try told() == length() && length() > 0)
  }

  @Test("The next daemon has the history of the one before, also when that was killed")
  func restart() throws {
    let test = try TestDevice()
    try test.notes.launch()
    let before = try entries(test.daemon)
    try test.daemon.restart(after: SIGKILL)
    let after = try entries(test.daemon)
    #expect(Array(after.prefix(before.count)) == before)
    #expect(after.filter { $0.kind == .began }.count == 2)
  }

  @Test("roostctl timeline draws a picture and a page of a real life")
  func timeline() throws {
    let test = try TestDevice()
    try test.notes.launch()
    try test.device.home()
    try test.wait(for: .suspended, of: test.notes)
    for name in ["day.svg", "day.html"] {
      let file = test.daemon.directory.path + "/" + name
      let run = try RoostctlTests.Run(["timeline", "-o", file], socket: test.daemon.socket)
      #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      for part in ["com.example.notes", "band suspended", "didEnterBackground", ">launch<", ">home<"] {
        #expect(text.contains(part), "\(part)")
      }
      #expect(text.hasPrefix(name.hasSuffix("svg") ? "<svg" : "<!doctype html>"))
    }
    let refused = try RoostctlTests.Run(["timeline", "-o", "/nonexistent/x.svg"], socket: test.daemon.socket)
    #expect(refused.status == 1 && refused.errors.contains("unable to write /nonexistent/x.svg"))
  }

  /// A `roostctl timeline --live` that has drawn for the first time, and the file that it says things to.
  private func drawer(_ test: TestDevice, _ file: String, _ options: [String] = []) throws -> (Program, said: String) {
    let said = file + ".said"
    let drawer = try Program(
      Programs.roostctl, ["timeline", "--live", "-o", file, "--socket", test.daemon.socket] + options, output: said,
      errors: said)
    try eventually("it draws") { FileManager.default.fileExists(atPath: file) }
    return (drawer, said)
  }

  private func text(_ file: String) -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }

  @Test("roostctl timeline --live draws what happens, whole at any time, and leaves the file alone while nothing does")
  func liveTimeline() throws {
    let test = try TestDevice()
    let file = test.daemon.directory.path + "/now.html"
    let begin = ContinuousClock.now
    let (drawer, said) = try drawer(test, file, ["--json"])
    #expect(!text(file).contains(#"band active" data-x"#))
    try test.notes.launch()
    try eventually("the launch is drawn") {
      let page = text(file)
      #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n") && page.contains(" data-live>"))
      return page.contains(#"band active" data-x"#)
    }
    try test.device.home()
    try eventually("the suspension is drawn") { text(file).contains(#"band suspended" data-x"#) }
    // Only a drawer that rests lets the file become that old.
    try eventually("it rests") {
      let date = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
      return -(date?.timeIntervalSinceNow ?? 0) > 3
    }
    drawer.signal(SIGINT)
    #expect(drawer.wait() == 0)
    let took = ContinuousClock.now - begin
    #expect(text(file).contains(#"band suspended" data-x"#) && !text(file).contains(" data-live>"))
    let written = try #require(
      try JSONSerialization.jsonObject(with: Data(text(said).utf8)) as? [String: Any], "\(text(said))")
    #expect(written["file"] as? String == file && written["apps"] as? [String] == [test.notes.id])
    #expect(try (10...entries(test.daemon).count).contains(#require(written["entries"] as? Int)))
    // The first and the last, and one a second between; it rested for three.
    let drawings = try #require(written["drawings"] as? Int)
    #expect(drawings >= 3 && Int64(drawings) <= took.components.seconds, "\(drawings) in \(took)")
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
    let beside = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      ![file, said].contains(folder + "/" + $0)
    }
    #expect(!beside.contains { (folder + "/" + $0).hasPrefix(file) }, "\(beside)")
  }

  @Test("roostctl timeline --live ends with its daemon, says how much it drew, and fails where it cannot write")
  func liveTimelineEnds() throws {
    let test = try TestDevice()
    let file = test.daemon.directory.path + "/now.svg"
    try test.notes.launch()
    let (drawer, said) = try drawer(test, file, [test.notes.id])
    #expect(text(said).isEmpty || text(said) == "drawing into \(file); Ctrl-C ends it\n")
    try test.daemon.restart(after: SIGKILL)
    #expect(drawer.wait() == 0)
    #expect(text(said).contains("drew ") && text(said).contains("1 app, into \(file)"), "\(text(said))")
    #expect(text(file).hasSuffix("</svg>\n") && text(file).contains(#"band active" data-x"#))
    let refused = try RoostctlTests.Run(
      ["timeline", "--live", "-o", "/nonexistent/x.svg"], socket: test.daemon.socket)
    #expect(refused.status == 1 && refused.errors.contains("unable to write /nonexistent/x.svg:"), "\(refused.errors)")
  }

  @Test(
    "roostctl timeline --live writes through no link, and waits at no FIFO, that others have laid in the place of its file"
  )
  func liveTimelineInAFolderOfOthers() throws {
    let test = try TestDevice()
    let folder = test.daemon.directory.path + "/all", mine = test.daemon.directory.path + "/mine"
    try #require(mkdir(folder, 0o700) == 0 && chmod(folder, 0o1777) == 0)
    try "text".write(toFile: mine, atomically: true, encoding: .utf8)
    for lay in [{ symlink(mine, folder + "/now.svg") }, { mkfifo(folder + "/now.svg", 0o600) }] {
      #expect(lay() == 0)
      let run = try RoostctlTests.Run(
        ["timeline", "--live", "-o", folder + "/now.svg"], socket: test.daemon.socket)
      #expect(run.status == 1 && run.errors.contains("others may write to its folder"), "\(run.errors)")
      #expect(text(mine) == "text")
      unlink(folder + "/now.svg")
    }
  }

  @Test("roostctl trace has the signposts that the journal has of an app")
  func signposts() throws {
    let test = try TestDevice()
    let pid = try #require(try test.notes.launch().pid)
    // In place of a machine's journal, which a test may not write to.
    let folder = test.daemon.directory.path
    let now = monotonicNanoseconds() / 1000
    let entry =
      #"{"SIGNPOST_TYPE":"event","SIGNPOST_NAME":"Draw","_PID":"\#(pid)","__MONOTONIC_TIMESTAMP":"\#(now)"}"#
    try Data("#!/bin/sh\necho '\(entry)'\n".utf8).write(to: URL(fileURLWithPath: folder + "/script"))
    // By another process: children of this one, which other tests start, have the file open for writing until they run their
    // program, and nobody may run it meanwhile (execve(2), ETXTBSY).
    let copy = try Program(
      "/usr/bin/install", ["-m", "755", folder + "/script", folder + "/journalctl"], output: "/dev/null",
      errors: "/dev/null")
    try #require(copy.wait() == 0)
    let file = folder + "/trace.json", said = folder + "/said"
    let path = folder + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let run = try Program(
      Programs.roostctl, ["trace", "-o", file, "--socket", test.daemon.socket], output: said, errors: said,
      environment: ["PATH": path])
    #expect(run.wait() == 0)
    let trace = try JSONSerialization.jsonObject(with: try Data(contentsOf: URL(fileURLWithPath: file)))
    let events = try #require((trace as? [String: Any])?["traceEvents"] as? [[String: Any]])
    let draw = try #require(events.first { $0["name"] as? String == "Draw" })
    let notes = try #require(
      events.first { ($0["args"] as? [String: Any])?["name"] as? String == test.notes.id })
    #expect(draw["pid"] as? Int == notes["pid"] as? Int)
  }

  private func monotonicNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  @Test("roostctl metrics counts what happened, in a form that Prometheus' own tool accepts")
  func metrics() throws {
    let test = try TestDevice()
    try test.notes.launch()
    try test.device.home()
    try test.wait(for: .suspended, of: test.notes)
    try test.notes.launch()
    try test.notes.quit()
    _ = try? test.device.app("com.example.nobody").launch()
    let run = try RoostctlTests.Run(["metrics"], socket: test.daemon.socket)
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n").map(String.init)
    for line in [
      "roost_launches_total 1", "roost_suspensions_total 1", "roost_resumptions_total 1",
      "roost_exits_total{reason=\"force-quit\"} 1", "roost_suspension_duration_seconds_count 1",
      "roost_launch_duration_seconds_bucket{le=\"+Inf\"} 1", "roost_requests_refused_total 1",
      "roost_memory_pressure{level=\"normal\"} 1", "roost_apps{state=\"active\"} 0",
    ] { #expect(lines.contains(line), "\(line) is not in \(run.output)") }
    let promtool = "/usr/bin/promtool"
    try #require(FileManager.default.isExecutableFile(atPath: promtool), "tools/requirements test installs prometheus")
    let file = test.daemon.directory.path + "/metrics"
    try Data(run.output.utf8).write(to: URL(fileURLWithPath: file))
    let said = file + ".said"
    let check = try Program("/bin/sh", ["-c", "exec \(promtool) check metrics <\(file)"], output: said, errors: said)
    let status = check.wait()
    #expect(status == 0, "\((try? String(contentsOfFile: said, encoding: .utf8)) ?? "")")
  }
}
