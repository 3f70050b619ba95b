// Apps that end their first thread and go on in another: they gain nothing by it.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct EndedFirstThreadTests {
  /// An app that answers every event on its second thread, after `atActive` when it has come to the front.
  private static func make(_ name: String, atActive: String = "pass", keys: [String: Any] = [:]) throws -> String {
    try ScriptApp.make(
      name,
      script: """
        #!/usr/bin/env python3
        import ctypes, json, os, threading
        def say(message): os.write(4, (json.dumps(message) + "\\n").encode())
        def rest():
          global held
          say({"hello": {"protocol": 1, "library": "test/1"}})
          for line in os.fdopen(3):
            event = json.loads(line)
            if "seq" not in event: continue
            if event["event"] == "didBecomeActive":
              \(atActive)
            say({"ack": event["seq"]})
            if event["event"] == "willTerminate": os._exit(0)
          os._exit(0)
        threading.Thread(target=rest).start()
        ctypes.CDLL(None).syscall({"x86_64": 60, "aarch64": 93}[os.uname().machine], 0)
        """, keys: keys)
  }

  @Test("BG5 a shared device that such an app keeps open is found")
  func device() throws {
    let node = "/tmp/roost-test-shared-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    try Data("shared\n".utf8).write(to: URL(fileURLWithPath: node))
    defer { unlink(node) }
    let app = try Self.make("keeper", atActive: "held = open('\(node)')", keys: ["RoostDevices": ["camera"]])
    let test = try TestDevice(device: "[background]\ncamera = [\"\(node)*\"]", apps: [app])
    let keeper = test.device.app("com.example.keeper")
    try keeper.launch()
    try test.device.home()
    let record = try test.waitForEnd(of: keeper)
    #expect(record.code == "0xd00d2bad" && record.text.contains(node))
  }

  @Test("such an app, suspended, is the process it was after SIGKILL has ended a daemon whose descriptors nobody kept")
  func adoption() throws {
    let test = try TestDevice(apps: [try Self.make("left")])
    try test.device.app("com.example.left").launch()
    try test.device.home()
    let pid = try #require(try test.device.app("com.example.left").pid)
    try test.daemon.restart(after: SIGKILL)
    let app = try Device(socket: test.daemon.socket).app("com.example.left")
    #expect(try app.state == .suspended)
    try app.activate()
    #expect(try app.state == .active)
    #expect(try app.pid == pid)
  }
}
