// Bad bundles, bad clients, bad neighbours: each gets a clear error, and nothing else is lost.
import ControlAPI
import Foundation
import RoostTesting
import Testing
import Varlink

@Suite(.serialized) struct BadInputTests {
  @Test("an app whose executable cannot run is refused with the reason, and the others go on")
  func executables() throws {
    let apps = [
      try ScriptApp.make("missing", script: ""), try ScriptApp.make("plain", script: "#!/bin/sh\n", mode: 0o644),
      try ScriptApp.make("neither", script: "hello"), try ScriptApp.make("nointerpreter", script: "#!/no/such/sh\n"),
    ]
    try FileManager.default.removeItem(atPath: apps[0] + "/missing")
    let test = try TestDevice(apps: TestDevice.samples + apps)
    for (name, reason) in [
      ("missing", "missing"), ("plain", "permission"), ("neither", "script"), ("nointerpreter", "/no/such/sh"),
    ] {
      let error = try refusal { try test.device.app("com.example.\(name)").launch() }
      #expect(error.description.contains(reason), "\(error)")
      #expect(error.description.contains("failed to start"))
    }
    #expect(try test.notes.launch().state == .active)
  }

  @Test("a bundle without Info.plist, or with a broken one, hides no other and is named in the log")
  func infoPlists() throws {
    let apps = [try ScriptApp.make("noinfo", script: ""), try ScriptApp.make("broken", script: "")]
    try FileManager.default.removeItem(atPath: apps[0] + "/Info.plist")
    try Data("<plist>".utf8).write(to: URL(fileURLWithPath: apps[1] + "/Info.plist"))
    let test = try TestDevice(apps: TestDevice.samples + apps)
    #expect(try test.device.apps().count == TestDevice.samples.count)
    #expect(test.daemon.log.contains("noinfo.app has no Info.plist"))
    #expect(test.daemon.log.contains("broken.app/Info.plist"))
  }

  @Test("two bundles with one identifier: the first is used, the second named")
  func twins() throws {
    let twin = try ScriptApp.make("twin", script: "", keys: ["CFBundleIdentifier": "com.example.notes"])
    let test = try TestDevice(apps: TestDevice.samples + [twin])
    #expect(test.daemon.log.contains("twin.app has the identifier com.example.notes"))
    #expect(try test.notes.launch().state == .active)
  }

  @Test("an unknown app is refused by name")
  func unknownApp() throws {
    let test = try TestDevice()
    #expect(
      try refusal { try test.device.app("com.example.nobody").launch() } == .unknownApp(app: "com.example.nobody"))
    #expect(
      try refusal { _ = try test.device.app("com.example.nobody").status() } == .unknownApp(app: "com.example.nobody"))
  }

  @Test("a state directory in which a living daemon keeps its state is refused to a second one, by whatever path")
  func state() throws {
    let test = try TestDevice()
    let folder = test.daemon.directory.path
    let log = folder + "/second"
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/same", withDestinationPath: test.daemon.stateDirectory)
    for path in [test.daemon.stateDirectory, folder + "/same"] {
      let second = try Program(
        Programs.roostd, ["--runtime-dir", folder + "/run2", "--state-dir", path], output: log, errors: log)
      #expect(second.wait() == 1)
      let text = try String(contentsOfFile: log, encoding: .utf8)
      #expect(text.contains("another roostd keeps its state in \(path)"), "\(text)")
    }
    #expect(try test.notes.launch().state == .active)
  }

  @Test("a socket that a living daemon serves is refused, one left by a dead daemon is taken over")
  func socket() throws {
    let test = try TestDevice()
    let log = test.daemon.directory.path + "/second"
    let second = try Program(
      Programs.roostd,
      ["--runtime-dir", test.daemon.directory.path + "/run", "--state-dir", test.daemon.stateDirectory],
      output: log, errors: log)
    #expect(second.wait() == 1)
    let text = try String(contentsOfFile: log, encoding: .utf8)
    #expect(text.contains("another roostd already serves"))
    #expect(try test.notes.launch().state == .active)

    try test.daemon.restart(after: SIGKILL)
    #expect(try Device(socket: test.daemon.socket).app("com.example.clock").launch().state == .active)
  }

  @Test("a client that sends garbage, half a message or a huge one, or never reads, is let go; the others are served")
  func clients() throws {
    let test = try TestDevice()
    let garbage = try RawClient(test.daemon.socket)
    garbage.write("this is no call\0")
    #expect(garbage.isClosedByPeer())
    let half = try RawClient(test.daemon.socket)
    half.write(#"{"method":"org.varlink.service.GetIn"#)
    let huge = try RawClient(test.daemon.socket)
    huge.write(String(repeating: "x", count: 3 << 20))
    #expect(huge.isClosedByPeer())
    let deaf = try RawClient(test.daemon.socket)
    for _ in 0..<20_000 where deaf.write(#"{"method":"org.roost.Apps.List"}"# + "\0", block: false) {}
    #expect(try test.notes.launch().state == .active)
    withExtendedLifetime((half, deaf)) {}
  }

  @Test("replies come in the order of pipelined calls, and a oneway call gets none")
  func pipelining() throws {
    let test = try TestDevice()
    let client = try RawClient(test.daemon.socket)
    client.write(
      #"{"method":"org.roost.Apps.Launch","parameters":{"id":"com.example.notes"}}"# + "\0"
        + #"{"method":"org.roost.Device.Banner","oneway":true,"parameters":{"text":"hello"}}"# + "\0"
        + #"{"method":"org.roost.Apps.Nonsense"}"# + "\0" + #"{"method":"org.roost.Daemon.GetVersion"}"# + "\0")
    #expect(client.readMessage().contains(#""state":"active""#))
    #expect(client.readMessage().contains("org.varlink.service.MethodNotFound"))
    #expect(client.readMessage().contains(#""protocolVersion":1"#))
  }

  @Test("the varlink package of PyPI can list, launch, watch and be refused")
  func thirdPartyClient() throws {
    let python = ProcessInfo.processInfo.environment["ROOST_TEST_PYTHON"] ?? Programs.root + "/build/venv/bin/python3"
    try #require(FileManager.default.isExecutableFile(atPath: python), "make test installs it")
    let test = try TestDevice()
    let script = """
      import varlink
      client = varlink.Client.new_with_address("unix:\(test.daemon.socket)")
      with client.open("org.roost.Apps") as apps, client.open("org.roost.Device") as device, \\
           client.open("org.roost.Monitor") as monitor:
          for name in client.get_interfaces(): assert name in ("org.varlink.service",) or client.get_interface(name)
          events = monitor.Watch(_more=True)
          assert next(events).get("event") is None
          assert apps.Launch("com.example.notes")["state"] == "active"
          assert next(events)["event"]["app"] == "com.example.notes"
          device.Home()
          assert [a["state"] for a in apps.List()["apps"] if a["id"] == "com.example.notes"] == ["suspended"]
          try:
              apps.Launch("com.example.nobody")
              raise SystemExit("not refused")
          except varlink.VarlinkError as error:
              assert error.error() == "org.roost.Apps.UnknownApp", error
      print("done")
      """
    let log = test.daemon.directory.path + "/python"
    try Program(python, ["-c", script], output: log, errors: log).wait()
    let text = try String(contentsOfFile: log, encoding: .utf8)
    #expect(text == "done\n")
  }
}

/// A socket without manners.
final class RawClient {
  private let descriptor: Int32
  private var received: [UInt8] = []

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw Unexpected("unable to connect to \(path)") }
  }

  deinit { close(descriptor) }

  /// False when nothing more goes.
  @discardableResult
  func write(_ text: String, block: Bool = true) -> Bool {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | (block ? 0 : Int32(MSG_DONTWAIT)))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// The next message without its NUL; what there is of it when the peer closes.
  func readMessage() -> String {
    while true {
      if let end = received.firstIndex(of: 0) {
        defer { received.removeFirst(end + 1) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: received, as: UTF8.self) }
      received.append(contentsOf: buffer[..<count])
    }
  }

  /// Waits until the other end has closed it.
  func isClosedByPeer() -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, 60_000) == 1 else { return false }
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) <= 0
  }
}
