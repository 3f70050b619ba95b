// A connection to a real dbus-daemon: signals, replies, every type there is, and the bus going away.
import Foundation
import StreamSafeText
import TestBus
import Testing

@testable import Systemd

@MainActor
@Suite(.serialized)
struct BusTests {
  private let loop: EventLoop
  private let server: PrivateBus

  init() throws {
    loop = try EventLoop()
    server = try PrivateBus()
  }

  private func run(until done: () -> Bool) throws {
    let deadline = monotonicNow() + 60_000_000_000
    while !done() {
      try #require(monotonicNow() < deadline, "the loop did not get there in a minute")
      try loop.runOnce(timeout: .milliseconds(100))
    }
  }

  private func connect() throws -> Bus {
    try Bus(address: server.address, on: loop) { Issue.record("disconnected") }
  }

  private func ask(_ bus: Bus, _ member: String, _ arguments: [String] = []) throws -> Result<BusMessage, BusError> {
    var answer: Result<BusMessage, BusError>?
    try bus.call(
      member, of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus", arguments
    ) { answer = $0 }
    try run { answer != nil }
    return try #require(answer)
  }

  @Test("Nobody's descriptors are passed on to us: a signal with some, addressed to us alone, does not come")
  func descriptors() throws {
    let bus = try connect()
    var heard: [[BusValue]] = []
    try bus.match("type='signal',interface='org.example.Test'") { heard.append($0.body) }
    _ = try ask(bus, "GetId")
    let us = try #require(try server.everybody().last)
    try server.emitDescriptor(to: us, "/org/example", "org.example.Test", "Sent")
    try server.emit(to: us, "/org/example", "org.example.Test", "Sent", "s", "after it")
    try run { !heard.isEmpty }
    #expect(heard == [[.string("after it")]])
  }

  @Test("A message of a sender who is not to be heard is not read")
  func strangers() throws {
    let bus = try connect()
    var heard: [[BusValue]] = []
    var refused: [SystemCallError] = []
    var (isHeard, messages) = (false, 0)
    try bus.match("type='signal',interface='org.example.Test'", unreadable: { refused.append($0) }) { sender in
      #expect(sender?.hasPrefix(":") == true)
      messages += 1
      return isHeard
    } _: {
      heard.append($0.body)
    }
    _ = try ask(bus, "GetId")
    try server.emit("/org/example", "org.example.Test", "Sent", "s", String(repeating: "x", count: 100_000))
    // The bus takes a large message in piece by piece, and answers others in between.
    try run { messages == 1 }
    isHeard = true
    try server.emit("/org/example", "org.example.Test", "Sent", "s", "after it")
    try run { !heard.isEmpty }
    #expect(heard == [[.string("after it")]])
    #expect(refused.isEmpty)
  }

  @Test("Texts of marks, which take the square of their length to compare, have a joiner after each thirty")
  func marks() throws {
    let bus = try connect()
    var heard: [[BusValue]] = []
    try bus.match("type='signal',interface='org.example.Test'") { heard.append($0.body) }
    _ = try ask(bus, "GetId")
    let key = "a" + String(repeating: "\u{301}", count: 1000)
    try server.emit("/org/example", "org.example.Test", "Sent", "a{sv}", "1", key, "s", key)
    try run { !heard.isEmpty }
    #expect(heard == [[.dictionary([key.streamSafe: .string(key.streamSafe)])]])
    guard case .dictionary(let entries)? = heard.first?.first else { return }
    #expect(entries.keys.first.map { $0.unicodeScalars.count } == 1001 + 1000 / 30)
  }

  @Test(
    "A call that is answered with a descriptor takes its course while the loop does something else, and its reply comes"
  )
  func callForDescriptor() throws {
    let service = "org.freedesktop.login1"
    try server.mock(service, "--template", "logind")
    let bus = try connect()
    var answer: Result<BusMessage, BusError>?
    let strings = ["sleep", "Roost", "a test", "delay"]
    try bus.callForDescriptor(
      "Inhibit", of: "org.freedesktop.login1.Manager", at: "/org/freedesktop/login1", on: service, strings
    ) { answer = $0 }
    func isHeld() throws -> Bool {
      try server.call(service, "/org/freedesktop/login1", "org.freedesktop.login1.Manager.ListInhibitors")
        .contains("a test")
    }
    // Nobody runs the loop: who keeps that connection busy keeps nobody else.
    let deadline = monotonicNow() + 60_000_000_000
    while try !isHeld() { try #require(monotonicNow() < deadline, "the call waits for the loop") }
    #expect(answer == nil)
    try run { answer != nil }
    #expect(try answer?.get().body.first?.descriptor != nil)
    answer = nil
    while try isHeld() { try #require(monotonicNow() < deadline, "nobody has the descriptor any more") }
    var refusal: Result<BusMessage, BusError>?
    try bus.callForDescriptor("Inhibit", of: "org.example.None", at: "/", on: "org.example.None") { refusal = $0 }
    try run { refusal != nil }
    #expect(throws: BusError.self) { try refusal?.get() }
  }

  @Test("A call's reply has its sender and what it carries, a call that fails the bus's own words")
  func calls() throws {
    let bus = try connect()
    let reply = try ask(bus, "NameHasOwner", ["org.freedesktop.DBus"]).get()
    #expect(reply.sender == "org.freedesktop.DBus")
    #expect(reply.body == [.boolean(true)])
    let error = #expect(throws: BusError.self) { try ask(bus, "GetNameOwner", ["org.example.Nobody"]).get() }
    #expect(
      error?.description
        == "org.freedesktop.DBus.Error.NameHasNoOwner: Could not get owner of name 'org.example.Nobody': no such name")
  }

  @Test("A signal comes to the rule that matches it, with every type of D-Bus read as what it is")
  func signals() throws {
    let bus = try connect()
    var seen: [BusMessage] = []
    try bus.match("type='signal',interface='org.example.I',member='Wanted'") { seen.append($0) }
    // The bus knows the rule when it has answered what was asked after it.
    _ = try ask(bus, "ListNames")
    try server.emit("/a", "org.example.I", "Unwanted")
    try server.emit(
      "/a/b", "org.example.I", "Wanted", "bynqiuxtdsogva{sv}a{us}(su)asaas", "true", "255", "-2", "65535", "-3",
      "4294967295", "-4", "18446744073709551615", "0.5", "text", "/o", "a{sv}", "i", "7", "1", "key", "v", "s",
      "inner", "1", "5", "five", "struct", "6", "0", "1", "2", "x", "y")
    try run { !seen.isEmpty }
    let signal = try #require(seen.first)
    #expect(seen.count == 1)
    #expect(signal.sender?.hasPrefix(":") == true)
    #expect(signal.path == "/a/b" && signal.interface == "org.example.I" && signal.member == "Wanted")
    #expect(
      signal.body == [
        .boolean(true), .integer(255), .integer(-2), .integer(65535), .integer(-3), .integer(4_294_967_295),
        .integer(-4), .integer(.max), .double(0.5), .string("text"), .string("/o"), .string("a{sv}"), .integer(7),
        .dictionary(["key": .string("inner")]), .array([.structure([.integer(5), .string("five")])]),
        .structure([.string("struct"), .integer(6)]), .array([]), .array([.array([.string("x"), .string("y")])]),
      ])
  }

  @Test(
    "A message with a text that is longer than is accepted, or with more values, is refused, and the next one comes")
  func bounds() throws {
    let bus = try connect()
    var (seen, refused): ([[BusValue]], [String]) = ([], [])
    try bus.match("type='signal',interface='org.example.I'", unreadable: { refused.append("\($0)") }) {
      seen.append($0.body)
    }
    _ = try ask(bus, "ListNames")
    func text(_ length: Int) -> String { String(repeating: "x", count: length) }
    try server.emit("/a", "org.example.I", "Text", "s", text(BusMessage.longestText))
    try server.emit("/a", "org.example.I", "Text", "s", text(BusMessage.longestText + 1))
    try server.emit("/a", "org.example.I", "Text", "a{sv}", "1", text(5000), "i", "1")
    try server.emit("/" + text(5000), "org.example.I", "Text", "s", "a long path")
    let bytes = [String](repeating: "7", count: BusMessage.mostValues)
    try server.emit(["/a", "org.example.I", "Bytes", "ay", "\(bytes.count)"] + bytes)
    try server.emit(["/a", "org.example.I", "Bytes", "ay", "\(bytes.count - 1)"] + bytes.dropLast())
    try run { seen.count + refused.count == 6 }
    #expect(seen.count == 2)
    #expect(seen.first == [.string(text(BusMessage.longestText))])
    #expect(refused.first?.contains("a D-Bus text of 4097 bytes, 4096 at most") == true, "\(refused)")
    #expect(refused.last?.contains("more than 4096 values") == true, "\(refused)")
  }

  @Test("Properties that changed are told from other signals")
  func properties() throws {
    let bus = try connect()
    var changes: [PropertiesChange?] = []
    try bus.match("type='signal',path='/a'") { changes.append(PropertiesChange($0)) }
    _ = try ask(bus, "ListNames")
    try server.emit("/a", "org.example.I", "PropertiesChanged", "sa{sv}as", "org.example.I", "0", "0")
    try server.emit(
      "/a", "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as", "org.example.I", "1", "Level", "d", "3",
      "1", "State")
    try run { changes.count == 2 }
    #expect(changes[0] == nil)
    #expect(changes[1]?.interface == "org.example.I")
    #expect(changes[1]?.values == ["Level": .double(3)])
    #expect(changes[1]?.invalidated == ["State"])
  }

  @Test("A bus that goes away says so once, and then costs nothing")
  func disconnection() throws {
    var ends = 0
    let bus = try Bus(address: server.address, on: loop) { ends += 1 }
    _ = try ask(bus, "ListNames")
    #expect(bus.isOpen)
    server.stop()
    try run { ends > 0 }
    #expect(!bus.isOpen)
    #expect(throws: SystemCallError.self) {
      try bus.call("Stop", of: "org.example.I", at: "/", on: "org.example.S") { _ in }
    }
    try expectIdle()
    #expect(ends == 1)
  }

  /// A loop with nothing to do sleeps: one iteration that waits is all it takes.
  private func expectIdle() throws {
    var iterations = 0
    let end = monotonicNow() + 60_000_000
    while monotonicNow() < end {
      try loop.runOnce(timeout: .milliseconds(30))
      iterations += 1
    }
    #expect(iterations < 10, "the loop has been woken again and again")
  }

  @Test("What was asked of a bus that goes away is answered with an error before it is said")
  func disconnectionInTheMiddle() throws {
    let impostor = try BusImpostor(BusImpostor.welcome, on: loop)
    var order: [String] = []
    let bus = try Bus(address: impostor.address, on: loop) { order.append("disconnected") }
    for name in ["first", "second"] {
      try bus.call("Stop", of: "org.example.I", at: "/", on: "org.example.S") { result in
        order.append("\(name) \(((try? result.get()) == nil) ? "failed" : "answered")")
      }
    }
    // It has got the first real message: the greeting.
    try run { impostor.bytesReceived > 128 }
    #expect(order.isEmpty)
    impostor.hangUp()
    try run { order.last == "disconnected" }
    #expect(order == ["first failed", "second failed", "disconnected"])
    try expectIdle()
  }

  /// The words of an impostor, and whether they are the end: sd-bus waits for words that it could still make sense of.
  struct Words: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    var hangsUp = false
    let areTheEnd: Bool
  }

  @Test(
    "A bus that lets nobody in, hangs up at once or sends garbage holds up nobody",
    arguments: [
      Words(testDescription: "nothing", bytes: [], areTheEnd: false),
      Words(testDescription: "nothing, and hangs up", bytes: [], hangsUp: true, areTheEnd: true),
      Words(testDescription: "half a line", bytes: Array("REJ".utf8), areTheEnd: false),
      Words(testDescription: "no", bytes: Array("DATA\r\nREJECTED\r\nERROR\r\n".utf8), areTheEnd: true),
      Words(testDescription: "zeroes", bytes: [UInt8](repeating: 0, count: 4096), areTheEnd: false),
      Words(testDescription: "an endless line", bytes: [UInt8](repeating: 0x41, count: 100_000), areTheEnd: true),
      Words(testDescription: "a welcome, and nothing", bytes: BusImpostor.welcome, areTheEnd: false),
      Words(
        testDescription: "a welcome and garbage", bytes: BusImpostor.welcome + [UInt8](repeating: 0x6c, count: 4096),
        areTheEnd: true),
      // The fixed part of a header: little-endian, a return, version 1, and 4 GiB to come.
      Words(
        testDescription: "a welcome and a promise of 4 GiB",
        bytes: BusImpostor.welcome + [0x6c, 2, 0, 1, 255, 255, 255, 255, 1, 0, 0, 0, 255, 255, 255, 127],
        areTheEnd: false),
    ])
  func impostors(_ words: Words) throws {
    let impostor = try BusImpostor(words.bytes, thenHangsUp: words.hangsUp, on: loop)
    var ends = 0
    var answers = 0
    let began = monotonicNow()
    var bus: Bus? = try Bus(address: impostor.address, on: loop) { ends += 1 }
    try bus?.match("type='signal'") { _ in Issue.record("a signal") }
    try bus?.call("ListNames", of: "org.freedesktop.DBus", at: "/", on: "org.freedesktop.DBus") { result in
      answers += 1
      if case .success = result { Issue.record("an answer") }
    }
    #expect(monotonicNow() - began < 2_000_000_000, "connecting waits for nobody")
    if words.areTheEnd { try run { ends > 0 } } else { try run { impostor.bytesReceived > 0 } }
    try expectIdle()
    #expect(ends == (words.areTheEnd ? 1 : 0))
    #expect(answers == ends, "what was asked is answered when it is the end")
    // sd-bus gives up by itself after 25 s or 90 s; nobody has to wait for that.
    bus = nil
    try expectIdle()
    #expect(ends == answers)
  }

  @Test("A bus that is not there and an address that is none are errors that say which")
  func badAddress() throws {
    func reason(_ address: String) -> String? {
      #expect(throws: SystemCallError.self) { try Bus(address: address, on: loop) {} }?.description
    }
    #expect(
      reason("unix:path=/nonexistent/bus")
        == "unable to connect to the bus at unix:path=/nonexistent/bus: No such file or directory")
    #expect(reason("unix:nonsense") == "unable to connect to the bus at unix:nonsense: Invalid argument")
  }

  @Test("What callbacks hold is released with the connection, also while a reply is waited for")
  func lifetimes() throws {
    final class Witness {}
    weak var matched: Witness?
    weak var asked: Witness?
    do {
      let bus = try connect()
      let first = Witness()
      let second = Witness()
      (matched, asked) = (first, second)
      try bus.match("type='signal'") { _ in _ = first }
      try bus.call("ListNames", of: "org.freedesktop.DBus", at: "/", on: "org.freedesktop.DBus") { _ in _ = second }
      try loop.runOnce(timeout: .zero)
      #expect(matched != nil && asked != nil)
    }
    #expect(matched == nil && asked == nil)
  }
}
