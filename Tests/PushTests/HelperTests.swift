// The bridge with helpers that are none, and roost-push with brokers that are none: the daemon stays.
import Foundation
import Glibc
import LifecycleModel
import TestFolders
import TestLoop
import Testing

@testable import Processes
@testable import Push
@testable import PushProtocol
@testable import Settings
@testable import Systemd

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct PushHelperTests {
  private let loop: EventLoop
  private let lines = LogLines()
  private let running = HelperProcesses()
  private let taken = Taken()
  private let folder: TestFolder

  init() throws {
    loop = try EventLoop()
    folder = try TestFolder()
  }

  @MainActor private final class Taken {
    var pushes: [String] = []
    /// Whether what was taken outlives the daemon only when the test says so.
    var isKeptLater = false
    var toBeKept: [@MainActor @Sendable () -> Void] = []
  }

  /// A bridge to a port of this machine, by way of `program`, or of roost-push.
  private func bridge(_ program: String? = HelperProgram.path(of: "roost-push"), port: UInt16 = 1) throws -> PushBridge
  {
    let bridge = try PushBridge(
      try #require(BrokerAddress("mqtt://127.0.0.1:\(port)")), try #require(PushTopic(device: "test")), PushSettings(),
      program: program, on: loop, kernel: .live, running: running, log: lines.logger
    ) { [taken] payload, app in
      taken.pushes.append("\(app) \(payload)")
      return true
    } whenKept: { [taken] in
      if taken.isKeptLater { taken.toBeKept.append($0) } else { $0() }
    }
    bridge.start()
    return bridge
  }

  /// A helper that runs this Python, with the order read from `daemon`.
  private func helper(_ script: String) throws -> String {
    let text = """
      #!/usr/bin/python3
      import json, os, signal, socket, sys, time
      daemon = socket.socket(fileno=3)
      lines = daemon.makefile("r")
      order = json.loads(lines.readline())["connect"]
      def say(line): daemon.sendall((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\\n")
      def push(number): say({"message": {"topic": "roost/test/push/a", "payload": str(number), "size": 1}})
      \(script)

      """
    return try folder.write("helper-\(UInt32.random(in: 0 ... .max))", text, mode: 0o755)
  }

  private func run(until isSo: () throws -> Bool) throws {
    let deadline = monotonicNow() + 60_000_000_000
    while try !isSo() {
      guard monotonicNow() < deadline else {
        Issue.record("it never came true; the log says \(lines.all)")
        throw CancellationError()
      }
      try loop.runOnce(timeout: .milliseconds(50))
    }
  }

  /// Stops the bridge, and waits until its helper is gone.
  private func end(_ bridge: PushBridge) throws {
    bridge.stop()
    for pid in running.pids { kill(pid, SIGKILL) }
    try run { running.pids.isEmpty }
  }

  private func warnings(_ text: String) -> Int { lines.all.count { $0.hasPrefix("warning") && $0.contains(text) } }

  // MARK: Helpers that are none

  @Test("A helper gets its order, hands over one message after the other, and none is acknowledged before it is taken")
  func order() throws {
    let bridge = try bridge(
      try helper(
        """
        say({"subscribed": True})
        for number in range(3):
          push(number)
          assert json.loads(lines.readline()) == {"taken": True}
        say({"message": {"topic": "roost/test/push/" + order["host"] + str(order["port"]), "payload": order["filter"],
          "size": 1}})
        lines.readline()
        time.sleep(1000)
        """))
    try run { taken.pushes.count == 4 }
    #expect(taken.pushes == ["a 0", "a 1", "a 2", "127.0.0.11 roost/test/push/+"])
    #expect(lines.all.contains { $0.hasPrefix("info: receiving pushes from mqtt://127.0.0.1:1") })
    #expect(running.pids.count == 1)
    try end(bridge)
  }

  @Test("No message is acknowledged before it outlives the daemon, and a helper that goes on before that is ended")
  func kept() throws {
    taken.isKeptLater = true
    let bridge = try bridge(
      try helper(
        """
        push(0)
        assert json.loads(lines.readline()) == {"taken": True}
        push(1)
        push(2)
        time.sleep(1000)
        """))
    try run { taken.pushes.count == 1 }
    while try loop.runOnce(timeout: .milliseconds(200)) {}
    #expect(taken.pushes == ["a 0"])
    for _ in 0..<2 { taken.toBeKept[0]() }
    try run { taken.pushes.count == 2 }
    try run { warnings("sent more than it was asked for") == 1 }
    // Its helper is gone by now, or another's.
    for kept in taken.toBeKept { kept() }
    #expect(taken.pushes.prefix(2) == ["a 0", "a 1"] && !taken.pushes.contains("a 2"))
    try end(bridge)
  }

  @Test(
    "A helper that sends what no roost-push sends is ended, and said to be so once, with the time of the next attempt",
    arguments: [
      ("say(b'hello')", "sent text that is not valid JSON at byte 0"),
      ("daemon.sendall(b'x' * 100000)", "sent a line longer than 32768 bytes"),
      ("daemon.sendall(b'\\n' * 10000)", "sent more than it was asked for"),
      ("for number in range(1000): push(number)", "sent more than it was asked for"),
      ("say({'subscribed': True}); say({'subscribed': True})", "said twice that it has connected"),
      ("say({'ended': 7})", "sent a line of another shape"),
      ("say(b'[' * 4000)", "sent JSON that nests deeper than 4 levels"),
      ("say(b'{\"a\":[' + b'1,' * 4000 + b'1]}')", "sent JSON with more than 16 values"),
      ("say(bytes(range(256)) * 100)", "sent "),
      ("say({'message': {'topic': 'x' * 2000, 'payload': '{}', 'size': 1}})", "sent "),
      ("say({'message': {'topic': 'roost/test/push/a', 'payload': 'x' * 9000, 'size': 1}})", "sent "),
    ])
  func garbage(script: String, why: String) throws {
    let bridge = try bridge(try helper(script + "\ntime.sleep(1000)"))
    try run { warnings("roostd tries again in 1 s") == 1 }
    #expect(warnings("unable to receive pushes from mqtt://127.0.0.1:1: roost-push \(why)") == 1, "\(lines.all)")
    #expect(warnings("so roostd has ended it") == 1)
    // The second end is for the same reason, and not said again.
    let first = lines.all.count
    try run { !running.pids.isEmpty }
    try run { running.pids.isEmpty }
    // One that says before that it has connected was well, and what it does then is news.
    #expect(lines.all.count <= first + (script.contains("subscribed") ? 2 : 1), "\(lines.all)")
    #expect(taken.pushes.count <= 2 * PushPace.limit)
    try end(bridge)
  }

  @Test("A helper that dies, exits or says why, and then stays, is told apart, and the next comes later each time")
  func ends() throws {
    let begun = folder.path + "/begun"
    let bridge = try bridge(
      try helper(
        """
        with open("\(begun)", "a") as file: print(time.monotonic(), file=file)
        number = len(open("\(begun)").readlines())
        if number == 1: os.kill(os.getpid(), signal.SIGABRT)
        if number == 2: sys.exit(3)
        say({"ended": {"kind": "refused", "words": "\\u001b[31mno" * 1000}})
        time.sleep(1000)
        """))
    try run { warnings("check username, password-file") == 1 }
    #expect(warnings("signal 6 ended roost-push, which speaks with the broker; roostd tries again in 1 s,") == 1)
    #expect(warnings("roost-push ended with status 3 and without a reason; roostd tries again in 2 s,") == 1)
    #expect(warnings("roostd tries again in 4 s,") == 1)
    #expect(lines.all.allSatisfy { $0.utf8.count < 1000 })
    let times = try String(contentsOfFile: begun, encoding: .utf8).split(separator: "\n").compactMap { Double($0) }
    try #require(times.count == 3)
    #expect(times[1] - times[0] >= 1 && times[2] - times[1] >= 2, "\(times)")
    try end(bridge)
  }

  @Test("A helper that is killed while it hands over messages costs none of them, and none is taken twice at once")
  func killed() throws {
    let place = folder.path + "/place"
    // The broker in one: it remembers what has been acknowledged.
    let bridge = try bridge(
      try helper(
        """
        try: number = int(open("\(place)").read())
        except FileNotFoundError: number = 0
        say({"subscribed": True})
        while number < 40:
          push(number)
          if number % 20 == 7 and not os.path.exists("\(place)-%d" % number):
            open("\(place)-%d" % number, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
          if not lines.readline(): break
          number += 1
          with open("\(place).new", "w") as file: file.write(str(number))
          os.rename("\(place).new", "\(place)")
        time.sleep(1000)
        """))
    try run { taken.pushes.last == "a 39" }
    var seen: [String] = []
    for push in taken.pushes where !seen.contains(push) { seen.append(push) }
    #expect(seen == (0..<40).map { "a \($0)" }, "in order, and each")
    #expect(taken.pushes.count <= 42)
    #expect(warnings("signal 9 ended roost-push") == 2)
    try end(bridge)
  }

  @Test("An app to which somebody publishes without end has its share, and the push of another is not behind all of it")
  func floodOfOneApp() throws {
    let bridge = try bridge(
      try helper(
        """
        for number in range(1200):
          push(number)
          if not lines.readline(): sys.exit(1)
        say({"message": {"topic": "roost/test/push/b", "payload": "other", "size": 5}})
        time.sleep(1000)
        """))
    try run { taken.pushes.contains("b other") }
    // In the order that they came in, and no more than the burst and ten in each second since.
    #expect(Array(taken.pushes.prefix(PushShares.burst)) == (0..<PushShares.burst).map { "a \($0)" })
    #expect(taken.pushes.count < 1200)
    #expect(warnings("an app takes 1000 pushes at once, and then 10 in a second; publish fewer to this topic") >= 1)
    try end(bridge)
  }

  @Test("A flood that keeps to the protocol is taken at the daemon's pace")
  func flood() throws {
    let bridge = try bridge(
      try helper(
        """
        number = 0
        while True:
          topic = "roost/test/push/a%d" % (number % 100)
          say({"message": {"topic": topic, "payload": str(number), "size": 1}})
          if not lines.readline(): break
          number += 1
        """))
    let start = monotonicNow()
    try run { taken.pushes.count >= 3 * PushPace.limit }
    #expect(monotonicNow() - start >= 2_000_000_000 - 50_000_000)
    try end(bridge)
  }

  @Test("Without roost-push the log says what to do")
  func missing() throws {
    let bridge = try bridge(nil)
    try run { warnings("install it with make install") == 1 }
    let other = try self.bridge("/nonexistent")
    try run { warnings("unable to start roost-push: the executable is missing: /nonexistent") == 1 }
    try end(bridge)
    try end(other)
  }

  // MARK: Brokers that are none

  /// Answers each connection with the next of `answers`, the last for all that follow.
  @MainActor final class FalseBroker {
    private(set) var accepted: [UInt64] = []
    /// The first bytes of each connection.
    private(set) var received: [[UInt8]] = []
    private var source: IOSource?
    private var watches: [CInt: IOSource] = [:]
    private var connections: [CInt] = []
    let port: UInt16
    private let listener: CInt

    init(_ loop: EventLoop, answers: [[UInt8]]) throws {
      let (listener, port) = try listenLocally()
      self.listener = listener
      self.port = port
      source = try loop.watch(listener, for: .readable, priority: .request) { [unowned self] _ in
        let connection = accept(listener, nil, nil)
        accepted.append(monotonicNow())
        connections.append(connection)
        let answer = answers[min(accepted.count, answers.count) - 1]
        watches[connection] = try? loop.watch(connection, for: .readable, priority: .request) { [unowned self] _ in
          var bytes = [UInt8](repeating: 0, count: 4096)
          let count = recv(connection, &bytes, bytes.count, CInt(MSG_DONTWAIT))
          if count > 0 {
            received.append(Array(bytes.prefix(count)))
            _ = send(connection, answer, answer.count, CInt(MSG_NOSIGNAL))
          }
          shutdown(connection, CInt(SHUT_RDWR))
          watches[connection]?.close()
        }
      }
    }

    isolated deinit {
      for watch in watches.values { watch.close() }
      source?.close()
      for descriptor in connections + [listener] { close(descriptor) }
    }
  }

  @Test("Twelve bytes of a broker end roost-push and not the daemon, which says so once and tries again ever later")
  func twelveBytes() throws {
    let broker = try FalseBroker(
      loop, answers: [[0x20, 0x0a, 0x00, 0x00, 0x07, 0xe4, 0x88, 0x75, 0x34, 0xa2, 0x0f, 0x0b]])
    let bridge = try bridge(port: broker.port)
    try run { broker.accepted.count == 4 }
    try run { running.pids.isEmpty }
    #expect(warnings("roostd tries again in 1 s, and then less and less often until it works") == 1, "\(lines.all)")
    #expect(warnings("unable to receive") == 1, "once: \(lines.all)")
    // This build of libmosquitto asserts; another may be mended, and say that this is no MQTT.
    #expect(warnings("signal 6 ended roost-push") + warnings("does not speak MQTT 5") == 1)
    for (number, pause) in [1, 2, 4].enumerated() {
      #expect(broker.accepted[number + 1] - broker.accepted[number] >= UInt64(pause) * 1_000_000_000)
    }
    try end(bridge)
  }

  @Test("Whatever a broker answers, the daemon goes on", arguments: 0..<6)
  func randomAnswers(seed: UInt64) throws {
    var state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1
    func random() -> UInt8 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 32)
    }
    let rest = (0..<Int(random() % 30) + 2).map { _ in random() }
    // A CONNACK of the right length, with anything in it.
    let broker = try FalseBroker(loop, answers: [[0x20, UInt8(rest.count)] + rest])
    let bridge = try bridge(port: broker.port)
    try run { warnings("unable to receive pushes") == 1 }
    try end(bridge)
  }

  @Test("A broker that answers pings without end, which nobody has sent, has a tenth of a processor")
  func answersWithoutEnd() throws {
    let (listener, port) = try listenLocally()
    defer { close(listener) }
    let bridge = try bridge(port: port)
    var coming = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    try run { poll(&coming, 1, 0) == 1 }
    let connection = accept(listener, nil, nil)
    let helper = try #require(running.pids.first)
    let flood = Thread {
      // CONNACK, SUBACK with the granted quality 1 (MQTT 5, 3.2 and 3.9), and PINGRESP.
      var bytes = [UInt8](repeating: 0, count: 4096)
      recv(connection, &bytes, bytes.count, 0)
      send(connection, [0x20, 3, 0, 0, 0] as [UInt8], 5, CInt(MSG_NOSIGNAL))
      recv(connection, &bytes, bytes.count, 0)
      send(connection, [0x90, 4, 0, 1, 0, 1] as [UInt8], 6, CInt(MSG_NOSIGNAL))
      let answers = Array(repeating: [0xd0, 0] as [UInt8], count: 2048).flatMap { $0 }
      while send(connection, answers, answers.count, CInt(MSG_NOSIGNAL)) > 0 {}
      close(connection)
    }
    flood.start()
    try run { lines.all.contains { $0.contains("receiving pushes") } }
    // utime and stime of proc_pid_stat(5), in hundredths of a second.
    func used() throws -> Duration {
      let fields = try String(contentsOfFile: "/proc/\(helper)/stat", encoding: .utf8).split(separator: " ")
      return .milliseconds(10 * (try #require(Int(fields[13])) + (try #require(Int(fields[14])))))
    }
    let (before, began) = (try used(), monotonicNow())
    var time = Duration.zero
    try run {
      time = try used() - before
      return time >= .milliseconds(400)
    }
    let share = Double(monotonicNow() - began) / 10
    // Of a second that has begun before, and for the reads under way.
    #expect(time < .nanoseconds(Int64(share)) + .milliseconds(200), "\(time)")
    try end(bridge)
  }

  // MARK: Rights

  @Test("While it speaks with a broker roost-push has no right that it does not need")
  func rights() throws {
    // It waits for an answer.
    let (silent, port) = try listenLocally()
    defer { close(silent) }
    let bridge = try bridge(port: port)
    var ready = pollfd(fd: silent, events: Int16(POLLIN), revents: 0)
    try run { poll(&ready, 1, 0) == 1 }
    let pid = try #require(running.pids.first)
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    func field(_ name: String) -> [String] {
      let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().map(String.init) ?? []
    }
    #expect(field("NoNewPrivs") == ["1"] && field("Seccomp") == ["2"])
    for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] { #expect(field(set) == ["0000000000000000"], "\(set)") }
    if geteuid() == 0 {
      #expect(field("Uid") == Array(repeating: "65521", count: 4))
      #expect(field("Gid") == Array(repeating: "65521", count: 4))
      #expect(field("Groups") == [] && field("CapBnd") == ["0000000000000000"])
    } else {
      print("skipped: another user, which only root can become")
    }
    let limits = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8)
    for (name, value) in [
      ("Max address space", "\(96 << 20)"), ("Max core file size", "0"), ("Max file size", "0"),
      ("Max processes", "0"), ("Max open files", "64"), ("Max cpu time", "600"),
    ] {
      let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix(name) })
      #expect(
        line.dropFirst(name.count).split(separator: " ").prefix(2) == [Substring(value), Substring(value)], "\(line)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count <= 8)
    let command = try String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8)
    let environment = try String(contentsOfFile: "/proc/\(pid)/environ", encoding: .utf8)
    #expect(command == "roost-push\0" && environment == "LC_ALL=C\0")
    // It ends when the daemon lets go of it, in the midst of connecting as well.
    bridge.stop()
    let connection = accept(silent, nil, nil)
    defer { close(connection) }
    try run { running.pids.isEmpty }
  }
}
