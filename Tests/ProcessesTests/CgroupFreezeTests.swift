// A cgroup that will not do what it is told, and the names that cgroups have.
@testable import Processes
import Foundation
import LifecycleModel
import SystemPackage
import Systemd
import Testing

@testable import Supervisor

@MainActor @Suite(.serialized) struct CgroupFreezeTests {
  /// A cgroup that is gone after `body`; nothing is shown where none can be made.
  private func withCgroup(_ kernel: Kernel, _ body: (AppCgroup) throws -> Void) throws {
    guard let own = ControlGroup.own(kernel: .live) else { return }
    let path = "\(own.path)/roost-test-\(getpid())"
    guard mkdir(path, 0o755) == 0 else { return }
    defer { rmdir(path) }
    try body(AppCgroup(path: path, kernel: kernel))
  }

  @Test("BG4 a cgroup that cannot be frozen says so at once, and one that never is says so in time and is thawed")
  func failures() throws {
    final class Refusing: Kernel {
      override func writeFile(_ path: String, _ text: String) throws(Errno) { throw .ioError }
    }
    /// Never sees anything frozen.
    final class Deaf: Kernel {
      override func readFile(_ path: String) throws(Errno) -> [UInt8] {
        path.hasSuffix("/cgroup.events") ? Array("populated 1\nfrozen 0\n".utf8) : try super.readFile(path)
      }
    }
    let loop = try EventLoop()
    let refusing = Refusing()
    try withCgroup(refusing) { cgroup in
      let freeze = CgroupFreeze(cgroup, kernel: refusing) { _ in Issue.record("it told something") }
      #expect(throws: Errno.ioError) { try freeze.start(on: loop) }
      freeze.cancel()
    }
    let deaf = Deaf()
    try withCgroup(deaf) { cgroup in
      var told: [CgroupFreeze.Change] = []
      let freeze = CgroupFreeze(cgroup, kernel: deaf) { told.append($0) }
      try freeze.start(on: loop)
      #expect(told.isEmpty && cgroup.isToFreeze)
      let deadline = monotonicNow() + 10_000_000_000
      while told.isEmpty, monotonicNow() < deadline { try loop.runOnce(timeout: .milliseconds(100)) }
      #expect(told == [.failed])
      #expect(!cgroup.isToFreeze)
    }
  }

  @Test("BG9 a thaw from outside is told once the cgroup is frozen; one's own is not")
  func thawedFromOutside() throws {
    let loop = try EventLoop()
    try withCgroup(.live) { cgroup in
      var told: [CgroupFreeze.Change] = []
      let freeze = CgroupFreeze(cgroup, kernel: .live) { told.append($0) }
      try freeze.start(on: loop)
      let deadline = monotonicNow() + 10_000_000_000
      while told.count < 1, monotonicNow() < deadline { try loop.runOnce(timeout: .milliseconds(100)) }
      #expect(told == [.frozen] && freeze.isStopped)
      try cgroup.thaw()
      while told.count < 2, monotonicNow() < deadline { try loop.runOnce(timeout: .milliseconds(100)) }
      #expect(told == [.frozen, .continued])
      freeze.cancel()
      while try loop.runOnce(timeout: .milliseconds(20)) {}
      #expect(told.count == 2)
    }
  }

  @Test("Cgroups are named as systemd-escape(1) would")
  func names() {
    let serial = ProcessSerial(number: 7)
    #expect(UnitName.scope(AppID("com.example.notes"), serial) == "app-roost-com.example.notes-7.scope")
    #expect(UnitName.escaped("a-b c/d") == "a\\x2db\\x20c-d")
    #expect(UnitName.escaped(".é\n") == "\\x2e\\xc3\\xa9\\x0a")
    #expect(UnitName.folder(runtimeDirectory: "/run/roost/") == "roost-run-roost")
    #expect(UnitName.isScope("app-roost-x-1.scope") && !UnitName.isScope("app-gnome-x-1.scope"))
  }
}
