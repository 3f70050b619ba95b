// The controllers of apps' cgroups: where they can be enabled, and where they would keep every app out of its own.
import CLinux
import Foundation
import Logging
import SystemPackage
import Systemd
import TestFolders
import Testing

@testable import Processes

@MainActor @Suite("the controllers of apps' cgroups") struct ControllersTests {
  /// A kernel whose cgroup v2 is a folder, with the daemon in the cgroup `own` of it.
  @MainActor private final class Folder: Kernel {
    private let own: String
    private let mount: String

    init(_ mount: String, own: String) {
      self.mount = mount
      self.own = own
      super.init()
    }

    override func readFile(_ path: String) throws(Errno) -> [UInt8] {
      switch path {
      case "/proc/self/cgroup": Array("0::\(own)\n".utf8)
      case "/proc/self/mountinfo": Array("30 23 0:26 / \(mount) rw,relatime shared:4 - cgroup2 cgroup2 rw\n".utf8)
      default: try super.readFile(path)
      }
    }
  }

  /// The orders that a daemon in `own` writes to the cgroup that systemd has delegated, `/unit`.
  private func orders(own: String, enabled: String = "") throws -> String {
    let folder = try TestFolder()
    for name in ["freeze", "kill"] { try folder.write("unit/cgroup.\(name)", "") }
    try folder.write("unit/cgroup.subtree_control", enabled)
    try folder.write("unit/cgroup.controllers", "cpu memory pids\n")
    for name in ["unit", "unit/daemon"] { try folder.write("\(name)/cgroup.type", "domain\n") }
    // Of a daemon of the machine, or else of a user's (systemd.resource-control(5)).
    let names: [String] = ["trusted.delegate", "user.delegate"]
    let isMarked = names.contains { name in setxattr("\(folder.path)/unit", name, "1", 1, 0) == 0 }
    try #require(isMarked)
    let loop = try EventLoop()
    let cgroups = try Cgroups(
      runtimeDirectory: "/run/roost", kernel: Folder(folder.path, own: own), loop: loop, log: Logger(label: "test"),
      deliver: Mailbox(loop).deliver)
    #expect(cgroups != nil)
    return try String(contentsOfFile: "\(folder.path)/unit/cgroup.subtree_control", encoding: .utf8)
  }

  @Test("none is enabled in the daemon's own cgroup, where pids would keep all apps out of theirs (EOPNOTSUPP)")
  func inItsOwn() throws {
    #expect(try orders(own: "/unit") == "")
  }

  @Test("one that an earlier daemon has enabled there is disabled, and one that is not stays as it is")
  func leftByAnother() throws {
    #expect(try orders(own: "/unit", enabled: "pids\n") == "-pids")
    #expect(try orders(own: "/unit", enabled: "cpu\n") == "cpu\n")
  }

  @Test("with DelegateSubgroup= apps' cgroups have pids and memory") func besideTheApps() throws {
    // A file of the kernel takes one order after the other; this one keeps them all.
    let orders = try orders(own: "/unit/daemon")
    #expect(orders.contains("+memory"))
  }
}
