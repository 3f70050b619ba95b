// Limits that the daemon raises for itself: apps are given those it was started with, after a hand-over as well.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.timeLimit(.minutes(40))) struct OwnLimitsTests {
  private static func limits(of pid: pid_t) throws -> [String: [String]] {
    let text = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8)
    return text.split(separator: "\n").reduce(into: [:]) { limits, line in
      for name in ["Max locked memory", "Max open files"] where line.hasPrefix(name) {
        limits[name] = line.dropFirst(name.count).split(separator: " ").prefix(2).map(String.init)
      }
    }
  }

  private static func locked(_ pid: pid_t) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmLck:") })
    return Int(line.filter(\.isNumber)) ?? -1
  }

  /// Whether this process has CAP_IPC_LOCK, and a daemon that it starts with it; a container may have taken it from root.
  private static func mayLock() throws -> Bool {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("CapEff:") })
    let mask = try #require(UInt64(line.dropFirst("CapEff:".count).drop { $0 == "\t" }, radix: 16))
    return mask & 1 << 14 != 0
  }

  @Test("The daemon's memory cannot be paged out where it may lock it, and apps have its own limits from before")
  func handOver() throws {
    let own = try Self.limits(of: getpid())
    let test = try TestDevice(sandbox: false)
    for handOver in [false, true] {
      if handOver { try test.replaceDaemon() }
      let client = try ControlClient(socket: test.daemon.socket)
      _ = try client.call(AppsInterface.Launch(id: "com.example.notes"))
      let app = try #require(try client.call(AppsInterface.Status(id: "com.example.notes")).app.pid)
      #expect(try Self.limits(of: pid_t(app)) == own)
      #expect(try (Self.locked(test.daemon.pid) > 0) == Self.mayLock())
      #expect(try Self.locked(pid_t(app)) == 0)
      _ = try client.call(AppsInterface.Terminate(id: "com.example.notes"))
    }
  }
}
