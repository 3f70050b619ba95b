// Ends the processes that an earlier daemon's apps have left, and that nobody has adopted.
import AppLink
import DaemonConfiguration
import Glibc
import Linux
import Logging
import Processes
import Settings

extension Supervisor {
  /// Ends all that an earlier daemon has left and that is not adopted: cgroups first, since the processes in one may keep each
  /// other from being looked at.
  func endLeftovers() {
    launcher.cgroups?.clear(except: Set(processes.all.compactMap { $0.cgroup?.path }))
    endStrays()
  }

  /// Ends what carries the mark of this daemon's apps, by its runtime directory, and is not adopted: processes that an
  /// earlier daemon had started and did not come to note, and those that its apps left behind.
  func endStrays() {
    let users = usersOfApps()
    for pid in (try? kernel.numbers(in: "/proc")) ?? [] where processes[pid: pid] == nil {
      guard let user = kernel.user(of: pid), users(user), !isBelowApp(pid), let process = try? kernel.openPidfd(pid),
        let mark = mark(of: process, user), !processes.all.contains(where: { survival.mark(of: $0.serial) == mark })
      else { continue }
      log.warning("ending pid \(pid), left behind by an app of the previous daemon")
      try? kernel.send(SIGKILL, to: process)
    }
  }

  /// Whether it is a process of an app that lives: such an app's root is a subreaper, and so above all others of it.
  private func isBelowApp(_ pid: pid_t) -> Bool {
    var (pid, generation) = (pid, 0)
    while pid > 1, generation < 4096, let parent = kernel.parent(of: pid) {
      if processes[pid: parent] != nil { return true }
      (pid, generation) = (parent, generation + 1)
    }
    return false
  }

  /// Whose processes may be an app's. The environment of a process is its memory, and its user may hold the lock of that for
  /// as long as he likes: those of people who run no apps are left alone.
  private func usersOfApps() -> (uid_t) -> Bool {
    guard geteuid() == 0 else { return { $0 == geteuid() } }
    let range = configuration.appUserRange.ids
    switch configuration.appUser {
    case .own, .root: return { $0 == 0 || range.contains($0) }
    case .shared(let name):
      let shared = (try? AppUser(named: name))?.user
      return { $0 == 0 || range.contains($0) || $0 == shared }
    }
  }

  private func mark(of process: Pidfd, _ user: uid_t) -> String? {
    // Nobody else runs as one of these.
    let isOwn = geteuid() == 0 && configuration.appUserRange.ids.contains(user)
    let suspect = CallGuard.Suspect(
      pidfd: process.descriptor, cgroup: nil, app: process.pid, user: isOwn ? user : nil)
    let bytes = CallGuard.shared.call(about: suspect) {
      environment(of: process.pid)
    } ended: {
      log.warning("ended pid \(process.pid), which held the kernel's lock of its environment (proc_pid_environ(5))")
    }
    let variables = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    guard variables.contains("ROOST_RUNTIME=\(configuration.runtimeDirectory)") else { return nil }
    return variables.first { $0.hasPrefix("ROOST_PROCESS=") }.map { String($0.dropFirst("ROOST_PROCESS=".count)) }
  }

  /// Empty when it is gone, or has none.
  private func environment(of pid: pid_t) -> [UInt8] {
    guard let environment = try? kernel.readFile("/proc/\(pid)/environ") else { return [] }
    guard environment.isEmpty, let thread = kernel.heir(ofFirstThread: pid) else { return environment }
    return (try? kernel.readFile("/proc/\(thread)/environ")) ?? []
  }
}
