// The time of a daemon for tests: it stands still, jumps by command, and leads to the same life each time.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct VirtualTimeTests {
  private func roostctl(_ arguments: [String], _ test: TestDevice) throws -> RoostctlTests.Run {
    try RoostctlTests.Run(arguments, socket: test.daemon.socket)
  }

  @Test(
    "BG2 in virtual time an app that hangs lives for its five seconds and no longer, and as long as nobody moves it")
  func deadline() throws {
    let test = try TestDevice(virtualTime: true)
    try test.faulty.launch("hang=didEnterBackground")
    #expect(try roostctl(["home", "--no-wait"], test).status == 0)
    let pid = Int32(try #require(try test.faulty.pid))
    try test.device.advance(by: .milliseconds(4_999), patience: .milliseconds(50))
    #expect(KernelView.isAlive(pid))
    #expect(try test.faulty.exits().isEmpty)
    try test.device.advance(by: .milliseconds(1), patience: .milliseconds(50))
    let record = try test.waitForEnd(of: test.faulty)
    #expect(record.code == "0x8badf00d" && record.callback == "didEnterBackground")
    #expect(record.elapsed == 5_000_000_000)
    #expect(!KernelView.isAlive(pid))
  }

  @Test(
    "In virtual time an app that is killed on the way has ended when the time has been moved on, however short the patience"
  )
  func killedOnTheWay() throws {
    let test = try TestDevice(virtualTime: true)
    try test.faulty.launch("hang=didReceiveMemoryWarning")
    let pid = Int32(try #require(try test.faulty.pid))
    #expect(try roostctl(["memory", "warn", "com.example.faulty", "--no-wait"], test).status == 0)
    try test.device.advance(by: .seconds(60), patience: .milliseconds(1))
    #expect(try test.faulty.state == .notRunning)
    #expect(!KernelView.isAlive(pid))
    // With a patience so short, its word that it is in the callback may come after the time has moved, and counts from then.
    let record = try #require(try test.faulty.exits().last)
    #expect(record.code == "0x8badf00d" && record.callback == "didReceiveMemoryWarning")
  }

  @Test("BX1 a task of thirty seconds expires when they have passed for the daemon, and then its app sleeps")
  func backgroundTask() throws {
    let app = try PythonApp.make(
      "busy",
      on: [
        "didEnterBackground": "global task\ntask = ask('beginBackgroundTask', name='upload')['result']['task']",
        "expireTasks": "note('expired')\nask('endBackgroundTask', task=task)",
      ])
    let test = try TestDevice(apps: [app], virtualTime: true)
    let busy = test.device.app("com.example.busy")
    try busy.launch()
    try test.device.home()
    #expect(try busy.state == .background)
    try test.device.advance(by: .seconds(29))
    #expect(test.notes(of: busy.id).isEmpty)
    try test.device.advance(by: .seconds(1))
    #expect(test.notes(of: busy.id) == ["expired"])
    #expect(try busy.state == .suspended)
  }

  @Test("BX4 a refresh in four hours is there when four hours are moved on, also by the next daemon")
  func refresh() throws {
    let app = try PythonApp.make(
      "planner",
      on: [
        "willResignActive":
          "import time\nask('submitTaskRequest', identifier='sync', kind='refresh', earliest=time.time() + 14400)",
        "backgroundEvent": "note('task ' + event['payload']['identifier'])",
      ],
      keys: ["UIBackgroundModes": ["fetch"], "BGTaskSchedulerPermittedIdentifiers": ["sync"]])
    let test = try TestDevice(apps: [app], virtualTime: true)
    let planner = test.device.app("com.example.planner")
    try planner.launch()
    try test.device.home()
    try test.device.advance(by: .seconds(3 * 3600))
    #expect(test.notes(of: planner.id).isEmpty)
    try test.daemon.restart(after: SIGKILL)
    let device = try Device(socket: test.daemon.socket)
    try device.advance(by: .seconds(3600 + 60))
    #expect(test.notes(of: planner.id) == ["task sync"])
    #expect(try device.app(planner.id).state == .suspended)
  }

  @Test(
    "BX4 a date that an app names after ten hours were moved on is as far ahead for the device as it is for the app")
  func datesOfAnApp() throws {
    let app = try PythonApp.make(
      "planner",
      on: [
        "willResignActive": """
        import time
        now = time.time()
        ask('submitTaskRequest', identifier='sync', kind='refresh', earliest=now + 14400)
        ask('scheduleNotification', identifier='tea', title='Tea', at=[now + 7200, now + 10800])
        for request in ask('pendingTaskRequests')['result']['requests']:
          note('in %.0f s' % (request['earliest'] - time.time()))
        """,
        "didBecomeActive": """
        import time
        for shown in ask('deliveredNotifications')['result']['notifications']:
          note('%s %.0f s ago' % (shown['identifier'], time.time() - shown['date']))
        """,
        "backgroundEvent": "note('task ' + event['payload']['identifier'])",
      ],
      keys: ["UIBackgroundModes": ["fetch"], "BGTaskSchedulerPermittedIdentifiers": ["sync"]])
    let test = try TestDevice(apps: [app], virtualTime: true)
    let planner = test.device.app("com.example.planner")
    try test.device.advance(by: .seconds(36_000))
    try planner.launch()
    try test.device.home()
    let start = test.notes(of: planner.id)
    #expect(start == ["in 14400 s"])
    try test.device.advance(by: .seconds(7199))
    #expect(try planner.notifications().isEmpty)
    try test.device.advance(by: .seconds(1))
    #expect(try planner.notifications().map(\.identifier) == ["tea"])
    try test.device.advance(by: .seconds(7199))
    #expect(test.notes(of: planner.id) == start)
    try test.device.advance(by: .seconds(1))
    #expect(test.notes(of: planner.id) == start + ["task sync"])
    try planner.activate()
    #expect(test.notes(of: planner.id) == start + ["task sync", "tea 3600 s ago"])
  }

  @Test("BX4 a date is as far ahead as it was when its app asked, however long the request was on its way")
  func slowRequest() throws {
    let app = try PythonApp.make(
      "planner",
      on: [
        "willResignActive": """
        import time
        now = time.time() - 5
        say({"request": 1, "method": "submitTaskRequest", "now": now,
             "params": {"identifier": "sync", "kind": "refresh", "earliest": now + 14400}})
        say({"request": 2, "method": "scheduleNotification", "now": now,
             "params": {"identifier": "tea", "title": "Tea", "at": [now + 7200]}})
        """,
        "backgroundEvent": "note('task ' + event['payload']['identifier'])",
      ],
      keys: ["UIBackgroundModes": ["fetch"], "BGTaskSchedulerPermittedIdentifiers": ["sync"]])
    let test = try TestDevice(apps: [app], virtualTime: true)
    let planner = test.device.app("com.example.planner")
    try planner.launch()
    try test.device.home()
    try test.device.advance(by: .seconds(7199))
    #expect(try planner.notifications().isEmpty)
    try test.device.advance(by: .seconds(1))
    #expect(try planner.notifications().map(\.identifier) == ["tea"])
    try test.device.advance(by: .seconds(7199))
    #expect(test.notes(of: planner.id).isEmpty)
    try test.device.advance(by: .seconds(1))
    #expect(test.notes(of: planner.id) == ["task sync"])
  }

  @Test("In virtual time an app's list of planned notifications and its badge go by the device's clock")
  func plannedNotifications() throws {
    let witness = try Witness(scenes: false, virtualTime: true)
    let (app, device) = (witness.app, witness.test.device)
    #expect(try roostctl(["privacy", "grant", app.id, "notifications"], witness.test).status == 0)
    try device.advance(by: .seconds(36_000))
    func planned() throws -> [String] {
      try eventually("Witness tells its list") { witness.calls().last == "planned" }
      defer { try? device.home() }
      return witness.testimony.filter { $0.hasPrefix("planned ") }.map {
        String($0.dropFirst("planned app=active ".count))
      }
    }
    try app.launch("remind=7200", "remind=3600")
    var told = ["[remind=7200,remind=3600] badge=0"]
    #expect(try planned() == told)
    try device.advance(by: .seconds(3_599))
    try app.activate()
    told.append(told[0])
    #expect(try planned() == told)
    try device.advance(by: .seconds(1))
    try app.activate()
    told.append("[remind=7200] badge=7")
    #expect(try planned() == told)
    try device.advance(by: .seconds(3_600))
    try app.activate()
    told.append("[] badge=7")
    #expect(try planned() == told)
  }

  @Test("The same orders lead to the same events of each app at the same times, twice")
  func sameTrace() throws {
    func trace() throws -> [String: [String]] {
      let test = try TestDevice(virtualTime: true)
      try test.notes.launch()
      try test.device.home()
      try test.clock.launch()
      try test.device.advance(by: .seconds(90))
      try test.device.lock()
      try test.device.advance(by: .seconds(3600))
      try test.device.unlock()
      try test.notes.activate()
      try test.faulty.launch("hang=willResignActive")
      #expect(try roostctl(["home", "--no-wait"], test).status == 0)
      try test.device.advance(by: .seconds(10), patience: .milliseconds(50))
      _ = try test.waitForEnd(of: test.faulty)
      let events = test.events.all
      let start = try #require(events.first?.time)
      return Dictionary(grouping: events) { $0.app ?? "" }.mapValues { $0.map { line($0, after: start) } }
    }
    let first = try trace()
    #expect(first.values.map(\.count).reduce(0, +) > 30)
    #expect(try trace() == first)
  }

  @Test(
    "A daemon with the kernel's clock moves nothing, one without a folder of its own does not begin, bad times are refused"
  )
  func refused() throws {
    let test = try TestDevice()
    let run = try roostctl(["advance", "1s"], test)
    #expect(run.status == 1 && run.errors.contains("start one with --virtual-time"))
    for time in ["-1s", "5", "s", "1e99d", "nan h", ""] {
      #expect(try roostctl(["advance", time], test).status == 2, "\(time)")
    }
    let long = try roostctl(["advance", "32d"], test)
    #expect(long.status == 2 && long.errors.contains("31 days at most; move it on by more in several steps"))
    let program = try Program(
      Programs.roostd, ["--virtual-time"], output: "/dev/null", errors: "/dev/null")
    #expect(program.wait() == 64)
  }

  @Test("The time is moved to the end of the year 2199 and no further, and the calendar never begins anew")
  func end() throws {
    let test = try TestDevice(apps: [], virtualTime: true)
    func time(of clock: clockid_t) -> UInt64 {
      var time = timespec()
      clock_gettime(clock, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
    // 40 days before the end.
    let days: UInt64 = 86_400_000_000_000
    let almost = 7_258_118_400_000_000_000 - 40 * days - (time(of: CLOCK_REALTIME) - time(of: CLOCK_MONOTONIC))
    try "\(almost)".write(toFile: test.daemon.directory.path + "/run/virtual-time", atomically: true, encoding: .utf8)
    try test.daemon.restart(after: SIGKILL)
    #expect(try roostctl(["advance", "31d"], test).status == 0)
    let run = try roostctl(["advance", "31d"], test)
    #expect(run.status == 1 && run.errors.contains("would pass the year 2200"), "\(run.errors)")
    #expect(run.errors.contains("remove \(test.daemon.directory.path)/run/virtual-time"), "\(run.errors)")
    #expect(try roostctl(["advance", "8d"], test).status == 0)
    #expect(try roostctl(["advance", "31d"], test).status == 1)
  }

  /// An event as two lives have it in common: without pids, random names, and the time that a callback really took.
  private func line(_ event: MonitorEvent, after start: Int64) -> String {
    let text =
      switch event.kind {
      case .state(_, let from, let to): "\(from) → \(to)"
      case .entering(_, let name): "begins \(name)"
      case .callback(_, let name, _, _): name
      case .exit(let record): "\(record.text) \(record.elapsed ?? 0)"
      case .deadline(_, let step, let limit, let elapsed): "\(step) \(limit) \(elapsed)"
      case .device(let name, let detail): "\(name) \(detail ?? "")"
      case .notice(_, let text): text
      }
    return "\(event.time - start) \(text)"
  }
}
