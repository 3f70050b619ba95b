// The processes of apps that run.
import AppLink
import Glibc
import LifecycleModel
import Linux
import Processes

/// By their serials, and by their pids for what the kernel reports by pid (SIGCHLD).
final class LiveProcesses {
  private var bySerial: [ProcessSerial: LiveProcess] = [:]
  private var serials: [pid_t: ProcessSerial] = [:]
  /// Takes in whether somebody outside has stopped a root, or continued it (``ChildWatch``).
  var lookForStops: (pid_t) -> Void = { _ in }

  subscript(serial: ProcessSerial) -> LiveProcess? { bySerial[serial] }

  /// By the pid of its root.
  subscript(pid pid: pid_t) -> LiveProcess? { serials[pid].flatMap { bySerial[$0] } }

  var all: some Collection<LiveProcess> { bySerial.values }
  /// Of their roots.
  var pids: some Collection<pid_t> { serials.keys }

  func add(_ process: LiveProcess) {
    bySerial[process.serial] = process
    serials[process.child.pid] = process.serial
  }

  func remove(_ process: LiveProcess) {
    bySerial[process.serial] = nil
    // One that was reaped by another parent may have left its pid to the next before this daemon hears of its end.
    if serials[process.child.pid] == process.serial { serials[process.child.pid] = nil }
  }
}
