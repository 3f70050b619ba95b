// The processes that ended apps left behind, where looking for them fails at first.
import FailingCalls
import Glibc
import Linux
import RoostTesting
import SystemPackage
import Systemd
import TestFolders
import Testing

@testable import DaemonConfiguration
@testable import Processes
@testable import Supervisor

/// In processes of their own (exit tests): like the daemon, they must be alone with their children.
@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct OrphanageTests {
  @Test("Processes left behind are ended as soon as there are descriptors again, and the daemon's end waits for that")
  func retry() async {
    await #expect(processExitsWith: .success) { try await Self.endOrphan() }
  }

  @Test("An app that has left nobody in its cgroup is looked after in a while, however many such apps end, and once")
  func later() async {
    await #expect(processExitsWith: .success) { try await Self.endOrphanLater() }
  }

  private static func endOrphanLater() async throws {
    let (loop, orphanage, _) = try make()
    let shell = try Program("/bin/sh", ["-c", "sleep 1000 &"], output: "/dev/null", errors: "/dev/null")
    #expect(shell.wait() == 0)
    defer { for pid in (try? ProcessTree.children(of: getpid(), kernel: .live)) ?? [] { kill(pid, SIGKILL) } }
    try await FailingCalls.during(.task) { calls in
      for _ in 0..<1000 { orphanage.sweepLater() }
      _ = orphanage.footprint()
      #expect(calls.counts[.open] == nil, "a look at a thousand children for each of a thousand ends")
      let deadline = monotonicNow() + 20_000_000_000
      while try !ProcessTree.children(of: getpid(), kernel: .live).isEmpty {
        try #require(monotonicNow() < deadline, "nobody looks: \(calls.counts)")
        try loop.runOnce(timeout: .milliseconds(100))
      }
    }
  }

  private static func make() throws -> (EventLoop, Orphanage, LogLines) {
    try Orphans.becomeSubreaper(kernel: .live)
    let loop = try EventLoop()
    let log = LogLines()
    let configuration = Configuration(in: .init(isRoot: true, environment: [:]))
    let runtime = Runtime(
      loop: loop, kernel: .live, log: log.logger, mailbox: try Mailbox(loop),
      inForce: ConfigurationInForce(configuration, reread: nil))
    return (loop, Orphanage(runtime) { [] }, log)
  }

  private static func endOrphan() async throws {
    let (loop, orphanage, log) = try make()
    // It ends at once, and its child is ours.
    let shell = try Program("/bin/sh", ["-c", "sleep 1000 &"], output: "/dev/null", errors: "/dev/null")
    #expect(shell.wait() == 0)
    defer { for pid in (try? ProcessTree.children(of: getpid(), kernel: .live)) ?? [] { kill(pid, SIGKILL) } }
    #expect(try ProcessTree.children(of: getpid(), kernel: .live).count == 1)
    var left: [pid_t]?
    let failure = Failure(call: .pidfd_open, number: 0, errno: .tooManyOpenFiles, times: 3)
    try await FailingCalls.during(.task, failure) { calls in
      orphanage.end { left = (try? ProcessTree.children(of: getpid(), kernel: .live)) ?? [-1] }
      let deadline = monotonicNow() + 20_000_000_000
      while left == nil {
        try #require(monotonicNow() < deadline, "it does not try again: \(calls.counts)")
        try loop.runOnce(timeout: .milliseconds(100))
      }
      #expect(calls.counts[.pidfd_open, default: 0] > 3)
    }
    #expect(left == [])
    #expect(log.all.filter { $0.contains("roostd tries again") }.count == 1, "\(log.all)")
  }
}
