// logind as a source: locks of local sessions, sleep that waits, and words that are not logind's.
import LifecycleModel
import RoostTesting
import TestBus
import TestFolders
import Testing

@testable import Devices
@testable import Settings

@MainActor
@Suite(.serialized)
struct LoginSourceTests {
  private let rig: DeviceRig
  private let bus: PrivateBus
  private static let service = "org.freedesktop.login1"
  private static let manager = "/org/freedesktop/login1"
  private static let session = "/org/freedesktop/login1/session/1"

  init() throws {
    rig = try DeviceRig()
    bus = try PrivateBus()
    try mock()
  }

  private func mock() throws {
    try bus.mock(Self.service, "--template", "logind")
    try bus.call(
      Self.service, Self.manager, "org.freedesktop.DBus.Mock.AddSession", "ssusb", "1", "seat0", "1000", "kim", "true")
  }

  /// Listens, and waits until logind has been asked for all there is to ask.
  private func start() throws {
    rig.start([.logind], bus: bus.address)
    try rig.run { try isSleepDelayed() }
  }

  private func isSleepDelayed() throws -> Bool {
    try bus.call(Self.service, Self.manager, "org.freedesktop.login1.Manager.ListInhibitors")
      .contains("\"sleep\" \"Roost\"")
  }

  private func session(_ method: String, _ arguments: String...) throws {
    try bus.call(Self.service, Self.session, "org.freedesktop.login1.Session.\(method)", arguments)
  }

  private func prepareForSleep(_ begins: Bool) throws {
    try bus.call(
      Self.service, Self.manager, "org.freedesktop.DBus.Mock.EmitSignal", "sssav", "org.freedesktop.login1.Manager",
      "PrepareForSleep", "b", "1", "b", "\(begins)")
  }

  @Test("IN7 a local session's lock and unlock are the device's, in their order")
  func locks() throws {
    try start()
    try session("Lock")
    try session("Unlock")
    try session("Lock")
    #expect(try rig.next(3) == [.lock, .unlock, .lock])
    try session("SetLockedHint", "b", "true")
    #expect(try rig.next() == [.lock], "a desktop's own locker says it so")
    try session("SetLockedHint", "b", "false")
    #expect(try rig.next() == [.unlock])
  }

  /// Gives the session another value of a property.
  private func setProperty(_ property: String, _ value: [String]) throws {
    try bus.call(
      Self.service, Self.session, "org.freedesktop.DBus.Properties.Set",
      ["ssv", "org.freedesktop.login1.Session", property] + value)
  }

  @Test("IN7 a session from afar locks nothing")
  func remote() throws {
    try start()
    try setProperty("Remote", ["b", "true"])
    try session("Lock")
    try rig.waitForLog("debug: ignored the lock of \(Self.session): the session is not local")
    #expect(rig.events == [])
  }

  @Test(
    "IN7 a session that has no seat, or is no person's, locks and unlocks nothing",
    arguments: [
      ("Seat", ["(so)", "", "/"], "has no seat"), ("Seat", ["s", "seat0"], "has no seat"),
      ("Class", ["s", "background"], "is no user's"), ("Class", ["s", "manager"], "is no user's"),
    ])
  func noPerson(property: String, value: [String], reason: String) throws {
    try start()
    try setProperty(property, value)
    for (signal, event) in [("Lock", "lock"), ("Unlock", "unlock")] {
      try session(signal)
      try rig.waitForLog("debug: ignored the \(event) of \(Self.session): the session \(reason)")
    }
    try session("SetLockedHint", "b", "true")
    try session("SetLockedHint", "b", "false")
    try rig.run { rig.log.all.count { $0.hasSuffix(": the session \(reason)") } == 4 }
    #expect(rig.events == [])
  }

  @Test(
    "IN7 a session in the background and a greeter lock the device, and do not unlock it",
    arguments: [("Active", ["b", "false"], "is not active"), ("Class", ["s", "greeter"], "is no user's")])
  func locksAlone(property: String, value: [String], reason: String) throws {
    try start()
    try setProperty(property, value)
    try session("Unlock")
    try session("Lock")
    #expect(try rig.next() == [.lock])
    #expect(rig.log.all.contains("debug: ignored the unlock of \(Self.session): the session \(reason)"))
  }

  @Test("IN7 sleep waits until it is let go, and the next sleep waits again")
  func sleep() throws {
    try start()
    for _ in 1...2 {
      try prepareForSleep(true)
      var events = try rig.next()
      guard case .goingToSleep(.some) = events[0], events.count == 1 else {
        Issue.record("\(events)")
        return
      }
      #expect(try isSleepDelayed(), "as long as somebody holds the descriptor")
      events = []
      try rig.run { try !isSleepDelayed() }
      try prepareForSleep(false)
      #expect(try rig.next() == [.wokeUp])
      try rig.run { try isSleepDelayed() }
    }
  }

  @Test("IN7 what somebody else says in logind's name is not believed")
  func forgery() throws {
    try start()
    // A match rule keeps out what is for everybody, but not what is for us alone.
    for listener in try bus.everybody() + [nil] {
      try bus.emit(to: listener, Self.session, "org.freedesktop.login1.Session", "Lock")
      try bus.emit(to: listener, Self.manager, "org.freedesktop.login1.Manager", "PrepareForSleep", "b", "true")
    }
    try session("Lock")
    #expect(try rig.next() == [.lock], "logind's own alone")
    try rig.settle()
    #expect(rig.events == [])
  }

  @Test("Signals of another form than logind's are no events")
  func malformed() throws {
    try start()
    let mock = "org.freedesktop.DBus.Mock.EmitSignal"
    try bus.call(
      Self.service, Self.manager, mock, "sssav", "org.freedesktop.login1.Manager", "PrepareForSleep", "s", "1", "s",
      "true")
    try bus.call(
      Self.service, Self.session, mock, "sssav", "org.freedesktop.DBus.Properties", "PropertiesChanged", "s", "1", "s",
      "x")
    try session("Lock")
    #expect(try rig.next() == [.lock])
  }

  @Test("A logind that goes and comes is followed again, and holds no lock that it knows nothing of")
  func restart() throws {
    rig.start([.logind], bus: bus.address)
    try rig.run { try isSleepDelayed() }
    bus.stop()
    try rig.waitForLog("info: unable to follow locks and sleep: the connection to the system bus ended")
    try bus.start()
    try mock()
    try rig.waitForLog("info: the system bus is available")
    try rig.run { try isSleepDelayed() }
    try session("Lock")
    #expect(try rig.next() == [.lock])
  }
}
