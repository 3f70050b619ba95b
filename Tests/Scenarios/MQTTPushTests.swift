// BX5: pushes that come in from an MQTT broker, a real mosquitto, and from what is none.
import ControlAPI
import Foundation
import RoostTesting
import TestFolders
import Testing

/// The app of the tests, which notes each push it is woken for.
private enum Mail {
  static let id = "com.example.mail"

  static func make() throws -> String {
    try PythonApp.make(
      "mail", on: ["backgroundEvent": "note(event['kind'] + ' ' + str(event['payload']['n']))"],
      keys: ["UIBackgroundModes": ["remote-notification"]])
  }

  static func push(_ number: Int) -> String { #"{"aps":{"content-available":1},"n":\#(number)}"# }
}

extension TestDevice {
  fileprivate func waitForLog(_ text: String) throws {
    do {
      try eventually("the log says \(text)") { daemon.log.contains(text) }
    } catch {
      throw Unexpected("\(error); it says:\n\(daemon.log)")
    }
  }

  fileprivate func waitForBroker() throws { try waitForLog("receiving pushes from") }

  fileprivate func waitForNotes(_ notes: [String]) throws {
    do {
      try eventually("it has noted \(notes)") { self.notes(of: Mail.id).count >= notes.count }
    } catch {
      throw Unexpected("\(error); it has \(self.notes(of: Mail.id)), and the log:\n\(daemon.log)")
    }
    #expect(self.notes(of: Mail.id) == notes)
  }
}

@Suite(.serialized) struct MQTTPushTests {
  @Test("BX5 a silent push from the broker wakes a suspended app, and it is suspended again")
  func wakes() throws {
    let broker = try Broker()
    let test = try TestDevice(push: broker.configuration, apps: [try Mail.make()])
    let mail = test.device.app(Mail.id)
    try mail.launch()
    try test.device.home()
    try test.wait(for: .suspended, of: mail)
    try test.waitForBroker()
    let start = test.events.now
    try broker.publish(Mail.push(1), for: Mail.id)
    try test.waitForNotes(["push 1"])
    try test.wait(for: .suspended, of: mail, from: start)
    #expect(test.events.states(of: Mail.id, from: start) == [.background, .suspended])
  }

  @Test("BX5 a push from the broker launches an app behind the screen, and a visible one is shown")
  func launches() throws {
    let broker = try Broker()
    let test = try TestDevice(push: broker.configuration, apps: [try Mail.make()])
    try test.waitForBroker()
    try broker.publish(
      #"{"aps":{"alert":{"title":"Mail","body":"From Kim"},"content-available":1},"n":1}"#, for: Mail.id)
    try test.waitForNotes(["push 1"])
    #expect(test.complaints.isEmpty)
    #expect(test.events.states(of: Mail.id).first == .background)
    try test.events.wait(for: "the banner") {
      if case .device(_, let text?) = $0.kind { text.contains("From Kim") } else { false }
    }
  }

  @Test(
    "BX5 what is published while roostd is down arrives once and in order when it is back",
    arguments: [
      SIGTERM, SIGKILL,
    ])
  func survivesRestart(signal: Int32) throws {
    let broker = try Broker()
    let test = try TestDevice(push: broker.configuration, apps: [try Mail.make()])
    try test.waitForBroker()
    try broker.publish(Mail.push(1), for: Mail.id)
    try test.waitForNotes(["push 1"])
    // One that still runs sees the end of its channel when roostd is killed, and exits.
    try test.wait(for: .suspended, of: test.device.app(Mail.id))
    kill(test.daemon.pid, signal)
    try eventually("it is gone") { try Self.isGone(test.daemon.pid) }
    for number in 2...6 { try broker.publish(Mail.push(number), for: Mail.id) }
    try test.daemon.restart()
    try test.waitForNotes((1...6).map { "push \($0)" })
  }

  /// Whether it has ended, though its parent may not have asked for its status yet (proc(5)).
  private static func isGone(_ pid: pid_t) throws -> Bool {
    guard let status = try? KernelFile.text("/proc/\(pid)/stat") else { return true }
    return status.contains(") Z ")
  }

  @Test("BX5 a broker that is away is looked for until it is there, and again when it has gone")
  func brokerAway() throws {
    let broker = try Broker(isRunning: false)
    let test = try TestDevice(push: broker.configuration, apps: [try Mail.make()])
    try test.waitForLog("unable to receive pushes from mqtt://127.0.0.1:\(broker.port): Connection refused; check that")
    try test.device.app(Mail.id).launch()
    try broker.start()
    try test.waitForBroker()
    try broker.publish(Mail.push(1), for: Mail.id)
    try test.waitForNotes(["push 1"])

    broker.stop()
    try test.waitForLog("the broker closed the connection")
    try broker.start()
    // The broker has kept the session: nobody has to wait for the subscription.
    try broker.publish(Mail.push(2), for: Mail.id)
    try test.waitForNotes(["push 1", "push 2"])
    let absences = test.daemon.log.components(separatedBy: "Connection refused").count - 1
    #expect(absences <= 2, "it is said once, not at every attempt:\n\(test.daemon.log)")
  }

  /// The daemon's children that speak with a broker.
  private func helpers(of daemon: pid_t) throws -> [pid_t] {
    let children = try KernelFile.text("/proc/\(daemon)/task/\(daemon)/children")
    return children.split(separator: " ").compactMap { pid_t($0) }.filter {
      (try? KernelFile.text("/proc/\($0)/comm")) == "roost-push\n"
    }
  }

  @Test(
    "No code that reads what others have written is in the daemon, and its helper ends with it",
    arguments: [SIGTERM, SIGKILL])
  func apart(signal: Int32) throws {
    let broker = try Broker()
    let test = try TestDevice(push: broker.configuration, apps: [])
    try test.waitForBroker()
    let mapped = try KernelFile.text("/proc/\(test.daemon.pid)/maps")
    for library in ["libmosquitto", "libssl", "libdw", "libelf"] { #expect(!mapped.contains(library), "\(library)") }
    let helper = try #require(try helpers(of: test.daemon.pid).first)
    kill(test.daemon.pid, signal)
    try eventually("it is gone") { try Self.isGone(helper) }
  }

  @Test("BX5 a helper that is killed again and again while pushes arrive costs none of them")
  func helperKilled() throws {
    let broker = try Broker()
    let test = try TestDevice(push: broker.configuration, apps: [try Mail.make()])
    try test.waitForBroker()
    let daemon = test.daemon.pid
    for number in 1...24 {
      try broker.publish(Mail.push(number), for: Mail.id)
      if number % 8 == 0 { for helper in try helpers(of: daemon) { kill(helper, SIGKILL) } }
    }
    var seen: [String] = []
    try eventually("all have arrived", deadline: 240) {
      seen = []
      for note in test.notes(of: Mail.id) where !seen.contains(note) { seen.append(note) }
      return seen.count == 24
    }
    #expect(seen == (1...24).map { "push \($0)" })
    #expect(test.daemon.pid == daemon)
    #expect(
      test.daemon.log.contains("signal 9 ended roost-push, which speaks with the broker; roostd tries again in 1 s"))
  }

  @Test("BX5 a daemon that becomes another program has one helper afterwards, a new one")
  func replaced() throws {
    let broker = try Broker()
    let test = try TestDevice(push: broker.configuration, apps: [try Mail.make()])
    try test.waitForBroker()
    let before = try helpers(of: test.daemon.pid)
    #expect(before.count == 1)
    #expect(throws: ControlFailure.self) {
      try ControlClient(socket: test.daemon.socket).call(DaemonInterface.Reexec())
    }
    try eventually("it is connected again") { test.daemon.log.components(separatedBy: "receiving pushes").count == 3 }
    try eventually("the one before is gone") {
      let now = try helpers(of: test.daemon.pid)
      return now.count == 1 && now != before
    }
    try broker.publish(Mail.push(1), for: Mail.id)
    try test.waitForNotes(["push 1"])
  }

  @Test("BX5 what is no push, or for no app, is refused in the log; nothing else is lost, and no other app touched")
  func badPushes() throws {
    let broker = try Broker()
    let plain = try PythonApp.make("plain", on: [:])
    let test = try TestDevice(push: broker.configuration, apps: [try Mail.make(), plain])
    try test.waitForBroker()
    let bystander = test.device.app("com.example.plain")
    try bystander.launch()
    // One that runs would be told, without the mode (BX3).
    try test.device.home()
    try test.wait(for: .suspended, of: bystander)
    let pid = try bystander.pid
    let start = test.events.now

    let topic = "roost/\(Broker.device)/push/"
    let file = broker.directory + "/payload"
    try Data([0xff, 0xfe, 0x00]).write(to: URL(fileURLWithPath: file))
    try broker.publish(["-t", topic + Mail.id, "-f", file])
    for payload in ["hello", "[]", "{}", #"{"aps":{}}"#, #"{"aps":7}"#, String(repeating: "[", count: 4000)] {
      try broker.publish(payload, for: Mail.id)
    }
    try broker.publish(["-t", topic + Mail.id, "-n"])
    try broker.publish(String(repeating: "x", count: 5000), for: Mail.id)
    try Data(repeating: 0, count: 300 << 10).write(to: URL(fileURLWithPath: file))
    try broker.publish(["-t", topic + Mail.id, "-f", file])
    for identifier in ["", "..", "a b", "über", String(repeating: "x", count: 5000)] {
      try broker.publish(Mail.push(0), for: identifier)
    }
    try broker.publish(Mail.push(0), for: "com.example.nobody")
    try broker.publish(Mail.push(0), for: bystander.id)
    try broker.publish(["-t", "roost/another-device/push/" + Mail.id, "-m", Mail.push(0)])
    try broker.publish(Mail.push(1), for: Mail.id)
    try test.waitForNotes(["push 1"])

    let log = test.daemon.log
    for reason in [
      "the payload is not a JSON object", "the payload has no dictionary aps", "the payload does nothing",
      "the payload has 5000 bytes, and a push carries 4096 at most", "does not end with a bundle identifier",
      "no app com.example.nobody is installed", "unable to wake com.example.plain",
    ] {
      #expect(log.contains(reason), "\(reason) is missing in:\n\(log)")
    }
    #expect(log.components(separatedBy: "warning: unable to").count - 1 == 16, "one line for each:\n\(log)")
    #expect(try bystander.pid == pid)
    #expect(try bystander.state == .suspended)
    #expect(test.events.callbacks(of: bystander.id, from: start) == [])
  }

  @Test("BX5 a retained message is a push once, and not again at every connection")
  func retained() throws {
    let broker = try Broker()
    let test = try TestDevice(push: broker.configuration, apps: [try Mail.make()])
    try test.waitForBroker()
    try broker.publish(Mail.push(1), for: Mail.id, options: ["-r"])
    try test.waitForNotes(["push 1"])
    try test.daemon.restart()
    try eventually("it is connected again") { test.daemon.log.components(separatedBy: "receiving pushes").count == 3 }
    try broker.publish(Mail.push(2), for: Mail.id)
    try test.waitForNotes(["push 1", "push 2"])
  }

  @Test("BX5 two devices of one name are told of each other")
  func twins() throws {
    let broker = try Broker()
    let test = try TestDevice(push: broker.configuration, apps: [])
    try test.waitForBroker()
    let twin = try TestDevice(push: broker.configuration, apps: [])
    try twin.waitForBroker()
    try test.waitForLog("the broker closed the connection, as brokers do when two devices use one name")
  }

  @Test(
    "BX5 a broker that answers rubbish is told from one, and harms nothing",
    arguments: [
      ("485454502f312e3120343030", true, "the broker closed the connection"),
      ("ffffffffffffffffffffffff", true, "does not speak MQTT 5"), ("00000000", true, "does not speak MQTT 5"),
      ("20020001", true, "does not speak MQTT 5"), ("2003008700", true, "the broker refused the login: Not authorized"),
      ("2003000000" + "30ffffff7f" + "00046162", true, "announced more than roost-push may hold"),
      ("2003000000" + "900400010080", true, "the broker refused the subscription to roost/"),
      ("2003000000" + "e0028b00", true, "the broker ended the connection: Server shutting down"),
      ("2003000000" + "30050003616263", false, "hands on messages that are not valid"),
      ("", true, "the broker closed the connection"),
      ("", false, nil), ("30ffffff7f", false, nil),
    ] as [(String, Bool, String?)])
  func rubbish(answer: String, hangsUp: Bool, problem: String?) throws {
    let broker = try FalseBroker(answering: answer, hangsUp: hangsUp)
    let test = try TestDevice(push: "mqtt-broker = \"mqtt://127.0.0.1:\(broker.port)\"", apps: [try Mail.make()])
    // One that holds the connection and says nothing more is given up after a minute.
    if let problem {
      try test.waitForLog("unable to receive pushes from mqtt://127.0.0.1:\(broker.port): ")
      #expect(test.daemon.log.contains(problem), "\(test.daemon.log)")
    }
    let mail = test.device.app(Mail.id)
    #expect(try mail.launch().state == .active)
    try test.device.home()
    #expect(try mail.state == .suspended)
    test.daemon.stop()
    #expect(!test.daemon.log.contains("receiving pushes from"))
  }

  @Test("BX5 over TLS the broker has to show a certificate that the right one has signed, for its name")
  func encrypted() throws {
    let broker = try Broker(isRunning: false) { directory in
      "allow_anonymous true\ncertfile \(directory)/broker.crt\nkeyfile \(directory)/broker.key"
    }
    try broker.makeCertificates()
    try broker.start()
    func settings(_ authorities: String, _ host: String) -> String {
      "mqtt-broker = \"mqtts://\(host):\(broker.port)\"\ndevice = \"\(Broker.device)\"\n"
        + "tls-ca-file = \"\(broker.directory)/\(authorities)\""
    }
    let mail = try Mail.make()
    for (authorities, host) in [("stranger.crt", "localhost"), ("authority.crt", "127.0.0.1")] {
      let wary = try TestDevice(push: settings(authorities, host), apps: [mail])
      try wary.waitForLog("unable to set up TLS")
    }
    let test = try TestDevice(push: settings("authority.crt", "localhost"), apps: [mail])
    try test.waitForBroker()
    try broker.publish(
      Mail.push(1), for: Mail.id, options: ["--cafile", broker.directory + "/authority.crt", "-h", "localhost"])
    try test.waitForNotes(["push 1"])
  }

  @Test("What the page on brokers says is what works")
  func documentation() throws {
    let page = try String(contentsOfFile: Programs.root + "/docs/push-from-a-broker.md", encoding: .utf8)
    let broker = try Broker()
    let settings = try #require(page.firstMatch(of: #/```toml\n\[push\]\n(.*?)```/#.dotMatchesNewlines())).1
    let app = try PythonApp.make(
      "pynote", on: ["backgroundEvent": "note(event['kind'])"], keys: ["UIBackgroundModes": ["remote-notification"]])
    let test = try TestDevice(
      push: settings.replacingOccurrences(of: "localhost:1883", with: "localhost:\(broker.port)"), apps: [app])
    try test.waitForBroker()
    let commands = page.matches(of: #/\nmosquitto_pub (.*)/#).map(\.1)
    try #require(commands.count == 2)
    for command in commands {
      let log = broker.directory + "/command"
      let shell = try Program(
        "/bin/sh", ["-c", "mosquitto_pub -p \(broker.port) \(command)"], output: log, errors: log)
      #expect(shell.wait() == 0)
    }
    try eventually("the silent one has woken it") { test.notes(of: "com.example.pynote") == ["push"] }
    try test.events.wait(for: "the visible one") {
      if case .device(_, let text?) = $0.kind { text.contains("From Kim") } else { false }
    }
    #expect(test.complaints.isEmpty)
  }

  @Test("BX5 a password is asked for by the broker, read at every attempt, and named when it is wrong")
  func password() throws {
    let broker = try Broker(isRunning: false) { directory in "password_file \(directory)/users" }
    let users = broker.directory + "/users"
    let made = try Program(
      "/usr/bin/mosquitto_passwd", ["-b", "-c", users, "roost", "secret"], output: users + ".log",
      errors: users + ".log")
    try #require(made.wait() == 0)
    try broker.start()
    let file = broker.directory + "/password"
    try "wrong\n".write(toFile: file, atomically: true, encoding: .utf8)
    let test = try TestDevice(
      push: broker.configuration + "\nusername = \"roost\"\npassword-file = \"\(file)\"", apps: [try Mail.make()])
    try test.waitForLog("check username, password-file and")
    try "secret\n".write(toFile: file, atomically: true, encoding: .utf8)
    try test.waitForBroker()
    try broker.publish(Mail.push(1), for: Mail.id, options: ["-u", "roost", "-P", "secret"])
    try test.waitForNotes(["push 1"])
  }
}

extension TestDevice {
  /// The errors that the daemon has logged, but for those about the bus, which a test has none of.
  fileprivate var complaints: [Substring] {
    daemon.log.split(separator: "\n").filter { $0.contains("unable") && !$0.contains("unable to follow") }
  }
}
