// The part of the apps' filter that the daemon of root puts on itself (seccomp(2)).
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite("LA7: the daemon's filter", .enabled(if: geteuid() == 0, "it takes root"), .timeLimit(.minutes(40)))
struct DaemonFilterTests {
  /// One call of those that the daemon does not make either, and one of those by which it starts apps.
  private func curious() throws -> String {
    try PythonApp.make(
      "curious",
      on: [
        "launch": """
        import ctypes, errno, socket
        libc = ctypes.CDLL(None, use_errno=True)
        result = libc.unshare(0x20000)
        note("unshare " + errno.errorcode[ctypes.get_errno()] if result < 0 else "unshare done")
        try:
          socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM)
          note("socket done")
        except OSError as error:
          note("socket " + errno.errorcode[error.errno])
        """
      ])
  }

  @Test(
    "LA7 the daemon has one filter, a program that takes its place no second one, and apps are refused all that they were"
  )
  func putOn() throws {
    let test = try TestDevice(apps: [try curious()])
    let app = "com.example.curious"
    for handOver in [false, true] {
      if handOver { try test.replaceDaemon() }
      #expect(KernelView.status("Seccomp_filters", of: test.daemon.pid) == "1")
      let client = try ControlClient(socket: test.daemon.socket)
      let pid = Int32(try #require(try client.call(AppsInterface.Launch(id: app)).pid))
      // Its own, and that of the entitlements that it does not ask for.
      #expect(KernelView.status("Seccomp_filters", of: pid) == "3")
      #expect(test.notes(of: app).suffix(2) == ["unshare EPERM", "socket EAFNOSUPPORT"])
      _ = try client.call(AppsInterface.Terminate(id: app))
    }
  }

  @Test("LA7 a daemon whose apps have no sandbox has no filter")
  func without() throws {
    let test = try TestDevice(apps: [try curious()], sandbox: false)
    #expect(KernelView.status("Seccomp_filters", of: test.daemon.pid) == "0")
  }
}
