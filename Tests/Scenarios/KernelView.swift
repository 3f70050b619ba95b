// The kernel's own view of processes, from /proc: the tests hold the supervisor's words against it.
import Foundation
import TestFolders

enum KernelView {
  /// R, S, D, T, Z… of proc(5) for every thread of a process; empty when it is gone.
  static func threadStates(of pid: Int32) -> [Character] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
    return tasks.compactMap { stat(of: "/proc/\(pid)/task/\($0)")?.state }
  }

  /// The cgroup v2 directory that it is in.
  static func cgroup(of pid: Int32) -> String? {
    let lines = (try? KernelFile.text("/proc/\(pid)/cgroup"))?.split(separator: "\n") ?? []
    guard let path = lines.first(where: { $0.hasPrefix("0::/") })?.dropFirst(3) else { return nil }
    let mounts = (try? KernelFile.text("/proc/self/mounts")) ?? ""
    let mount = mounts.split(separator: "\n").map { $0.split(separator: " ") }.first {
      $0.count > 2 && $0[2] == "cgroup2"
    }
    return mount.map { String($0[1]) + (path == "/" ? "" : String(path)) }
  }

  /// Whether every thread is in state T.
  static func isStopped(_ pid: Int32) -> Bool {
    let states = threadStates(of: pid)
    return !states.isEmpty && states.allSatisfy { $0 == "T" }
  }

  /// Whether the kernel has frozen the cgroup that it is in.
  static func isFrozen(_ pid: Int32) -> Bool {
    guard let cgroup = cgroup(of: pid),
      let events = try? String(contentsOfFile: cgroup + "/cgroup.events", encoding: .utf8)
    else { return false }
    return events.contains("frozen 1") && isAlive(pid)
  }

  /// Whether nothing in the cgroup that it is in runs on that the kernel can freeze.
  static func isToFreeze(_ pid: Int32) -> Bool {
    cgroup(of: pid).flatMap { try? String(contentsOfFile: $0 + "/cgroup.freeze", encoding: .utf8) } == "1\n"
  }

  static func isAlive(_ pid: Int32) -> Bool {
    guard let state = stat(of: "/proc/\(pid)")?.state else { return false }
    return state != "Z"
  }

  /// The process that traces it; 0 for none.
  static func tracer(of pid: Int32) -> Int32? {
    let lines = (try? KernelFile.text("/proc/\(pid)/status"))?.split(separator: "\n") ?? []
    return lines.first { $0.hasPrefix("TracerPid:") }.flatMap { Int32($0.dropFirst("TracerPid:\t".count)) }
  }

  /// The process and everything below it.
  static func tree(of pid: Int32) -> [Int32] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
    let children = tasks.flatMap { task in
      ((try? KernelFile.text("/proc/\(pid)/task/\(task)/children")) ?? "")
        .split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
    }
    return [pid] + children.flatMap(tree)
  }

  /// User and system time in clock ticks.
  static func cpuTicks(of pid: Int32) -> Int? { stat(of: "/proc/\(pid)").map { $0.userTicks + $0.systemTicks } }

  /// The stack pointer and the instruction at which each of its threads stands (proc_pid_syscall(5)); nil while one runs
  /// or none is left. Unlike ticks, of which the kernel's own work on a signal can complete one, they tell whether a
  /// line was run.
  static func positions(of pid: Int32) -> [[Substring]]? {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task"))?.sorted() ?? []
    let calls = threads.compactMap { try? KernelFile.text("/proc/\(pid)/task/\($0)/syscall") }
    guard !calls.isEmpty, calls.count == threads.count, !calls.contains(where: { $0.hasPrefix("running") }) else {
      return nil
    }
    return calls.map { $0.split(whereSeparator: \.isWhitespace).suffix(2) }
  }

  static func processGroup(of pid: Int32) -> Int32? { stat(of: "/proc/\(pid)")?.group }

  /// Descriptor numbers and what they lead to.
  static func descriptors(of pid: Int32) -> [Int: String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")) ?? []
    return Dictionary(
      uniqueKeysWithValues: names.compactMap { name in
        guard let number = Int(name),
          let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\(name)")
        else { return nil }
        return (number, target)
      })
  }

  /// A line of /proc/PID/status, such as `SigBlk`.
  static func status(_ key: String, of pid: Int32) -> String? {
    let text = (try? KernelFile.text("/proc/\(pid)/status")) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(key + ":") }
    return line.map { $0.dropFirst(key.count + 1).trimmingCharacters(in: .whitespaces) }
  }

  private struct Stat {
    let state: Character
    let group: Int32
    let userTicks: Int
    let systemTicks: Int
  }

  /// The fields after the command's name, which may itself hold blanks and parentheses (proc(5)).
  private static func stat(of directory: String) -> Stat? {
    guard let text = try? String(contentsOfFile: directory + "/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 12, let state = fields[0].first else { return nil }
    return Stat(
      state: state, group: Int32(fields[2]) ?? 0, userTicks: Int(fields[11]) ?? 0, systemTicks: Int(fields[12]) ?? 0)
  }
}
