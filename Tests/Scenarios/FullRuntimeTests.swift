// The runtime directory is full before the daemon starts: it cannot write its log, and loses nothing that it has acknowledged.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(40)), .enabled(if: geteuid() == 0, "mounting a tmpfs takes root"))
struct FullRuntimeTests {
  private static let names = (1...8).map { "app\($0)" }

  /// Runs the daemon with its runtime directory on a disk with room for its sockets alone.
  private static let manager = [
    "/bin/sh", "-c",
    """
    run=$(printf '%s\\n' "$@" | sed -n '/^--runtime-dir$/{n;p}')
    mkdir -p "$run" && { mountpoint -q "$run" || mount -t tmpfs -o size=1m,mode=0755 tmpfs "$run"; }
    cat /dev/zero > "$run/filler" 2> /dev/null
    exec "$@"
    """, "sh",
  ]

  private func withDaemon(_ body: (PrivateDaemon) throws -> Void) throws {
    let daemon = try PrivateDaemon(
      roostd: Programs.roostd, apps: try Self.names.map { try ScriptApp.make($0, writes: "/dev/null") },
      configuration: "[memory]\n\(TestDevice.calm)\n[log]\napp-output = \"file\"\n", manager: Self.manager)
    defer {
      daemon.stop()
      umount2(daemon.directory.path + "/run", Int32(MNT_DETACH))
    }
    #expect(daemon.log.contains("unable to write the state"))
    try body(daemon)
  }

  @Test(
    "An end and a notification that were acknowledged are known to the daemon after one that is killed at that moment")
  func acknowledged() throws {
    try withDaemon { daemon in
      for name in Self.names {
        let app = try Device(socket: daemon.socket).app("com.example.\(name)")
        try app.launch()
        _ = try app.quit()
        try daemon.restart(after: SIGKILL)
        let after = try Device(socket: daemon.socket).app("com.example.\(name)")
        #expect(try after.exits().map(\.reason) == ["force-quit"])
        try after.push(#"{"aps":{"alert":"hello"}}"#)
        try daemon.restart(after: SIGKILL)
        #expect(try Device(socket: daemon.socket).app("com.example.\(name)").notifications().count == 1)
      }
    }
  }

  @Test("It does not become the program that is installed now, which would end all apps, and says why")
  func reexec() throws {
    try withDaemon { daemon in
      let device = try Device(socket: daemon.socket)
      let app = device.app("com.example.app1")
      let pid = try #require(try app.launch().pid)
      for _ in 1...2 {
        let failure = #expect(throws: ControlFailure.self) {
          try ControlClient(socket: daemon.socket).call(DaemonInterface.Reexec())
        }
        #expect("\(failure, default: "none")".contains("the state of the apps could not be written to"))
      }
      #expect(try app.status().pid == pid && KernelView.isAlive(pid_t(pid)))
      #expect(try app.quit()?.reason == "force-quit")
      unlink(daemon.directory.path + "/run/filler")
      let second = device.app("com.example.app2")
      let other = try #require(try second.launch().pid)
      try eventually("the daemon can write its state again") {
        FileManager.default.fileExists(atPath: daemon.directory.path + "/run/state/checkpoint-1")
      }
      #expect(throws: ControlFailure.self) { try ControlClient(socket: daemon.socket).call(DaemonInterface.Reexec()) }
      try eventually("it serves again") {
        (try? ControlClient(socket: daemon.socket).call(DaemonInterface.GetVersion())) != nil
      }
      #expect(try Device(socket: daemon.socket).app("com.example.app2").status().pid == other)
    }
  }
}
