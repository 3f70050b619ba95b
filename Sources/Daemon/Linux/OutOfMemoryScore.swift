// The order in which the kernel ends processes when memory is out (proc_pid_oom_score_adj(5)).

package nonisolated enum OutOfMemoryScore {
  /// Whether the service manager has the kernel spare the daemon (OOMScoreAdjust= of systemd.exec(5)), which takes memory back
  /// from apps. Programs that it starts are spared no more than others.
  package static let isLowered: Bool = {
    let text = try? SmallFile.read("/proc/self/oom_score_adj", limit: 16)
    return text?.first == UInt8(ascii: "-")
  }()
}
