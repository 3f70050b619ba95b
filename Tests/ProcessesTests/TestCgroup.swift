// Suspensions by a real cgroup to test with: the cgroup, what a suspension tells, and one that is sealed.
import Foundation
import SystemPackage
import Systemd
import Testing

@testable import Processes

@MainActor private var cgroups = 0

/// A cgroup that is gone after `body`; nothing is shown where none can be made.
@MainActor func withCgroup(_ kernel: Kernel = .live, _ body: (AppCgroup) throws -> Void) throws {
  guard let own = ControlGroup.own(kernel: .live) else { return }
  cgroups += 1
  let path = "\(own.path)/roost-test-\(getpid())-\(cgroups)"
  guard mkdir(path, 0o755) == 0 else { return }
  let cgroup = AppCgroup(path: path, kernel: kernel)
  defer {
    let live = AppCgroup(path: path, kernel: .live)
    try? live.kill()
    try? eventually { OpenCgroup.remove(path) }
  }
  try body(cgroup)
}

/// A suspension of an app in a cgroup of its own, and what it told.
@MainActor final class ToldSuspension {
  var changes: [SuspensionChange] = []
  let loop: EventLoop

  init() throws { loop = try EventLoop() }

  func wait(for count: Int) throws {
    let deadline = monotonicNow() + 60_000_000_000
    while changes.count < count, monotonicNow() < deadline { try loop.runOnce(timeout: .milliseconds(100)) }
    try #require(changes.count >= count, "\(changes)")
  }

  /// Handles what comes until `isSo`.
  func wait(until isSo: () throws -> Bool) throws {
    let deadline = monotonicNow() + 60_000_000_000
    while try !isSo(), monotonicNow() < deadline { try loop.runOnce(timeout: .milliseconds(10)) }
    try #require(try isSo(), "\(changes)")
  }

  /// Until nothing is left to handle.
  func settle() throws { while try loop.runOnce(timeout: .milliseconds(50)) {} }
}

extension Suspension {
  /// A thaw that waits for no turn of the loop, however long the stop has kept that.
  @MainActor func thawNow() {
    thaw()
    finishThaw()
  }
}

@MainActor func isFrozen(_ cgroup: AppCgroup) -> Bool {
  (try? String(contentsOfFile: cgroup.path + "/cgroup.events", encoding: .utf8).contains("frozen 1")) ?? false
}

/// Its clock is twelve times as slow, so that a stop has a minute in place of ``Freeze/limit``: on a machine whose processors others use,
/// a process may wait for one longer than that.
final class PatientKernel: Kernel {
  override func now() -> UInt64 { super.now() / 12 }
}

@MainActor func sealed(
  _ app: ProcessesTestApp, _ cgroup: AppCgroup, kernel: Kernel = PatientKernel(), _ told: ToldSuspension
) throws -> SignalSuspension {
  let suspension = SignalSuspension(of: app.child, sealedBy: cgroup, on: told.loop, kernel: kernel) {
    told.changes.append($0)
  }
  suspension.start()
  try told.wait(for: 1)
  try #require(told.changes == [.suspended] && suspension.isDone, "\(told.changes)")
  return suspension
}
