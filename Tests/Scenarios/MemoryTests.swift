// ME1 to ME5 and ME7 with real processes and real memory: who is warned, who goes, and when it is enough.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct MemoryTests {
  private static let megabyte: Int64 = 1 << 20

  /// An app that takes so many megabytes at its launch, and one more with each input.
  private static func hog(_ name: String, _ megabytes: Int, keys: [String: Any] = [:]) throws -> String {
    try PythonApp.make(
      name,
      on: [
        "launch": "global hoard\nhoard = [bytearray(b'x' * 1048576) for _ in range(\(megabytes))]",
        "input": "hoard.extend(bytearray(b'x' * 1048576) for _ in range(event['payload']['megabytes']))",
        "memoryWarning": "note('warned')",
      ], keys: keys)
  }

  private func launch(_ names: [String], on test: TestDevice) throws -> [AppUnderTest] {
    try names.map { name in
      let app = test.device.app("com.example.\(name)")
      try app.launch()
      return app
    }
  }

  /// They have left the front, and the daemon has come to suspending them.
  private func waitForSuspension(of apps: some Sequence<AppUnderTest>, on test: TestDevice) throws {
    for app in apps { try test.wait(for: .suspended, of: app) }
  }

  private func reason(_ app: AppUnderTest) throws -> String? { try app.exits().last?.reason }

  @Test("ME1 ME2 a warning reaches apps that run, in front and behind the screen, and wakes no suspended one")
  func warning() throws {
    let awake = try PythonApp.make(
      "awake", on: ["willResignActive": "ask('beginBackgroundTask')", "memoryWarning": "note('warned')"])
    let test = try TestDevice(apps: [awake, try Self.hog("asleep", 1), try Self.hog("front", 1)])
    let apps = try launch(["awake", "asleep", "front"], on: test)
    let pid = try #require(try apps[1].pid)
    try test.device.press(.warning)
    #expect(apps.map { test.notes(of: $0.id) } == [["warned"], [], ["warned"]])
    #expect(try apps[1].state == .suspended && KernelView.isStopped(pid))
    #expect(try refusal { try apps[1].warnOfMemory() }.name == "org.roost.Device.Refused")
    // Only a rise is a warning; the command warns always.
    try test.device.press(.warning)
    try apps[2].warnOfMemory()
    #expect(test.notes(of: apps[2].id) == ["warned", "warned"])
    try test.device.press(.normal)
  }

  @Test("ME2 a program that only watches MEMORY_PRESSURE_WATCH hears of it as well, and its FIFO goes with it")
  func watched() throws {
    let app = try PythonApp.make(
      "watcher",
      on: [
        "launch": """
        global fifo
        fifo = os.open(os.environ['MEMORY_PRESSURE_WATCH'], os.O_RDONLY | os.O_NONBLOCK)
        note(os.environ['MEMORY_PRESSURE_WATCH'])
        """,
        "memoryWarning": "import select\nnote(str(len(select.select([fifo], [], [], 20)[0])) + os.read(fifo, 9).hex())",
      ])
    let test = try TestDevice(apps: [app])
    let watcher = test.device.app("com.example.watcher")
    try watcher.launch()
    try test.device.press(.warning)
    let notes = test.notes(of: watcher.id)
    #expect(notes.last == "10a")
    try watcher.terminate()
    try eventually("its FIFO is gone") { !FileManager.default.fileExists(atPath: notes[0]) }
  }

  @Test(
    "ME3 ME4 the largest of the suspended apps goes first, and no other when that is enough; each leaves one record",
    arguments: Means.all)
  func largestFirst(by means: Means) throws {
    let names = ["small", "large", "middle"]
    let hogs = try zip(names, [20, 60, 40]).map { try Self.hog($0, $1) }
    let test = try TestDevice(apps: hogs + [Programs.app("clock")], cgroups: means == .cgroups)
    let apps = try launch(names, on: test)
    try test.clock.launch()
    try waitForSuspension(of: apps, on: test)
    let pids = try apps.map { try #require(try $0.pid) }
    try test.device.press(.urgent, free: 50 * Self.megabyte)
    #expect(try apps.map { try $0.state } == [.suspended, .notRunning, .suspended])
    #expect(pids.map(KernelView.isAlive) == [true, false, true])
    #expect(try reason(apps[1]) == "vm-pageshortage")
    try test.device.press(.urgent, free: 1)
    #expect(try apps.map { try $0.state } == [.suspended, .notRunning, .notRunning])
    #expect(try test.clock.state == .active)
    #expect(try apps.map { try $0.exits().count } == [0, 1, 1])
  }

  @Test(
    "ME4 memory counts as given back when the kernel has it, also what the app's children held; nobody else goes for it",
    arguments: Means.all)
  func childrenOfVictim(by means: Means) throws {
    let parent = try PythonApp.make(
      "parent",
      on: [
        "launch": """
        import time
        for _ in range(2):
          ready, told = os.pipe()
          if os.fork() == 0:
            hoard = bytearray(b'x') * (150 << 20)
            os.write(told, b'x')
            time.sleep(1000)
          os.read(ready, 1)
        """
      ])
    let test = try TestDevice(
      apps: [parent, try Self.hog("bystander", 60), Programs.app("clock")], cgroups: means == .cgroups)
    let apps = try launch(["parent", "bystander"], on: test)
    try test.clock.launch()
    try waitForSuspension(of: apps, on: test)
    let children = KernelView.tree(of: try #require(try apps[0].pid)).dropFirst()
    #expect(children.count == 2)
    try test.device.press(.urgent, free: 250 * Self.megabyte)
    #expect(children.filter(KernelView.isAlive).isEmpty)
    #expect(try apps.map { try $0.state } == [.notRunning, .suspended])
    try eventually("they are reaped") { children.allSatisfy { kill($0, 0) != 0 } }
  }

  @Test("ME3 the app in front goes last, and only at critical: at urgent the request fails when nobody else is left")
  func frontLast() throws {
    let test = try TestDevice(apps: [try Self.hog("behind", 30), try Self.hog("front", 60)])
    let apps = try launch(["behind", "front"], on: test)
    try waitForSuspension(of: apps.prefix(1), on: test)
    let error = try refusal { try test.device.press(.urgent, free: 80 * Self.megabyte) }
    #expect(error.description.contains("are missing"))
    #expect(try apps.map { try $0.state } == [.notRunning, .active])
    try test.device.press(.critical, free: 40 * Self.megabyte)
    #expect(try apps[1].state == .notRunning)
    #expect(try reason(apps[1]) == "vm-pageshortage")
  }

  @Test("ME7 a kill under pressure writes a JetsamEvent with every app, the largest, and the victim with its reason")
  func jetsamEvent() throws {
    let test = try TestDevice(apps: [try Self.hog("victim", 30), try Self.hog("front", 5)])
    try waitForSuspension(of: try launch(["victim", "front"], on: test).prefix(1), on: test)
    try test.device.press(.urgent, free: Self.megabyte)
    let folder = test.daemon.stateDirectory + "/reports"
    var name: String?
    try eventually("there is a report") {
      name = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.first { $0.hasSuffix(".ips") }
      return name != nil
    }
    #expect(name?.hasPrefix("JetsamEvent-") == true)
    let text = try String(contentsOfFile: "\(folder)/\(name ?? "")", encoding: .utf8)
    for words in ["vm-pageshortage", "com.example.victim", "com.example.front", "largestProcess", "memoryPages"] {
      #expect(text.contains(words), "\(words)")
    }
  }

  @Test("ME1 ME4 over the budget the pool gives back until it is under it again, and a budget of nothing is refused")
  func budget() throws {
    let test = try TestDevice(apps: [try Self.hog("one", 40), try Self.hog("two", 40), try Self.hog("three", 40)])
    let apps = try launch(["one", "two", "three"], on: test)
    try waitForSuspension(of: apps.prefix(2), on: test)
    try test.device.setMemoryBudget(120 * Self.megabyte)
    try eventually("one has gone for it") { try apps.filter { try $0.state == .notRunning }.count == 1 }
    #expect(try apps[2].state == .active)
    #expect(try refusal { try test.device.setMemoryBudget(0) }.description.contains("0 bytes"))
    try test.device.setMemoryBudget(nil)
    #expect(try apps.filter { try $0.state == .notRunning }.count == 1)
  }

  /// A device with a suspended app that is in nobody's way but for its memory.
  private func stalling(room: Int, urgent: String) throws -> (test: TestDevice, victim: AppUnderTest) {
    let test = try TestDevice(
      apps: [try Self.hog("victim", 20), Programs.app("clock")],
      memory: """
        stalls = true
        push-out = false
        stall-room = \(room)
        stall-warning = "some 1ms"
        stall-urgent = "\(urgent)"
        stall-critical = ""
        """)
    let victim = try launch(["victim"], on: test)[0]
    try test.clock.launch()
    return (test, victim)
  }

  @Test(
    "ME1 when tasks wait for memory the kernel says so, and a suspended app goes for it",
    .enabled(if: Thrash.isPossible))
  func stalls() throws {
    let (test, victim) = try stalling(room: 100, urgent: "some 40ms")
    #expect(!test.daemon.log.contains("pressure there stays unknown"))
    let thrash = try Thrash()
    let record = try withExtendedLifetime(thrash) { try test.waitForEnd(of: victim) }
    #expect(record.reason == "vm-pageshortage" && record.namespace == "JETSAM")
    #expect(try test.clock.state == .active)
    #expect(test.daemon.log.contains("memory: normal → "))
  }

  @Test(
    "ME1 tasks that wait at a limit of their own cost no app anything while memory is available, which the log says once",
    .enabled(if: Thrash.isPossible))
  func waitsElsewhere() throws {
    let (test, victim) = try stalling(room: 1, urgent: "some 1ms")
    let thrash = try Thrash()
    try withExtendedLifetime(thrash) {
      try eventually("the kernel has told of it") { test.daemon.log.contains("tasks wait for memory, but") }
    }
    #expect(!test.daemon.log.contains("memory: normal → "))
    #expect(try victim.state == .suspended)
  }

  @Test(
    "ME6 where there is swap, a suspended app is pushed out to it, and is not killed when that is enough; it lives on")
  func pushOut() throws {
    guard let swap = Swap() else { return print("not shown: no swap can be switched on here") }
    try withExtendedLifetime(swap) {
      let test = try TestDevice(apps: [try Self.hog("hog", 60), Programs.app("clock")], memory: "stalls = false")
      let hog = try launch(["hog"], on: test)[0]
      try test.clock.launch()
      try waitForSuspension(of: [hog], on: test)
      let pid = try #require(try hog.pid)
      try test.device.press(.urgent, free: 2 * Self.megabyte)
      #expect(try hog.state == .suspended && hog.pid == pid)
      #expect(KernelView.isStopped(pid))
      let swapped = try #require(KernelView.status("VmSwap", of: pid)?.split(separator: " ").first.flatMap { Int($0) })
      #expect(swapped >= 2048)
      #expect(test.daemon.log.contains(" of com.example.hog out to swap"))
      try test.device.press(.normal)
      try hog.activate()
      try hog.send(input: #"{"megabytes":1}"#)
      #expect(try hog.pid == pid && hog.exits().isEmpty)
    }
  }

  @Test("ME6 whose pages cannot be pushed out is killed as if there were no swap")
  func noPushOut() throws {
    guard let swap = Swap() else { return print("not shown: no swap can be switched on here") }
    try withExtendedLifetime(swap) {
      let test = try TestDevice(apps: [try Self.hog("hog", 10), Programs.app("clock")])
      let hog = try launch(["hog"], on: test)[0]
      try test.clock.launch()
      try waitForSuspension(of: [hog], on: test)
      try test.device.press(.urgent, free: 1)
      #expect(try reason(hog) == "vm-pageshortage")
    }
  }

  @Test("ME5 beyond its soft limit an app is warned, beyond its hard limit it is killed, and no other is touched")
  func limits() throws {
    let limits: [String: Any] = ["RoostMemoryLimits": ["soft": 40 << 20, "hard": 120 << 20]]
    let test = try TestDevice(apps: [try Self.hog("greedy", 5, keys: limits), try Self.hog("bystander", 60)])
    let apps = try launch(["bystander", "greedy"], on: test)
    let pid = try apps[0].pid
    try apps[1].send(input: #"{"megabytes":50}"#)
    try eventually("it is warned") { test.notes(of: apps[1].id) == ["warned"] }
    // It is killed while it handles it.
    _ = try? apps[1].send(input: #"{"megabytes":80}"#)
    let record = try test.waitForEnd(of: apps[1])
    #expect(record.reason == "per-process-limit" && record.namespace == "JETSAM")
    #expect(record.footprint > 120 << 20)
    #expect(try apps[0].pid == pid)
  }

  @Test("ME4 TE3 1,000 kills in a row leave exactly 1,000 records, each with its reason", arguments: Means.all)
  func manyKills(by means: Means) throws {
    let test = try TestDevice(apps: [Programs.app("shellcount")], cgroups: means == .cgroups)
    let app = test.device.app("com.example.shellcount")
    for _ in 0..<1000 {
      try app.launch(background: true)
      try test.device.press(.urgent, free: 1)
    }
    let records = try app.exits()
    #expect(records.count == 1000)
    #expect(records.allSatisfy { $0.namespace == "JETSAM" })
  }
}

@Suite(.serialized) struct HogTests {
  private func holds(_ app: AppUnderTest) throws -> Int64 { try app.status().footprint >> 20 }

  @Test("ME2 Hog gives its memory back at a warning, and the kernel has it; when it is deaf it does not")
  func hog() throws {
    let test = try TestDevice(apps: [Programs.app("hog")])
    let app = test.device.app("com.example.hog")
    try app.launch("take=64")
    #expect(try holds(app) >= 64)
    try test.device.press(.warning)
    #expect(try holds(app) < 32)
    try test.device.press(.normal)
    try test.device.open(url: "hog:deaf")
    try test.device.open(url: "hog:take=48")
    try test.device.press(.warning)
    #expect(try holds(app) >= 48)
    #expect(test.output(of: app).contains("never mind"))
  }
}
