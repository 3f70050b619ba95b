// The capabilities of a daemon of root, and of its apps: none can be had by execve(2) but the daemon's own (capabilities(7)).
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite("LA7: the bounding set", .enabled(if: geteuid() == 0, "it takes root"), .timeLimit(.minutes(40)))
struct BoundingSetTests {
  @Test("LA7 the daemon gives up its bounding set once, and a program that takes its place may do all that it did")
  func givenUp() throws {
    let test = try TestDevice(apps: [try ScriptApp.make("one", writes: "events")], user: "")
    let daemon = test.daemon.pid
    let before = KernelView.status("CapEff", of: daemon)
    for handOver in [false, true] {
      if handOver { try test.replaceDaemon() }
      let sets = ["CapBnd", "CapEff", "CapInh"].map { KernelView.status($0, of: daemon) }
      #expect(sets == ["0000000000000000", before, before])
      let client = try ControlClient(socket: test.daemon.socket)
      _ = try client.call(AppsInterface.Launch(id: "com.example.one"))
      let app = Int32(try #require(try client.call(AppsInterface.Status(id: "com.example.one")).app.pid))
      for set in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] {
        #expect(KernelView.status(set, of: app) == "0000000000000000", "\(set)")
      }
      _ = try client.call(AppsInterface.Terminate(id: "com.example.one"))
    }
  }
}
