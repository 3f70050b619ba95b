// BX3 to BX5 and LA3 with real processes: activities, events that wake an app, and work it asked for in advance.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct ActivityTests {
  @Test(
    "BX3 an activity keeps an app running behind the screen until it ends; without the mode it is refused",
    arguments: [
      "audio", "location", "voip",
    ])
  func activity(mode: String) throws {
    let on = [
      "didBecomeActive": """
      global activity
      reply = ask('beginActivity', mode='\(mode)')
      note(json.dumps(reply))
      activity = reply.get('result', {}).get('activity')
      """,
      "input": "note(json.dumps(ask('endActivity', activity=activity)))",
      "notification": "note(json.dumps(ask('endActivity', activity=activity)))",
    ]
    let entitled = try PythonApp.make("entitled", on: on, keys: ["UIBackgroundModes": [mode, "nonsense"]])
    let other = try PythonApp.make("other", on: on, keys: ["UIBackgroundModes": ["fetch"]])
    let test = try TestDevice(apps: [entitled, other])
    let app = test.device.app("com.example.entitled")
    try app.launch()
    try test.device.home()
    #expect(try app.state == .background)
    #expect(!KernelView.isStopped(try #require(try app.pid)))
    // Any notice reaches an app that runs at once (NQ4), and this one ends its activity then.
    try test.device.notify(.proximity(true))
    try test.wait(for: .suspended, of: app)

    let refused = test.device.app("com.example.other")
    try refused.launch()
    #expect(test.notes(of: refused.id).first?.contains("NotEntitled") == true)
    try test.device.home()
    #expect(try refused.state == .suspended)
  }

  @Test("Modes nobody knows, and activities that are not open, are refused with what is wrong")
  func nonsense() throws {
    let app = try PythonApp.make(
      "nonsense",
      on: [
        "didBecomeActive": """
        for mode in ["", "fetch", "processing", "x" * 5000]:
          note(ask('beginActivity', mode=mode)['error']['code'])
        note(ask('endActivity', activity=99)['error']['code'])
        note(ask('submitTaskRequest', identifier='unlisted', kind='refresh')['error']['code'])
        note(str(ask('pendingTaskRequests')['result']['requests']))
        """
      ], keys: ["UIBackgroundModes": ["audio", "fetch", "processing"]])
    let test = try TestDevice(apps: [app])
    try test.device.app("com.example.nonsense").launch()
    #expect(
      test.notes(of: "com.example.nonsense")
        == ["NotEntitled", "NotEntitled", "NotEntitled", "TooLarge", "UnknownActivity", "NotPermitted", "[]"])
  }
}

@Suite(.serialized) struct ScheduleTests {
  private static let keys: [String: [String]] = [
    "UIBackgroundModes": ["fetch", "processing"], "BGTaskSchedulerPermittedIdentifiers": ["sync", "clean"],
  ]

  @Test("BX4 a request is refused beyond its limits, replaced when it comes again, and cancelled")
  func requests() throws {
    let app = try PythonApp.make(
      "planner",
      on: [
        "didBecomeActive": """
        def pending(): return [(r['identifier'], r.get('earliest', 0) > 1) for r in ask('pendingTaskRequests')['result']['requests']]
        far = 4102444800
        note(str('result' in ask('submitTaskRequest', identifier='sync', kind='refresh', earliest=far)))
        note(ask('submitTaskRequest', identifier='clean', kind='refresh', earliest=far)['error']['code'])
        note(str('result' in ask('submitTaskRequest', identifier='clean', kind='processing', earliest=far, power=True)))
        note(str('result' in ask('submitTaskRequest', identifier='sync', kind='refresh', earliest=far + 1)))
        note(str(pending()))
        ask('cancelTaskRequest', identifier='sync')
        note(str(pending()))
        ask('cancelTaskRequest')
        note(str(pending()))
        """
      ], keys: Self.keys)
    let test = try TestDevice(apps: [app])
    try test.device.app("com.example.planner").launch()
    #expect(
      test.notes(of: "com.example.planner") == [
        "True", "TooManyPendingTaskRequests", "True", "True", "[('clean', True), ('sync', True)]", "[('clean', True)]",
        "[]",
      ])
  }

  @Test("BX4 a request outlives the daemon, launches its app behind the screen when its time has come, and runs once")
  func survivesRestart() throws {
    let app = try PythonApp.make(
      "planner",
      on: [
        "launch": "note('launch ' + str(event['options'].get('backgroundEvent')))",
        "willResignActive":
          "import time\nask('submitTaskRequest', identifier='sync', kind='refresh', earliest=time.time() + 2)",
        "backgroundEvent": "note('task ' + event['payload']['identifier'])",
      ], keys: Self.keys)
    let test = try TestDevice(apps: [app])
    let planner = test.device.app("com.example.planner")
    try planner.launch()
    try test.device.home()
    try test.daemon.restart()
    let device = try Device(socket: test.daemon.socket)
    try device.events.wait(for: "the launch behind the screen") {
      if case .state(planner.id, .notRunning, .background) = $0.kind { true } else { false }
    }
    try device.events.wait(for: "its suspension") {
      if case .state(planner.id, _, .suspended) = $0.kind { true } else { false }
    }
    #expect(test.notes(of: planner.id) == ["launch None", "launch task", "task sync"])
  }

  @Test("BX4 power is a condition: the app is woken when the charger comes")
  func power() throws {
    let app = try PythonApp.make(
      "planner",
      on: [
        "willResignActive": "ask('submitTaskRequest', identifier='clean', kind='processing', power=True)",
        "backgroundEvent": "note(event['payload']['identifier'])",
      ], keys: Self.keys)
    let test = try TestDevice(apps: [app])
    let planner = test.device.app("com.example.planner")
    try test.device.notify(.battery(level: 0.5, state: .unplugged))
    try planner.launch()
    try test.device.home()
    #expect(try planner.state == .suspended)
    #expect(test.notes(of: planner.id).isEmpty)
    try test.device.notify(.battery(level: nil, state: .charging))
    try eventually("it has run") { test.notes(of: planner.id) == ["clean"] }
    try eventually("it sleeps again") { try planner.state == .suspended }
  }

  @Test("BX4 processing stops when the user is back: the app is told, and killed when it goes on behind the screen")
  func userReturns() throws {
    let app = try PythonApp.make(
      "planner",
      on: [
        "willResignActive": "ask('submitTaskRequest', identifier='clean', kind='processing')",
        "backgroundEvent": "global task\ntask = event['seq']\nnote('begins')\nanswer = later",
        "expireEvent": "note('stops')\nfinish(event['of'])",
      ], keys: Self.keys)
    let test = try TestDevice(apps: [app])
    let planner = test.device.app("com.example.planner")
    try planner.launch()
    try test.device.home()
    try eventually("it works") { test.notes(of: planner.id) == ["begins"] }
    #expect(try planner.state == .background)
    try test.device.lock()
    try test.device.unlock()
    try eventually("it was stopped") { test.notes(of: planner.id) == ["begins", "stops"] }
    try eventually("it sleeps again") { try planner.state == .suspended }
  }

  @Test(
    "BX7 BX8 a refresh that first submits the next runs once, and again when a developer says so, until told to end")
  func storm() throws {
    let app = try PythonApp.make(
      "planner",
      on: [
        "willResignActive": "ask('submitTaskRequest', identifier='sync', kind='refresh')",
        "backgroundEvent": """
        global runs, task
        runs = globals().get('runs', 0) + 1
        ask('submitTaskRequest', identifier='sync', kind='refresh')
        note('run ' + str(runs))
        if runs == 3:
          task = event['seq']
          answer = later
        """,
        "expireEvent": "note('stops')\nfinish(event['of'])",
      ], keys: Self.keys)
    let test = try TestDevice(apps: [app])
    let planner = test.device.app("com.example.planner")
    try planner.launch()
    try test.device.home()
    try eventually("it sleeps") { try planner.state == .suspended }
    #expect(test.notes(of: planner.id) == ["run 1"])
    let pending = try #require(try test.device.tasks().first)
    let earliest = try Date(#require(pending.earliest), strategy: .iso8601)
    #expect((14 * 60..<16 * 60).contains(earliest.timeIntervalSinceNow))

    #expect(try RoostctlTests.Run(["tasks", "run", planner.id], socket: test.daemon.socket).status == 0)
    #expect(test.notes(of: planner.id) == ["run 1", "run 2"])
    #expect(
      try RoostctlTests.Run(["tasks", "run", planner.id, "sync", "--no-wait"], socket: test.daemon.socket).status == 0)
    try eventually("it works") { test.notes(of: planner.id).last == "run 3" }
    #expect(try RoostctlTests.Run(["tasks", "expire", planner.id], socket: test.daemon.socket).status == 0)
    #expect(test.notes(of: planner.id) == ["run 1", "run 2", "run 3", "stops"])
    let again = try RoostctlTests.Run(["tasks", "expire", planner.id, "sync"], socket: test.daemon.socket)
    #expect(again.status == 1 && again.errors.contains("no such task is running"))
    try eventually("it sleeps again") { try planner.state == .suspended }
  }
}
