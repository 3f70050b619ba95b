// UPower, timedated and localed as sources, and a bus without them or no bus at all.
import Glibc
import LifecycleModel
import RoostTesting
import TestBus
import TestFolders
import TestLoop
import Testing

@testable import Devices
@testable import Settings

@MainActor
@Suite(.serialized)
struct ServiceSourceTests {
  private let rig: DeviceRig
  private let bus: PrivateBus

  init() throws {
    rig = try DeviceRig()
    bus = try PrivateBus()
  }

  private static let upower = "org.freedesktop.UPower"

  /// `UpDeviceState`: 1 charging, 2 discharging, 4 full.
  private func setBattery(state: Int, percentage: Double, isPresent: Bool = true) throws {
    try bus.call(
      Self.upower, "/org/freedesktop/UPower", "org.freedesktop.DBus.Mock.SetupDisplayDevice", "uuddddxxbsu", "2",
      "\(state)", "\(percentage)", "0", "0", "0", "0", "0", "\(isPresent)", "", "1")
  }

  @Test("NQ2 the battery's level and state come from UPower, in steps worth telling")
  func battery() throws {
    try bus.mock(Self.upower, "--template", "upower")
    try setBattery(state: 2, percentage: 40)
    rig.start([.upower], bus: bus.address)
    #expect(try rig.next() == [.fact(.battery(level: 0.4, state: .unplugged))])
    try setBattery(state: 2, percentage: 39.6)
    try setBattery(state: 2, percentage: 38.9)
    #expect(try rig.next() == [.fact(.battery(level: 0.389, state: .unplugged))])
    try setBattery(state: 1, percentage: 38.9)
    #expect(try rig.next() == [.fact(.battery(level: 0.389, state: .charging))])
    try setBattery(state: 4, percentage: 250)
    // The mock tells of the state first.
    #expect(try rig.next(2).last == .fact(.battery(level: 1, state: .full)), "and is never more than full")
  }

  @Test("NQ2 a machine without a battery tells of none")
  func noBattery() throws {
    try bus.mock(Self.upower, "--template", "upower")
    rig.start([.upower], bus: bus.address)
    try rig.settle()
    #expect(rig.events == [])
    #expect(rig.log.all == [], "UPower is there all the same")
  }

  private static let awaited = DeviceSourceEvent.fact(.batteryAwaited(true))
  private static let awaitedNoMore = DeviceSourceEvent.fact(.batteryAwaited(false))

  @Test("BX4 a device of which nothing is known awaits UPower's answer")
  func awaitedBattery() throws {
    try bus.mock(Self.upower, "--template", "upower")
    try setBattery(state: 1, percentage: 40)
    rig.start([.upower], bus: bus.address, batteryPatience: .seconds(600))
    #expect(rig.events == [Self.awaited], "at once")
    #expect(try rig.next(2) == [Self.awaited, .fact(.battery(level: 0.4, state: .charging))])
    try setBattery(state: 2, percentage: 40)
    #expect(try rig.next() == [.fact(.battery(level: 0.4, state: .unplugged))])
  }

  @Test("BX4 a battery in a state that UPower does not know is not one without external power for ever")
  func unknownState() throws {
    try bus.mock(Self.upower, "--template", "upower")
    try setBattery(state: 0, percentage: 40)
    rig.start([.upower], bus: bus.address, batteryPatience: .seconds(600))
    #expect(try rig.next(2) == [Self.awaited, .fact(.battery(level: 0.4, state: nil))])
  }

  @Test(
    "BX4 a device without a battery, or without UPower, has external power as soon as that is known",
    arguments: [true, false])
  func noAwaitedBattery(hasUPower: Bool) throws {
    if hasUPower { try bus.mock(Self.upower, "--template", "upower") }
    rig.start([.upower], bus: bus.address, batteryPatience: .seconds(600))
    #expect(try rig.next(2) == [Self.awaited, Self.awaitedNoMore])
    #expect(rig.log.all.isEmpty == hasUPower)
  }

  @Test("BX4 a UPower that does not answer is not waited for without end, and is heard when it does")
  func silentUPower() throws {
    let mock = try bus.mock(Self.upower, "--template", "upower")
    try setBattery(state: 2, percentage: 40)
    mock.signal(SIGSTOP)
    defer { mock.signal(SIGCONT) }
    rig.start([.upower], bus: bus.address, batteryPatience: .milliseconds(50))
    #expect(try rig.next(2) == [Self.awaited, Self.awaitedNoMore])
    mock.signal(SIGCONT)
    #expect(try rig.next() == [.fact(.battery(level: 0.4, state: .unplugged))])
  }

  @Test("BX4 without a bus nothing is waited for, and other sources in their place end the wait")
  func noWait() throws {
    bus.stop()
    rig.start([.upower], bus: bus.address, batteryPatience: .seconds(600))
    #expect(rig.events == [Self.awaitedNoMore])
    try bus.start()
    let mock = try bus.mock(Self.upower, "--template", "upower")
    mock.signal(SIGSTOP)
    defer { mock.signal(SIGCONT) }
    rig.start([.upower], bus: bus.address, batteryPatience: .seconds(600))
    rig.endWaiting()
    #expect(rig.events.suffix(2) == [Self.awaited, Self.awaitedNoMore])
  }

  @Test("BX4 a bus that lets nobody in for a while is there: UPower's answer is awaited, and comes when it does")
  func fullBus() throws {
    bus.stop()
    let path = String(bus.address.dropFirst("unix:path=".count))
    unlink(path)
    do {
      let full = try StreamListener(path, backlog: 0)
      // Takes the one place that there is.
      let other = try DeviceRig()
      other.start([.upower], bus: bus.address)
      rig.start([.upower], bus: bus.address, batteryPatience: .seconds(600))
      #expect(rig.events == [Self.awaited])
      #expect(rig.log.all.count == 1, "\(rig.log.all)")
      other.end()
      withExtendedLifetime(full) {}
    }
    try bus.start()
    try bus.mock(Self.upower, "--template", "upower")
    try setBattery(state: 2, percentage: 40)
    #expect(try rig.next(2) == [Self.awaited, .fact(.battery(level: 0.4, state: .unplugged))])
  }

  @Test("NQ2 a new time zone is a significant time change, the one there is at the start is none")
  func timeZone() throws {
    let service = "org.freedesktop.timedate1"
    try bus.mock(service, "--template", "timedated")
    rig.start([.timedate], bus: bus.address)
    try rig.settle()
    try bus.call(service, "/org/freedesktop/timedate1", service + ".SetTimezone", "sb", "Asia/Seoul", "false")
    #expect(try rig.next() == [.fact(.time(.zone("Asia/Seoul")))])
  }

  @Test("A text that is longer than is accepted is refused and said once, and the service is heard on")
  func longText() throws {
    let service = "org.freedesktop.timedate1"
    try bus.mock(service, "--template", "timedated")
    rig.start([.timedate], bus: bus.address)
    try rig.settle()
    for letter in ["a", "b", "c"] {
      let zone = String(repeating: letter, count: 60_000)
      try bus.call(service, "/org/freedesktop/timedate1", service + ".SetTimezone", "sb", zone, "false")
    }
    try bus.call(service, "/org/freedesktop/timedate1", service + ".SetTimezone", "sb", "Asia/Seoul", "false")
    #expect(try rig.next() == [.fact(.time(.zone("Asia/Seoul")))])
    #expect(rig.log.all.count == 1, "\(rig.log.all)")
    #expect(rig.log.all.first?.contains("a D-Bus text of 60000 bytes, 4096 at most") == true)
  }

  private static let localed = "org.freedesktop.locale1"

  private func mockLocale(_ language: String) throws {
    try bus.mock(Self.localed, Self.localed, "/org/freedesktop/locale1", Self.localed)
    try bus.call(
      Self.localed, "/org/freedesktop/locale1", "org.freedesktop.DBus.Mock.AddProperties", "sa{sv}", Self.localed, "1",
      "Locale", "as", "1", language)
  }

  private func setLocale(_ assignments: String...) throws {
    try bus.call(
      Self.localed, "/org/freedesktop/locale1", "org.freedesktop.DBus.Properties.Set",
      ["ssv", Self.localed, "Locale", "as", "\(assignments.count)"] + assignments)
  }

  @Test("NQ2 the locale is what localed has for LANG, as Foundation names it")
  func locale() throws {
    try mockLocale("LANG=de_DE.UTF-8")
    rig.start([.locale], bus: bus.address)
    #expect(try rig.next() == [.fact(.locale("de_DE"))])
    try setLocale("LC_TIME=C", "LANG=ko_KR.UTF-8")
    #expect(try rig.next() == [.fact(.locale("ko_KR"))])
    try setLocale("LC_TIME=C")
    try setLocale("LANG=C.UTF-8")
    #expect(try rig.next() == [.fact(.locale("en_US_POSIX"))], "none at all changes nothing")
    try setLocale("LANG=sr_RS@latin")
    #expect(try rig.next() == [.fact(.locale("sr_RS"))])
  }

  @Test("A service that is not there is said once, and followed when it comes; those that are there work")
  func absentService() throws {
    try mockLocale("LANG=de_DE.UTF-8")
    rig.start([.logind, .upower, .timedate, .locale], bus: bus.address)
    #expect(try rig.next() == [.fact(.locale("de_DE"))])
    try rig.waitForLog("unable to follow the battery: org.freedesktop.UPower does not answer on the bus")
    let mock = try bus.mock(Self.upower, "--template", "upower")
    try setBattery(state: 2, percentage: 40)
    // The mock's setters tell of one property after the other.
    #expect(try rig.next().last == .fact(.battery(level: 0.4, state: .unplugged)))
    bus.end(mock: mock)
    try rig.settle()
    #expect(rig.log.all.filter { $0.contains("the battery") }.count == 1, "\(rig.log.all)")
    #expect(rig.log.all.count == 3, "one each for what is absent: \(rig.log.all)")
    #expect(rig.log.all.allSatisfy { $0.hasPrefix("info: ") && $0.contains("= false in [sources]") })
  }

  @Test("A service that takes the name of one that has yet to answer is heard, and the late answer is not believed")
  func lateAnswer() throws {
    func owner() throws -> String {
      let answer = try bus.call(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.GetNameOwner", "s", Self.upower)
      let parts = answer.split(separator: "\"")
      try #require(parts.count > 1, "\(answer)")
      return String(parts[1])
    }
    let mock = try bus.mock(Self.upower, "--template", "upower")
    try setBattery(state: 2, percentage: 40)
    let former = try owner()
    mock.signal(SIGSTOP)
    defer { mock.signal(SIGCONT) }
    rig.start([.upower], bus: bus.address)
    // It has been asked by then.
    try rig.settle()
    try bus.mock(Self.upower, "--template", "upower")
    try rig.run { try owner() != former }
    try setBattery(state: 2, percentage: 70)
    #expect(try rig.next().last == .fact(.battery(level: 0.7, state: .unplugged)))
    mock.signal(SIGCONT)
    // Its answers come in the order of the questions.
    try bus.call(former, "/org/freedesktop/UPower", "org.freedesktop.DBus.Peer.Ping")
    try setBattery(state: 2, percentage: 60)
    #expect(try rig.next() == [.fact(.battery(level: 0.6, state: .unplugged))])
  }

  @Test("No bus at all is said once, and found when it comes")
  func noBus() throws {
    bus.stop()
    rig.start([.logind, .upower, .timedate, .locale], bus: bus.address)
    let begun = rig.log.all
    #expect(begun.count == 1)
    #expect(begun.first?.contains("unable to follow locks and sleep, the battery, the time zone, the locale: ") == true)
    // Several attempts, the first after 50 ms.
    try rig.settle()
    try rig.settle()
    try rig.settle()
    #expect(rig.log.all == begun)
    try bus.start()
    try mockLocale("LANG=de_DE.UTF-8")
    #expect(try rig.next() == [.fact(.locale("de_DE"))])
    #expect(rig.log.all.dropFirst().first == "info: the system bus is available")
  }

  @Test("What is switched off is not listened to")
  func switchedOff() throws {
    try mockLocale("LANG=de_DE.UTF-8")
    try bus.mock(Self.upower, "--template", "upower")
    try setBattery(state: 2, percentage: 40)
    rig.start([.upower], bus: bus.address)
    #expect(try rig.next() == [.fact(.battery(level: 0.4, state: .unplugged))])
    try setLocale("LANG=ko_KR.UTF-8")
    try rig.settle()
    #expect(rig.events == [])

    let none = try DeviceRig()
    none.start([], bus: "unix:path=/nonexistent")
    try none.settle()
    #expect(none.events == [] && none.log.all == [], "nothing is looked for, nothing missed")
  }
}
