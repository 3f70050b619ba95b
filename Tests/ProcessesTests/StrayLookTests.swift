// Strays are found and ended in pieces, whatever their environments.
import FailingCalls
import Glibc
import SystemPackage
import Systemd
import Testing

@testable import Linux
@testable import Processes

@MainActor @Suite(.timeLimit(.minutes(40))) struct StrayLookTests {
  /// Each question takes a millisecond, so that a look has a few processes at a turn of the loop.
  @MainActor private final class Slow: Kernel {
    private(set) var held: Set<pid_t> = []
    private var time: UInt64 = 0

    override func now() -> UInt64 {
      time += 1_000_000
      return time
    }

    override func openPidfd(_ pid: pid_t) throws(Errno) -> Pidfd {
      held.insert(pid)
      return try super.openPidfd(pid)
    }
  }

  /// Of no other test.
  private let runtime = "/run/roost-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"

  private func sleeper(_ mark: String, in runtime: String) throws -> ProcessesTestApp {
    let app = try ProcessesTestApp(
      ["/bin/sh", "-c", "echo >&4; read line <&3"],
      environment: ["ROOST_RUNTIME=\(runtime)", "ROOST_PROCESS=\(mark)"])
    // The kernel has the caller of clone3(2) go on before it says where the environment of the new program is.
    _ = try app.lines(1)
    return app
  }

  private func makeLook(
    root: pid_t = 0, on loop: EventLoop, _ kernel: Kernel, isEnding: @escaping (pid_t) -> Void
  ) -> StrayLook {
    let user = geteuid()
    let apps = StrayLook.Apps(
      runtimeDirectory: runtime, haveUser: { $0 == user }, ownUser: { _ in false }, haveRoot: { $0 == root },
      haveMark: { $0 == Array("living-1".utf8) })
    return StrayLook(apps, on: loop, kernel: kernel, isEnding: isEnding, hasHeldUp: { _ in })
  }

  private func isAlive(_ app: ProcessesTestApp) -> Bool {
    var ready = pollfd(fd: app.child.pidfd.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) == 0
  }

  @Test("Strays alone are ended, in turns of the loop; one that comes to be meanwhile is found by another look")
  func turns() throws {
    let stray = try sleeper("earlier-1", in: runtime)
    defer { stray.finish() }
    let living = try sleeper("living-1", in: runtime)
    defer { living.finish() }
    let stranger = try sleeper("earlier-1", in: runtime + "/other")
    defer { stranger.finish() }
    let loop = try EventLoop()
    var (ended, ends): ([pid_t], [String]) = ([], [])
    let look = makeLook(on: loop, Slow()) { ended.append($0) }
    look.start { ends.append("start") }
    #expect(ended.isEmpty && ends.isEmpty, "all processes of the machine are looked at in one turn")
    let late = try sleeper("earlier-2", in: runtime)
    defer { late.finish() }
    look.again { ends.append("again") }
    while ends.isEmpty { try #require(try loop.runOnce(timeout: .seconds(60))) }
    #expect(ends == ["start", "again"])
    #expect(Set(ended) == [stray.child.pid, late.child.pid])
    for app in [stray, late] { try waitForExit(of: app.child) }
    #expect(isAlive(living) && isAlive(stranger))
  }

  @Test("All are looked at before the daemon begins, when there is time enough")
  func atOnce() throws {
    let stray = try sleeper("earlier-1", in: runtime)
    defer { stray.finish() }
    var (ended, isDone): ([pid_t], Bool) = ([], false)
    makeLook(on: try EventLoop(), .live) { ended.append($0) }.start(for: 600_000_000_000) { isDone = true }
    #expect(isDone && ended == [stray.child.pid])
    try waitForExit(of: stray.child)
  }

  @Test("The processes of an app that lives are not looked into")
  func belowApp() throws {
    let variables = ["PATH=/usr/bin:/bin", "ROOST_RUNTIME=\(runtime)", "ROOST_PROCESS=earlier-1"]
    let script = "sh -c 'sleep 1000 & echo $! >&4; wait' & wait"
    let app = try ProcessesTestApp(["/bin/sh", "-c", script], environment: variables)
    defer { app.finish() }
    let grandchild = try #require(pid_t(try app.lines(1)[0]))
    let (loop, kernel) = (try EventLoop(), Slow())
    var (ended, isDone): ([pid_t], Bool) = ([], false)
    let look = makeLook(root: app.child.pid, on: loop, kernel) { ended.append($0) }
    look.start(for: 600_000_000_000) { isDone = true }
    #expect(isDone && ended.isEmpty)
    #expect(!kernel.held.contains(grandchild) && !kernel.held.contains(app.child.pid))
  }

  @Test(
    "An environment is read up to its marks, and no further than 128 KiB",
    arguments: [(0, 1), (4060, 2), (65_536, 17), (140_000, nil)] as [(Int, Int?)])
  func environment(size: Int, pages: Int?) async throws {
    let before = stride(from: 0, to: size, by: 70_000).map { place in
      "A\(place)=" + String(repeating: "x", count: min(70_000, size - place))
    }
    let after = (0..<10).map { "B\($0)=" + String(repeating: "y", count: 100_000) }
    let marks = ["ROOST_RUNTIME=\(runtime)", "ROOST_PROCESS=earlier-1"]
    let app = try ProcessesTestApp(["/bin/sh", "-c", "echo >&4; read line <&3"], environment: before + marks + after)
    defer { app.finish() }
    // The kernel has the caller of clone3(2) go on before it says where the environment of the new program is.
    _ = try app.lines(1)
    let most = Kernel.environmentLimit / 4096
    await FailingCalls.during(.task) { calls in
      var place = 0
      let mark = Kernel.live.mark(of: app.child.pid, runtime, from: &place)
      #expect(place == 0)
      #expect(mark == (pages == nil ? nil : Array("earlier-1".utf8)))
      #expect(calls.counts == [.open: 1, .read: pages ?? most, .close: 1])
    }
  }
}
