// The cgroups that are kept for the next processes of apps: as good as new, or not kept.
import Foundation
import LifecycleModel
import Logging
import Systemd
import Testing

@testable import Processes

@MainActor @Suite("cgroups of apps that have ended") struct SpareCgroupTests {
  private let loop: EventLoop
  private let mailbox: Mailbox
  /// Nil where none can be made.
  private let cgroups: Cgroups?
  private let app = AppID("com.example.notes")
  private let limits: CgroupLimits?

  private static var count = 0

  init() throws {
    Self.count += 1
    loop = try EventLoop()
    mailbox = try Mailbox(loop)
    cgroups = Cgroups(
      runtimeDirectory: "/run/roost-spares-\(getpid())-\(Self.count)", kernel: .live, loop: loop,
      log: Logger(label: "test"),
      deliver: mailbox.deliver)
    limits = cgroups?.limits(MemoryTraits(), tasks: 64, group: nil)
  }

  private func wait(_ what: String, until isSo: () throws -> Bool) throws {
    let deadline = monotonicNow() + 60_000_000_000
    while try !isSo(), monotonicNow() < deadline { try loop.runOnce(timeout: .milliseconds(10)) }
    try #require(try isSo(), "\(what)")
  }

  private func take(_ cgroups: Cgroups, _ serial: UInt64, isReusable: Bool = true) throws -> AppCgroup {
    let limits = try #require(limits)
    if !cgroups.hasSpare(of: app, limits) {
      cgroups.make(for: app, ProcessSerial(number: serial), limits, isReusable: isReusable) {}
      try wait("it is made") { cgroups.hasSpare(of: app, limits) }
    }
    return try #require(cgroups.takeSpare(of: app, limits))
  }

  /// The status of a program that has run in it.
  private func run(in cgroup: AppCgroup) throws -> LifecycleModel.ExitStatus {
    let program = try ProcessesTestApp(["/bin/true"], in: cgroup)
    defer { program.finish() }
    return try program.waitForEnd().status
  }

  @Test("one whose process has ended by itself is the next one's, thawed") func kept() throws {
    guard let cgroups, let limits else { return print("not shown: no cgroup v2 that may be written to") }
    defer { cgroups.end() }
    let first = try take(cgroups, 1)
    #expect(try run(in: first) == .exited(code: 0))
    try first.freeze()
    #expect(cgroups.release(first, of: app) && cgroups.hasSpare(of: app, limits))
    let second = try take(cgroups, 2)
    #expect(second === first && second.serial == ProcessSerial(number: 1) && !second.isToFreeze)
    #expect(try run(in: second) == .exited(code: 0))
  }

  @Test(
    "a number that an earlier daemon's process had, whose cgroup is being emptied, has a cgroup in which a process runs"
  )
  func sameNumber() throws {
    guard let cgroups, let limits else { return print("not shown: no cgroup v2 that may be written to") }
    defer { cgroups.end() }
    // The kernel needs a while to end a process with much memory.
    let large = try ProcessesTestApp(
      ["/bin/dd", "if=/dev/zero", "of=/dev/null", "bs=300M", "status=none"], in: try take(cgroups, 1))
    defer { large.finish() }
    try wait("it has its memory") {
      let pages = try String(contentsOfFile: "/proc/\(large.child.pid)/statm", encoding: .utf8).split(separator: " ")
      return Int(pages[1]) ?? 0 > (250 << 20) / 4096
    }
    cgroups.clear()
    cgroups.make(for: app, ProcessSerial(number: 1), limits, isReusable: false) {}
    try wait("it is made") { cgroups.hasSpare(of: app, limits) }
    #expect(try large.waitForEnd().status == .signaled(SIGKILL))
    #expect(try run(in: try #require(cgroups.takeSpare(of: app, limits))) == .exited(code: 0))
  }

  @Test("in one that was killed, by the daemon or by somebody else, the next process runs", arguments: [true, false])
  func killed(_ byDaemon: Bool) throws {
    guard let cgroups, let limits else { return print("not shown: no cgroup v2 that may be written to") }
    defer { cgroups.end() }
    let first = try take(cgroups, 1)
    let sleeper = try ProcessesTestApp(["/bin/sleep", "100"], in: first)
    if byDaemon {
      #expect(!cgroups.release(first, of: app))
    } else {
      try "1".write(toFile: first.path + "/cgroup.kill", atomically: false, encoding: .utf8)
    }
    defer { sleeper.finish() }
    #expect(try sleeper.waitForEnd().status == .signaled(SIGKILL))
    if !byDaemon { #expect(cgroups.release(first, of: app, mayBeKilled: true)) }
    try wait("there is another") { cgroups.hasSpare(of: app, limits) }
    let second = try take(cgroups, 2)
    #expect(second !== first && second.path == first.path)
    #expect(try run(in: second) == .exited(code: 0))
  }

  @Test("one is not kept for other limits, nor where the app could have changed it", arguments: [true, false])
  func notKept(_ isReusable: Bool) throws {
    guard let cgroups, let limits else { return print("not shown: no cgroup v2 that may be written to") }
    defer { cgroups.end() }
    let first = try take(cgroups, 1, isReusable: isReusable)
    #expect(cgroups.release(first, of: app))
    #expect(cgroups.hasSpare(of: app, limits) == isReusable)
    let others = CgroupLimits(tasks: 32, group: 1)
    #expect(!cgroups.hasSpare(of: app, others) && cgroups.takeSpare(of: app, others) == nil)
    try wait("it is removed") { !FileManager.default.fileExists(atPath: first.path) }
  }

  @Test("of many apps the last 32 keep one, and none is left when the daemon has ended") func few() throws {
    guard let cgroups, let limits else { return print("not shown: no cgroup v2 that may be written to") }
    var paths: [String] = []
    for number in 1...40 {
      let app = AppID("com.example.app\(number)")
      cgroups.make(for: app, ProcessSerial(number: UInt64(number)), limits, isReusable: true) {}
      try wait("it is made") { cgroups.hasSpare(of: app, limits) }
      let cgroup = try #require(cgroups.takeSpare(of: app, limits))
      paths.append(cgroup.path)
      cgroups.release(cgroup, of: app)
    }
    func left() -> Int { paths.count { FileManager.default.fileExists(atPath: $0) } }
    try wait("the first are removed") { left() == 32 }
    #expect(!FileManager.default.fileExists(atPath: paths[7]) && FileManager.default.fileExists(atPath: paths[8]))
    cgroups.end()
    #expect(left() == 0)
  }
}
