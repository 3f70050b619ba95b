// Ends the processes that an earlier daemon's apps have left, and that nobody has adopted.
import AppLink
import DaemonConfiguration
import Glibc
import Linux
import Logging
import Processes
import Settings

extension Supervisor {
  /// Nanoseconds of a look while nobody is served: at the start, after which what is left of it has turns of the loop, and at
  /// the end.
  private static let longLook: UInt64 = 100_000_000

  /// Ends all that an earlier daemon has left and that is not adopted: cgroups first, since the processes in one may keep each
  /// other from being looked at.
  func endLeftovers() {
    launcher.cgroups?.clear(except: Set(processes.all.compactMap { $0.cgroup?.path }))
    endStrays(for: Self.longLook)
  }

  /// Before the daemon ends: nobody would end them later, until another daemon starts.
  func endLeftBehind(then: @escaping () -> Void) {
    let endOrphans = { [orphanage] in orphanage.end(then: then) }
    // A look of the start may still be under way.
    if launcher.cgroups == nil || strayLook != nil {
      endStrays(for: Self.longLook, then: endOrphans)
    } else {
      endOrphans()
    }
  }

  /// Ends what carries the mark of this daemon's apps, by its runtime directory, and is not adopted: processes that an
  /// earlier daemon had started and did not come to note, and those that its apps left behind. An app that is launched
  /// meanwhile is known by its pid and its mark.
  func endStrays(for time: UInt64 = StrayLook.turn, then: @escaping () -> Void = {}) {
    if let strayLook { return strayLook.again(then: then) }
    let look = StrayLook(
      StrayLook.Apps(
        runtimeDirectory: configuration.runtimeDirectory, haveUser: usersOfApps(), ownUser: usersOfOneApp(),
        haveRoot: { [processes] in processes[pid: $0] != nil },
        haveMark: { [processes, survival] mark in
          processes.all.contains { survival.mark(of: $0.serial).utf8.elementsEqual(mark) }
        }),
      on: loop, kernel: kernel
    ) { [log] pid in
      log.warning("ending pid \(pid), left behind by an app of the previous daemon")
    } hasHeldUp: { [log] pid in
      log.warning("ended pid \(pid), which held the kernel's lock of its environment (proc_pid_environ(5))")
    }
    strayLook = look
    look.start(for: time) { [unowned self] in
      strayLook = nil
      then()
    }
  }

  private func usersOfApps() -> (uid_t) -> Bool {
    let own = geteuid()
    guard own == 0 else { return { $0 == own } }
    let range = configuration.appUserRange.ids
    switch configuration.appUser {
    case .own, .root: return { $0 == 0 || range.contains($0) }
    case .shared(let name):
      let shared = (try? AppUser(named: name))?.user
      return { $0 == 0 || range.contains($0) || $0 == shared }
    }
  }

  private func usersOfOneApp() -> (uid_t) -> Bool {
    guard geteuid() == 0 else { return { _ in false } }
    let range = configuration.appUserRange.ids
    return { range.contains($0) }
  }
}
