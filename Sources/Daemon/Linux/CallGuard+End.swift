// Ends an app that keeps the daemon's loop inside a system call, with all of its processes.
import Glibc
import SystemPackage

nonisolated extension CallGuard.Suspect {
  func end() {
    if let cgroup, let file = try? Sys.open(cgroup + "/cgroup.kill", O_WRONLY | O_CLOEXEC) {
      _ = try? Sys.write(file, Array("1".utf8))
      try? Sys.close(file)
    }
    try? Sys.send(signal: SIGKILL, toGroupOf: pidfd)
    if cgroup == nil { endOthers() }
    try? Sys.send(signal: SIGKILL, to: pidfd)
    hasten()
  }

  /// A killed thread needs a processor to let go of its locks, and other apps may have hundreds of threads on the one that it is bound
  /// to. (RestrictRealtime= of the unit forbids better than the best nice value.)
  private func hasten() {
    for process in processes {
      for thread in (try? Folder.names(in: "/proc/\(process)/task")) ?? [] {
        guard let thread = pid_t(thread) else { continue }
        try? Sys.hasten(thread)
      }
    }
  }

  /// Those too keep it from running that are in other sessions.
  private func endOthers() {
    let pids = ((try? Folder.names(in: "/proc")) ?? []).compactMap { pid_t($0) }
    for pid in others(among: pids) { try? Sys.kill(pid) }
  }

  /// Those of its user, and those below it.
  private func others(among pids: [pid_t]) -> [pid_t] {
    var found = user.map { user in pids.filter { statusNumber("Uid:", of: $0) == Int(user) } } ?? []
    let children = Dictionary(grouping: pids) { statusNumber("PPid:", of: $0) ?? 0 }
    var parents = [app]
    while let parent = parents.popLast() {
      let below = children[Int(parent)] ?? []
      found += below
      parents += below
    }
    return found
  }

  /// All of the app's.
  var processes: [pid_t] {
    if let cgroup, var lines = try? FileLines(cgroup + "/cgroup.procs") {
      var found: [pid_t] = []
      while let line = try? lines.next() { if let pid = pid_t(digits: line) { found.append(pid) } }
      return found
    }
    return [app] + others(among: ((try? Folder.names(in: "/proc")) ?? []).compactMap { pid_t($0) })
  }
}

/// The first number behind a key of /proc/PID/status. Nil when it is gone.
nonisolated func statusNumber(_ key: String, of pid: pid_t) -> Int? {
  let status = beginning(of: "/proc/\(pid)/status")
  let line = status.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: Array(key.utf8)) }
  let first = line?.split(separator: UInt8(ascii: "\t")).dropFirst().first
  return first.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
}
