// LA, LS and ST with real processes: how apps come to life.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct LaunchTests {
  @Test("LA1 LS1 a launch forks a real process of its own group, which says hello and runs WF and DF")
  func realProcess() throws {
    let test = try TestDevice()
    let running = try test.notes.launch()
    let pid = try #require(try test.notes.pid)
    #expect(running.pid == Int64(pid))
    #expect(KernelView.isAlive(pid))
    #expect(KernelView.processGroup(of: pid) == pid)
    #expect(test.events.callbacks(of: test.notes.id).prefix(2) == ["willFinishLaunching", "didFinishLaunching"])
  }

  @Test("LA1 BX9 a delegate that has a background session as a stored property is launched as any other")
  func earlySession() throws {
    let test = try TestDevice(apps: [Programs.app("films")])
    let films = test.device.app("com.example.films")
    #expect(try films.launch("early").state == .active)
    #expect(try films.exits().isEmpty)
  }

  @Test("LA1 PR1 a delegate that has a manager of Bluetooth as a stored property is launched, and answered after that")
  func earlyManager() throws {
    let test = try TestDevice(apps: [Programs.app("onboarding")])
    let app = test.device.app("com.example.onboarding")
    #expect(try app.launch("early").state == .active)
    var notes: [Substring] = []
    try eventually("the app is answered") {
      notes = String(decoding: test.file("Documents/notes", of: app) ?? Data(), as: UTF8.self).split(separator: "\n")
      return notes.count >= 2
    }
    #expect(notes.count == 2 && notes[0] == "launched" && notes[1].hasPrefix("bluetooth granted"), "\(notes)")
    #expect(try app.exits().isEmpty)
  }

  @Test("LA7 Foundation's home directory is the container from the process's beginning, before UIApplicationMain")
  func homeDirectory() throws {
    let app = try PythonApp.make(
      "homely", on: ["launch": "note(os.environ['CFFIXED_USER_HOME'])\nnote(os.environ['HOME'])"])
    let test = try TestDevice(apps: [app])
    let homely = test.device.app("com.example.homely")
    try homely.launch()
    let container = "\(test.daemon.stateDirectory)/containers/\(homely.id)"
    #expect(test.notes(of: homely.id) == [container, container])
  }

  @Test("LA1 an app is handed its channel and nothing else: no other descriptor, no blocked or ignored signal")
  func nothingLeaks() throws {
    // A shell that only waits, since a runtime could have changed what it was given.
    let test = try TestDevice(apps: [try ScriptApp.make("idle", script: "#!/bin/sh\nread -r line <&3\n")])
    let app = test.device.app("com.example.idle")
    let socket = test.daemon.socket
    Thread.detachNewThread { _ = try? Device(socket: socket).app("com.example.idle").launch() }
    try test.wait(for: .inactive, of: app)
    // Its user is settled before.
    try eventually("it has a process") { try app.pid != nil }
    let pid = try #require(try app.pid)
    let descriptors = KernelView.descriptors(of: pid).filter { $0.key <= 9 }
    #expect(Set(descriptors.keys).isSubset(of: [0, 1, 2, 3, 4]), "\(descriptors)")
    #expect(
      descriptors[0] == "/dev/null" || descriptors[0] == descriptors[3], "a shell reads <&3 as its own standard input")
    #expect(descriptors[3]?.hasPrefix("pipe:") == true && descriptors[4]?.hasPrefix("pipe:") == true)
    #expect(descriptors[1]?.hasSuffix("/logs/com.example.idle.log") == true)
    #expect(KernelView.status("SigBlk", of: pid) == "0000000000000000")
    #expect(KernelView.status("SigIgn", of: pid) == "0000000000000000")
  }

  @Test("LA2 ST1 ST4 a foreground launch is WF, DF, A, without F, and goes from inactive to active")
  func foreground() throws {
    let test = try TestDevice()
    let running = try test.notes.launch()
    #expect(running.state == .active)
    #expect(
      test.events.callbacks(of: test.notes.id) == ["willFinishLaunching", "didFinishLaunching", "didBecomeActive"])
    #expect(test.events.states(of: test.notes.id) == [.inactive, .active])
  }

  @Test("LA3 a background launch is WF, DF, B and ends suspended, never on screen")
  func background() throws {
    let test = try TestDevice()
    let running = try test.notes.launch(background: true)
    #expect(running.state == .suspended)
    #expect(
      test.events.callbacks(of: test.notes.id) == ["willFinishLaunching", "didFinishLaunching", "didEnterBackground"])
    #expect(test.events.states(of: test.notes.id) == [.background, .suspended])
    #expect(KernelView.isStopped(try #require(try test.notes.pid)))
  }

  @Test("LA3 an app launched in the background comes forward with F and A")
  func backgroundThenForeground() throws {
    let test = try TestDevice()
    try test.notes.launch(background: true)
    let start = test.events.now
    try test.notes.launch()
    #expect(test.events.callbacks(of: test.notes.id, from: start) == ["willEnterForeground", "didBecomeActive"])
  }

  @Test("LA4 TE3 a launch says why: the URL, and how the app ended before")
  func options() throws {
    let test = try TestDevice(apps: TestDevice.samples + [try ScriptApp.make("echo", writes: "events")])
    let app = test.device.app("com.example.echo")
    try app.launch(url: "echo://hello")
    try app.quit()
    try app.launch()
    let lines = try String(
      contentsOfFile: test.daemon.stateDirectory + "/containers/com.example.echo/events", encoding: .utf8
    )
    .split(separator: "\n").filter { $0.contains(#""event":"launch""#) }
    #expect(lines.count == 2)
    #expect(lines[0].contains("echo://hello"))
    #expect(!lines[0].contains("0xdeadfa11"))
    #expect(lines[1].contains("0xdeadfa11"))
  }

  @Test("SC5 TE3 a launch says of each end before whether the user had swiped the app away, and of the others nothing")
  func forceQuitEnds() throws {
    let test = try TestDevice(apps: [try ScriptApp.make("echo", writes: "events")])
    let app = test.device.app("com.example.echo")
    try app.launch()
    try app.terminate()
    try app.launch()
    try app.quit()
    try app.launch()
    let events = try String(
      contentsOfFile: test.daemon.stateDirectory + "/containers/com.example.echo/events", encoding: .utf8)
    let launches = events.split(separator: "\n").filter { $0.contains(#""event":"launch""#) }
    let counts = launches.map { $0.components(separatedBy: #""isForceQuit":true"#).count - 1 }
    #expect(counts == [0, 0, 1])
    #expect(!events.contains(#""isForceQuit":false"#))
  }

  @Test(
    "LA5 an app that is not handling events in time is killed: 0x8badf00d",
    arguments: ["no-hello", "hang=didFinishLaunching"])
  func deadline(fault: String) throws {
    let test = try TestDevice(deadlines: "launch = \"300ms\"")
    let error = try refusal { try test.faulty.launch(fault) }
    #expect(error.description.contains("0x8badf00d"))
    let record = try test.onlyExit(of: test.faulty)
    #expect(record.code == "0x8badf00d")
    #expect(record.signal == 9)
    #expect(record.callback == (fault == "no-hello" ? nil : "didFinishLaunching"))
    #expect(!KernelView.isAlive(Int32(try #require(record.pid))))
  }

  @Test("LA7 the first launch makes the container, which is the app's home and working directory")
  func container() throws {
    let test = try TestDevice()
    try test.notes.launch()
    let container = test.daemon.stateDirectory + "/containers/com.example.notes"
    for folder in [
      "Documents", "Library/Application Support/com.example.notes", "Library/Caches", "Library/Preferences", "tmp",
    ] {
      #expect(FileManager.default.fileExists(atPath: "\(container)/\(folder)"), "\(folder)")
    }
    let pid = try #require(try test.notes.pid)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/cwd") == container)
  }

  @Test("LA10 launching a running app brings it forward; it is not started twice")
  func again() throws {
    let test = try TestDevice()
    let first = try test.notes.launch()
    try test.clock.launch()
    let second = try test.notes.launch()
    #expect(first.pid == second.pid)
    #expect(second.state == .active)
    #expect(try test.notes.exits().isEmpty)
  }

  @Test("LA10 a launch while the app is being launched, or torn down, is neither lost nor doubled")
  func whileUnderWay() throws {
    let test = try TestDevice()
    try test.notes.launch()
    let before = try #require(try test.notes.pid)
    // One connection quits, and another launches as soon as the app has begun to end.
    let (socket, start) = (test.daemon.socket, test.events.now)
    Thread.detachNewThread { _ = try? Device(socket: socket).app("com.example.notes").quit() }
    try test.wait(for: .background, of: test.notes, from: start)
    let running = try test.notes.launch()
    #expect(running.state == .active)
    #expect(running.pid != Int64(before))
    #expect(try test.notes.exits().count == 1)
  }

  @Test("ST5 on one slot the app in front resigns before the next becomes active")
  func oneSlot() throws {
    let test = try TestDevice()
    try test.notes.launch()
    let start = test.events.now
    try test.clock.launch()
    let order = test.events.all.dropFirst(start).compactMap { event -> String? in
      if case .callback(let app, let name, _, _) = event.kind { "\(app) \(name)" } else { nil }
    }
    let resigned = try #require(order.firstIndex(of: "com.example.notes willResignActive"))
    let active = try #require(order.firstIndex(of: "com.example.clock didBecomeActive"))
    #expect(resigned < active)
    #expect(try test.device.apps().filter { $0.state == .active }.map(\.id) == ["com.example.clock"])
  }

  @Test("ST5 with two slots two apps are active side by side, and a third takes the place of the older")
  func twoSlots() throws {
    let test = try TestDevice(device: "foreground-slots = 2")
    try test.notes.launch()
    try test.clock.launch()
    #expect(try test.device.apps().filter { $0.state == .active }.count == 2)
    try test.faulty.launch()
    #expect(
      Set(try test.device.apps().filter { $0.state == .active }.map(\.id)) == [
        "com.example.clock", "com.example.faulty",
      ])
  }
}
