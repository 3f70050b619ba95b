// A process that was ended before it began counts as ended for the next daemon too.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(
  .serialized, .timeLimit(.minutes(40)),
  .enabled(if: geteuid() == 0, "a launch waits where the app has a user of its own, whom only root can give it"))
struct UnbegunTests {
  /// Written behind each other, so that they have their turns before the launch goes on.
  private static let calls = """
    import json, socket, sys
    client = socket.socket(socket.AF_UNIX)
    client.connect(sys.argv[1])
    for method, more in [
      ("Apps.Launch", {"wait": False, "waitForDebugger": True}), ("Apps.Quit", {"wait": False}), ("Daemon.Reexec", {}),
    ]:
      parameters = {"id": sys.argv[2], **more} if more else {}
      client.sendall(json.dumps({"method": "org.roost." + method, "parameters": parameters}).encode() + b"\\0")
    # Until the daemon is replaced, or each has its answer.
    answers = 0
    try:
      while answers < 3 and (said := client.recv(65536)):
        answers += said.count(b"\\0")
    except ConnectionResetError:
      pass
    """

  @Test("An app that is quit while its launch waits, and the daemon is replaced, has ended, and can be launched")
  func quit() throws {
    let names = (0..<6).map { "unbegun\($0)" }
    let test = try TestDevice(apps: try names.map { try PythonApp.make($0, on: [:]) }, user: "")
    let out = test.daemon.directory.path + "/calls"
    for name in names {
      let id = "com.example.\(name)"
      let client = try Program(
        "/usr/bin/env", ["python3", "-c", Self.calls, test.daemon.socket, id], output: out, errors: out)
      try #require(client.wait() == 0, "\((try? String(contentsOfFile: out, encoding: .utf8)) ?? "")")
      let device = try Device(socket: test.daemon.socket)
      try eventually("it has ended") { try device.app(id).status().state == .notRunning }
      #expect(try device.app(id).launch().state == .active)
    }
  }
}
