// roostd in the place of an entry point that has started other processes: they are no app's.
import ControlAPI
import Foundation
import Glibc
import RoostTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(40))) struct EarlierChildrenTests {
  private static let id = "com.example.parent"

  /// It leaves a process behind that is in a session of its own, and notes its pid.
  private static func parent() throws -> String {
    try PythonApp.make(
      "parent",
      on: ["launch": "note(str(subprocess.Popen(['/bin/sleep', '1000'], start_new_session=True).pid))"],
      functions: "import subprocess\n")
  }

  @Test("Processes of an entry point live on, over Reexec too, while those that an app leaves behind are ended")
  func entryPoint() throws {
    let file = "/tmp/roost-test-earlier-\(getpid())"
    defer { unlink(file) }
    let daemon = try PrivateDaemon(
      roostd: Programs.roostd, apps: [try Self.parent()],
      configuration: "[apps]\nuser = \"\(TestDevice.user)\"\nread = \(TestDevice.programs)\n[cgroups]\nuse = false\n",
      manager: ["/bin/sh", "-c", "sleep 1000 >/dev/null 2>&1 & echo $! >\(file); exec \"$0\" \"$@\""])
    let service = try #require(pid_t(String(contentsOfFile: file, encoding: .utf8).filter(\.isNumber)))
    defer { kill(service, SIGKILL) }
    let client = try ControlClient(socket: daemon.socket)
    let roostd = pid_t(try client.call(DaemonInterface.GetVersion()).pid)
    #expect(KernelView.status("PPid", of: service) == "\(roostd)")
    try endApp(of: daemon)
    #expect(throws: ControlFailure.self) { try client.call(DaemonInterface.Reexec()) }
    try eventually("it serves again") {
      (try? ControlClient(socket: daemon.socket).call(DaemonInterface.GetVersion())) != nil
    }
    try endApp(of: daemon)
    #expect(KernelView.status("PPid", of: service) == "\(roostd)")
    #expect(daemon.log.components(separatedBy: "pid \(service): a child of this process").count == 3, "\(daemon.log)")
    kill(service, SIGKILL)
    try eventually("it is reaped") { KernelView.status("State", of: service) == nil }
  }

  /// Returns when what the app has left behind is gone.
  private func endApp(of daemon: PrivateDaemon) throws {
    let app = try Device(socket: daemon.socket).app(Self.id)
    try app.launch()
    let left = try #require(daemon.notes(of: Self.id).last.flatMap { pid_t($0) })
    #expect(KernelView.status("State", of: left) != nil)
    try app.terminate()
    try eventually("what the app has left is ended") { KernelView.status("State", of: left) == nil }
  }
}
