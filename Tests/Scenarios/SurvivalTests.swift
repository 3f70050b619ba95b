// The daemon ends, by whatever, and begins again: no app notices.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite struct SurvivalTests {
  /// The part that systemd plays for a service, in a page of Python.
  static let manager = [
    "/usr/bin/env", "python3", URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/service-manager.py",
  ]

  enum End: CaseIterable { case killed, replaced }

  @Test(
    "after the daemon's end every app is the process it was, and as it was", arguments: End.allCases, [true, false])
  func everyAppStays(end: End, cgroups: Bool) throws {
    let daemon = try SurvivingDaemon(
      apps: try ["front", "behind", "asleep"].map { try Self.app($0) }, configuration: "[cgroups]\nuse = \(cgroups)\n")
    let before = try daemon.device()
    try before.app("com.example.asleep").launch()
    try before.app("com.example.behind").launch()
    try before.app("com.example.behind").send(input: "{\"begin\": true}")
    try before.app("com.example.front").launch()
    let apps = try before.apps().sorted { $0.id < $1.id }
    #expect(apps.map(\.state) == [.suspended, .background, .active])

    try daemon.end(end)

    let device = try daemon.device()
    let after = try device.apps().sorted { $0.id < $1.id }
    #expect(after.map(\.state) == apps.map(\.state))
    #expect(after.map(\.pid) == apps.map(\.pid))
    for app in after {
      let pid = Int32(try #require(app.pid))
      #expect(KernelView.isStopped(pid) == (app.state == .suspended), "\(app.id)")
      if Means.all.contains(.cgroups) {
        #expect(KernelView.isFrozen(pid) == (cgroups && app.state == .suspended), "\(app.id)")
      }
    }
    try device.app("com.example.asleep").activate()
    #expect(device.events.callbacks(of: "com.example.asleep") == ["willEnterForeground", "didBecomeActive"])
    let record = try #require(try device.app("com.example.asleep").quit())
    #expect(record.reason == "force-quit")
  }

  @Test(
    "a daemon that cannot restore the state of another model adopts every app all the same", arguments: [true, false])
  func everyAppIsAdopted(cgroups: Bool) throws {
    let daemon = try SurvivingDaemon(
      apps: try ["front", "behind", "asleep"].map { try Self.app($0) }, configuration: "[cgroups]\nuse = \(cgroups)\n")
    let before = try Self.threeApps(daemon)
    try daemon.end(.killed) { try daemon.markLogs(at: Self.modelPlace, 4711) }

    let device = try daemon.device()
    #expect(try Self.seen(device) == before)
    #expect(daemon.daemon.log.contains("decides otherwise"))
    for app in try device.apps() {
      #expect(KernelView.isStopped(Int32(try #require(app.pid))) == (app.state == .suspended), "\(app.id)")
    }
    try device.app("com.example.asleep").activate()
    // The other one is in front before this one has gone behind.
    try device.events.wait(for: "the app in front to go behind") {
      if case .callback("com.example.front", "didEnterBackground", _, _) = $0.kind { true } else { false }
    }
    #expect(device.events.callbacks(of: "com.example.front") == ["willResignActive", "didEnterBackground"])
    #expect(device.events.callbacks(of: "com.example.asleep") == ["willEnterForeground", "didBecomeActive"])
    try device.app("com.example.asleep").send(input: "{\"begin\": true}")
    for app in ["front", "behind", "asleep"] {
      #expect(try #require(try device.app("com.example.\(app)").quit()).reason == "force-quit")
    }
  }

  @Test(
    "DP2 IN7 with a passcode the device is locked when the next daemon goes on, adopting its apps or with its state",
    arguments: [true, false])
  func isLockedAfterwards(isAdopted: Bool) throws {
    let look = "note(ask('protectedKey', **{'class': 'complete'}).get('error', {}).get('code', 'given'))"
    let app = try PythonApp.make(
      "vault", on: ["input": look, "protectedData": "note(str(event['available']))\n" + look])
    let daemon = try SurvivingDaemon(apps: [app])
    let vault = "com.example.vault"
    func notes() throws -> [String] {
      let path = "\(daemon.daemon.stateDirectory)/containers/\(vault)/notes"
      return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }
    let before = try daemon.device()
    try before.setPasscode("1234")
    try before.app(vault).launch()
    try before.app(vault).send(input: "{}")
    try daemon.waitFor("the app to be given its key") { (try? notes()) == ["given"] }
    let pid = try #require(try before.app(vault).pid)
    try daemon.end(.killed) { if isAdopted { try daemon.markLogs(at: Self.modelPlace, 4711) } }

    let device = try daemon.device()
    #expect(daemon.daemon.log.contains("adopted 1 apps") == isAdopted)
    try daemon.waitFor("the app to be behind the lock") { (try? device.app(vault).state) == .suspended }
    #expect(try device.app(vault).pid == pid)
    #expect(try notes() == ["given", "False", "ProtectedDataUnavailable"])
    #expect(try refusal { try device.unlock() }.name == "org.roost.Device.PasscodeRefused")
    #expect(try device.app(vault).state == .suspended)
    try device.unlock(passcode: "1234")
    #expect(try device.app(vault).state == .active)
    #expect(try notes().suffix(2) == ["True", "given"])
  }

  @Test(
    "Requests whose answers wait for the disk or for keys are answered, by the next daemon if need be",
    arguments: End.allCases)
  func owedReplies(end: End) throws {
    let app = try PythonApp.make(
      "asker",
      on: [
        "input": """
        for number in range(1, 31):
          send('protectedKey', **{'class': 'complete'})
          send('beginTransfer', session='s', number=number, url='http://127.0.0.1:1/', earliest=4102444800)
          send('exitsTold', through=number)
        """,
        "reply": "note(str(event['reply']))",
      ])
    let daemon = try SurvivingDaemon(apps: [app])
    let asker = "com.example.asker"
    try daemon.device().app(asker).launch()
    try daemon.device().app(asker).send(input: "{}")
    try daemon.end(end)
    let path = "\(daemon.daemon.stateDirectory)/containers/\(asker)/notes"
    try daemon.waitFor("every answer") {
      let notes = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return Set(notes.split(separator: "\n")).count == 90
    }
  }

  @Test("BX5 an app that the user has force-quit and opened again is no force-quit one when the next daemon adopts it")
  func isNotForceQuit() throws {
    let app = try PythonApp.make(
      "again", on: ["backgroundEvent": "note('woken')"], keys: ["UIBackgroundModes": ["fetch"]])
    let daemon = try SurvivingDaemon(apps: [app])
    let before = try daemon.device()
    try before.app("com.example.again").launch()
    try before.app("com.example.again").quit()
    try before.app("com.example.again").launch()
    try daemon.end(.killed) { try daemon.markLogs(at: Self.modelPlace, 4711) }
    let device = try daemon.device()
    #expect(daemon.daemon.log.contains("adopted 1 apps"))
    let again = device.app("com.example.again")
    kill(Int32(try #require(try again.pid)), SIGKILL)
    try daemon.waitFor("the app to be gone") { (try? again.state) == .notRunning }
    // An app that the user has force-quit is refused.
    try again.fetch()
    #expect(try again.state != .notRunning)
  }

  @Test("a daemon that is older than the state it finds says so and touches nothing; the newer one goes on with it")
  func aDowngradeIsRefused() throws {
    let daemon = try SurvivingDaemon(apps: try ["front", "behind", "asleep"].map { try Self.app($0) })
    let before = try Self.threeApps(daemon)
    let format = try daemon.markLogs(at: Self.formatPlace, nil)
    try daemon.end(.killed, isServedAgain: false) { try daemon.markLogs(at: Self.formatPlace, format + 1) }
    try daemon.waitFor("the daemon to refuse") { daemon.daemon.log.contains("in format \(format + 1)") }
    let pids = before.compactMap(\.pid).map(Int32.init)
    #expect(pids.count == 3 && pids.allSatisfy { kill($0, 0) == 0 })

    // The newer daemon is installed again.
    try daemon.markLogs(at: Self.formatPlace, format)
    kill(daemon.daemon.pid, SIGHUP)
    try daemon.waitFor("the daemon to serve again") { (try? daemon.pid) != nil }
    let device = try daemon.device()
    #expect(try Self.seen(device) == before)
    try device.app("com.example.asleep").activate()
    #expect(device.events.callbacks(of: "com.example.asleep") == ["willEnterForeground", "didBecomeActive"])
  }

  @Test("A daemon that the kernel gives no more memory ends, and the next one has every app as it was")
  func noMemory() throws {
    let daemon = try SurvivingDaemon(
      apps: try ["front", "behind", "asleep"].map { try Self.app($0) }, configuration: "[cgroups]\nuse = false\n")
    let before = try Self.threeApps(daemon)
    let old = try daemon.pid
    let size = try #require(KernelView.status("VmSize", of: old)?.split(separator: " ").first.flatMap { UInt($0) })
    let limit = try Program(
      "/usr/bin/env", ["prlimit", "--pid", "\(old)", "--as=\(size << 10)"], output: "/dev/null", errors: "/dev/null")
    try #require(limit.wait() == 0)
    // Each of these asks for a megabyte, until the daemon has none.
    var clients: [CInt] = []
    defer { for client in clients { close(client) } }
    try daemon.waitFor("the daemon to end") {
      if let client = try? Self.talker(daemon.daemon.socket) { clients.append(client) }
      return kill(old, 0) != 0
    }
    for client in clients { close(client) }
    clients = []
    try daemon.waitFor("the next one to serve") { (try? daemon.pid).map { $0 != old } ?? false }
    let device = try daemon.device()
    #expect(try Self.seen(device) == before)
    try device.app("com.example.asleep").activate()
    #expect(device.events.callbacks(of: "com.example.asleep") == ["willEnterForeground", "didBecomeActive"])
  }

  /// A client that has written most of a large call, and waits.
  private static func talker(_ path: String) throws -> CInt {
    let client = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected else {
      close(client)
      throw Unexpected("unable to connect to \(path)")
    }
    let text =
      Array(#"{"method":"org.roost.Apps.List","parameters":{"x":""#.utf8) + [UInt8](repeating: 0x78, count: 900_000)
    var written = 0
    let end = Date(timeIntervalSinceNow: 1)
    while written < text.count, Date() < end {
      let count = text[written...].withUnsafeBytes {
        send(client, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      if count > 0 { written += count } else if errno != EAGAIN { break } else { usleep(1000) }
    }
    return client
  }

  /// Of a log's head.
  static let (formatPlace, modelPlace) = (4, 8)

  struct Seen: Equatable {
    let id: String
    let state: AppStatus.State
    let pid: Int64?
  }

  static func seen(_ device: Device) throws -> [Seen] {
    try device.apps().map { Seen(id: $0.id, state: $0.state, pid: $0.pid) }.sorted { $0.id < $1.id }
  }

  static func threeApps(_ daemon: SurvivingDaemon) throws -> [Seen] {
    let device = try daemon.device()
    try device.app("com.example.asleep").launch()
    try device.app("com.example.behind").launch()
    try device.app("com.example.behind").send(input: "{\"begin\": true}")
    try device.app("com.example.front").launch()
    let seen = try seen(device)
    #expect(seen.map(\.state) == [.suspended, .background, .active])
    return seen
  }

  static func app(_ name: String) throws -> String {
    try PythonApp.make(name, on: ["input": "ask(\"beginBackgroundTask\", name=\"work\")"])
  }
}

/// A daemon under a service manager that keeps its descriptors.
final class SurvivingDaemon {
  let daemon: PrivateDaemon

  /// - Parameter preloaded: a library that is loaded before all others (ld.so(8), `LD_PRELOAD`).
  init(apps: [String], configuration: String = "", bus: String? = nil, preloaded: String? = nil) throws {
    daemon = try PrivateDaemon(
      roostd: Programs.roostd, apps: apps,
      configuration: configuration + "\n[apps]\nuser = \"\(TestDevice.user)\"\nread = \(TestDevice.programs)\n",
      bus: bus, manager: SurvivalTests.manager + (preloaded.map { ["/usr/bin/env", "LD_PRELOAD=" + $0] } ?? []))
  }

  func device() throws -> Device { try Device(socket: daemon.socket) }

  var pid: pid_t {
    get throws {
      pid_t(try ControlClient(socket: daemon.socket).call(DaemonInterface.GetVersion()).pid)
    }
  }

  /// Returns when it serves again; `meanwhile` happens when it runs no more and the next does not yet.
  func end(_ how: SurvivalTests.End, isServedAgain: Bool = true, meanwhile: () throws -> Void = {}) throws {
    let old = try pid
    switch how {
    case .killed:
      kill(old, SIGSTOP)
      try meanwhile()
      kill(old, SIGKILL)
      if !isServedAgain { return }
    case .replaced:
      #expect(throws: ControlFailure.self) {
        try ControlClient(socket: self.daemon.socket).call(DaemonInterface.Reexec())
      }
    }
    try waitFor("the daemon to serve again") { (try? pid).map { $0 != old || how == .replaced } ?? false }
  }

  func waitFor(_ what: String, until isSo: () -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 30)
    while !isSo() {
      guard Date() < deadline else { throw TestingError.noEvent(waitedFor: what, seen: daemon.log) }
      usleep(1000)
    }
  }

  /// Stores `number` in the head of its logs, as another version would have; returns what was there before.
  @discardableResult
  func markLogs(at place: Int, _ number: UInt32?) throws -> UInt32 {
    let folder = daemon.directory.path + "/run/state"
    var before: UInt32 = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix("log-") {
      let file = open("\(folder)/\(name)", O_RDWR)
      defer { close(file) }
      pread(file, &before, 4, off_t(place))
      if var number { pwrite(file, &number, 4, off_t(place)) }
    }
    return before
  }
}
