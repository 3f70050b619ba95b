// The machine's own sources with a real supervisor: its services lock the device and tell apps of it, and nothing
// depends on them (NQ2, IN7).
import ControlAPI
import Foundation
import RoostTesting
import TestBus
import Testing

@Suite(.serialized) struct DeviceSourceTests {
  /// Writes down what it is told of the device.
  private static func listener() throws -> String {
    try PythonApp.make(
      "listener", on: ["notification": "note(event['kind'] + ' ' + json.dumps(event['payload'], sort_keys=True))"])
  }

  private static let id = "com.example.listener"

  @Test("IN7 locking the session locks the device, and unlocking it brings the app in front back")
  func lock() throws {
    let machine = try FakeMachine()
    let test = try TestDevice(bus: machine.bus.address)
    try eventually("it listens to logind") { try machine.isSleepDelayed() }
    try test.notes.launch()
    try machine.session("Lock")
    try test.wait(for: .suspended, of: test.notes)
    let locked = test.events.now
    try machine.session("Unlock")
    try test.wait(for: .active, of: test.notes, from: locked)
    #expect(test.events.states(of: test.notes.id, from: locked) == [.background, .inactive, .active])
  }

  @Test("IN7 sleep waits until the apps have left the screen, and the device is locked after it")
  func sleep() throws {
    let machine = try FakeMachine()
    let slow = try PythonApp.make(
      "slow", on: ["didEnterBackground": "import time\ntime.sleep(1)\nnote('behind')"])
    let test = try TestDevice(apps: [slow], bus: machine.bus.address)
    let app = test.device.app("com.example.slow")
    try eventually("it listens to logind") { try machine.isSleepDelayed() }
    try app.launch()
    try machine.prepareForSleep(true)
    #expect(try machine.isSleepDelayed() || test.notes(of: app.id) == ["behind"])
    try eventually("the machine may sleep") { try !machine.isSleepDelayed() }
    #expect(test.notes(of: app.id) == ["behind"])
    try machine.prepareForSleep(false)
    try eventually("the next sleep waits, too") { try machine.isSleepDelayed() }
    #expect(try app.state == .suspended)
    let asleep = test.events.now
    try machine.session("Unlock")
    try test.wait(for: .active, of: app, from: asleep)
  }

  @Test("DP2 IN7 sleep waits until the keys of a device that is locked are discarded, however much time they had left")
  func keysBeforeSleep() throws {
    let machine = try FakeMachine()
    let reader = try PythonApp.make(
      "reader",
      on: [
        "backgroundEvent": """
        reply = ask('protectedKey', **{'class': 'complete'})
        note('a key' if 'result' in reply else reply['error']['code'])
        """
      ], keys: ["UIBackgroundModes": ["fetch"]])
    let test = try TestDevice(deadlines: "key-discard = \"600s\"", apps: [reader], bus: machine.bus.address)
    let app = test.device.app("com.example.reader")
    try test.device.setPasscode("1234")
    try eventually("it listens to logind") { try machine.isSleepDelayed() }
    try app.fetch()
    #expect(test.notes(of: app.id) == ["a key"])
    try machine.prepareForSleep(true)
    try eventually("the machine may sleep") { try !machine.isSleepDelayed() }
    try app.fetch()
    #expect(test.notes(of: app.id) == ["a key", "ProtectedDataUnavailable"])
  }

  @Test("NQ2 battery, time zone, locale and accessories reach a running app; what was plugged in before is no news")
  func facts() throws {
    let machine = try FakeMachine()
    try machine.plugIn("old")
    let test = try TestDevice(
      apps: [Self.listener()], sources: "accessory-nodes = [\"\(machine.nodes)\"]", bus: machine.bus.address)
    try eventually("it listens to logind") { try machine.isSleepDelayed() }
    try test.device.app(Self.id).launch()
    func expect(_ note: String) throws {
      try eventually("\(note) is told; told is \(test.notes(of: Self.id))") { test.notes(of: Self.id).contains(note) }
    }
    try machine.setBattery(40)
    try expect(#"battery {"level": 0.4, "state": "unplugged"}"#)
    try machine.setLocale("ko_KR.UTF-8")
    try expect(#"locale {"locale": "ko_KR"}"#)
    try machine.plugIn("new")
    try expect(#"accessory {"connected": ["new"], "disconnected": []}"#)
    try machine.unplug("old")
    try expect(#"accessory {"connected": [], "disconnected": ["old"]}"#)
    try setZone(machine, of: test)
    #expect(!test.notes(of: Self.id).contains { $0.contains(#""connected": ["old"]"#) })
  }

  @Test("BX4 that a battery is awaited is no news to an app that a daemon of another model adopts")
  func awaitedBattery() throws {
    let machine = try FakeMachine()
    let daemon = try SurvivingDaemon(apps: [Self.listener()], bus: machine.bus.address)
    try daemon.device().app(Self.id).launch()
    try daemon.end(.killed) { try daemon.markLogs(at: 8, 4711) }
    #expect(daemon.daemon.log.contains("decides otherwise"))
    try machine.setBattery(40)
    func notes() -> [String] { daemon.daemon.notes(of: Self.id).filter { $0.hasPrefix("battery ") } }
    try eventually("the app is told of the battery: \(notes())") {
      notes().last == #"battery {"level": 0.4, "state": "unplugged"}"#
    }
    #expect(notes().count == 1, "\(notes())")
  }

  /// The first zone that it learns of is no change, and when it has learned that shows in nothing.
  private func setZone(_ machine: FakeMachine, of test: TestDevice) throws {
    var zones = ["Asia/Seoul", "Europe/Berlin"]
    try eventually("the time zone is told") {
      try machine.setZone(zones[0])
      zones.swapAt(0, 1)
      return test.notes(of: Self.id).contains { $0.hasPrefix("time {\"zone\": ") }
    }
  }

  @Test("NQ1 what the machine tells while an app sleeps is the net change when it wakes")
  func asleep() throws {
    let machine = try FakeMachine()
    let test = try TestDevice(
      apps: [Self.listener()], sources: "accessory-nodes = [\"\(machine.nodes)\"]\nlogind = false\nlocale = false",
      bus: machine.bus.address)
    try machine.setBattery(60)
    try eventually("the battery is known") { try test.device.state().level == 0.6 }
    let app = test.device.app(Self.id)
    try app.launch()
    try test.device.home()
    #expect(try app.state == .suspended)
    for name in ["a", "b"] {
      let start = test.events.now
      try machine.plugIn(name)
      try test.wait(forFact: "accessory", from: start)
    }
    let start = test.events.now
    try machine.unplug("a")
    try test.wait(forFact: "accessory", from: start)
    #expect(test.notes(of: Self.id).isEmpty)
    try app.launch()
    #expect(test.notes(of: Self.id) == [#"accessory {"connected": ["b"], "disconnected": []}"#])
  }

  @Test(
    "NQ2 a source that is switched off tells nothing, and the others do",
    arguments: [
      "logind", "upower", "timedate", "locale", "accessories",
    ])
  func oneOff(source: String) throws {
    let machine = try FakeMachine()
    let test = try TestDevice(
      apps: [Self.listener()], sources: "accessory-nodes = [\"\(machine.nodes)\"]\n\(source) = false",
      bus: machine.bus.address)
    let app = test.device.app(Self.id)
    try app.launch()
    try machine.plugIn("thing")
    for zone in ["Asia/Seoul", "Europe/Berlin"] { try machine.setZone(zone) }
    try machine.setBattery(30)
    try machine.setLocale("fr_FR")
    let kinds = ["upower": "battery", "timedate": "time", "locale": "locale", "accessories": "accessory"]
    for (other, kind) in kinds where other != source && other != "timedate" {
      try eventually("\(kind) is told") { test.notes(of: Self.id).contains { $0.hasPrefix(kind) } }
    }
    if source != "timedate" { try setZone(machine, of: test) }
    if source != "logind" { try eventually("it listens to logind") { try machine.isSleepDelayed() } }
    let start = test.events.now
    try machine.session("Lock")
    if source != "logind" {
      try test.wait(for: .suspended, of: app, from: start)
    } else {
      // The bus keeps what comes from it in order.
      try machine.setBattery(10)
      try test.wait(forFact: "battery", from: start)
      #expect(try app.state == .active)
      #expect(try !machine.isSleepDelayed())
    }
    if let kind = kinds[source] { #expect(!test.notes(of: Self.id).contains { $0.hasPrefix(kind) }) }
  }

  @Test("NQ2 with every source switched off there is nobody on the bus, and nothing is missed")
  func allOff() throws {
    let machine = try FakeMachine()
    let before = try machine.bus.everybody()
    let test = try TestDevice(
      sources: ["logind", "upower", "timedate", "locale", "clock", "accessories", "displays", "network"]
        .map { $0 + " = false" }.joined(separator: "\n"),
      bus: machine.bus.address)
    try test.notes.launch()
    #expect(try machine.bus.everybody() == before)
    try machine.session("Lock")
    #expect(try test.notes.state == .active)
    #expect(!test.daemon.log.contains("unable to follow"))
  }

  @Test("NQ2 without a bus everything runs just the same, and it is said once")
  func noBus() throws {
    let test = try TestDevice(apps: TestDevice.samples + [Self.listener()])
    let app = test.device.app(Self.id)
    try app.launch()
    try test.device.notify(.battery(level: 0.5, state: .charging))
    #expect(test.notes(of: Self.id) == [#"battery {"level": 0.5, "state": "charging"}"#])
    try test.device.lock()
    try test.device.unlock()
    #expect(try app.state == .active)
    // Longer than until it is looked for again.
    let start = Date()
    while Date().timeIntervalSince(start) < 1.5 { try test.device.banner("time passes") }
    let said = test.daemon.log.split(separator: "\n").filter { $0.contains("the battery") }
    #expect(said.count == 1, "\(said)")
    #expect(said.first?.contains("locks and sleep, the battery, the time zone, the locale") == true)
  }

  @Test("NQ2 a bus that goes away takes nothing with it, and is found again")
  func busGoes() throws {
    let machine = try FakeMachine()
    let test = try TestDevice(bus: machine.bus.address)
    try eventually("it listens to logind") { try machine.isSleepDelayed() }
    try test.notes.launch()
    machine.bus.stop()
    try test.device.home()
    try eventually("it is said") { test.daemon.log.contains("the connection to the system bus ended") }
    #expect(try test.notes.state == .suspended)
    try machine.bus.start()
    try eventually("it is found") { test.daemon.log.contains("the system bus is available") }
  }

  @Test("NQ2 a bus that takes connections and never answers holds up nothing")
  func silentBus() throws {
    let path = "/tmp/roost-silent-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let listener = try ListeningSocket(path)
    let test = try TestDevice(bus: "unix:path=" + listener.path)
    try test.notes.launch()
    try test.device.lock()
    try test.device.unlock()
    #expect(try test.notes.state == .active)
  }
}

/// A socket that connections come to, and nobody accepts.
private final class ListeningSocket {
  let path: String
  private let descriptor: CInt

  init(_ path: String) throws {
    self.path = path
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(descriptor, 8) == 0 else { throw Unexpected("unable to listen at \(path)") }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }
}

extension TestDevice {
  /// Until the device has learned something of `kind`.
  fileprivate func wait(forFact kind: String, from start: Int = 0) throws {
    try events.wait(for: "a change of \(kind)", from: start) {
      if case .device(kind, _) = $0.kind { true } else { false }
    }
  }
}
