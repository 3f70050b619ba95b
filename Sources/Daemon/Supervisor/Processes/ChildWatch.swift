// Watches for apps that outsiders stop or continue: SIGCHLD.
import Glibc
import LifecycleModel
import Processes
import Systemd

final class ChildWatch {
  private let runtime: Runtime
  private let model: ModelLoop
  private let processes: LiveProcesses
  /// Asks all children whether they stopped or continued.
  private var sweep: TimerSource?

  init(_ runtime: Runtime, _ model: ModelLoop, _ processes: LiveProcesses) {
    self.runtime = runtime
    self.model = model
    self.processes = processes
    processes.lookForStops = { [weak self] in self?.childChanged($0) }
  }

  /// SIGCHLD names one child that stopped or continued; how, waitid(2) says, and never takes an exit from the pidfds.
  ///
  /// Of two signals at once only the first arrives (signal(7)). So all are asked as well, but a little later: waitid(2)
  /// looks at every child there is, and no app's transition is to take longer because there are others.
  func childChanged(_ child: pid_t) {
    let kernel = runtime.kernel
    if let change = stopChange(of: child, kernel: kernel) { take([change]) }
    do {
      let sweep = try sweep ?? runtime.loop.timer(priority: .idle) { [unowned self] in askAll() }
      self.sweep = sweep
      if !sweep.isEnabled { sweep.rearm(at: monotonicNow() + Self.sweepDelay) }
    } catch {
      askAll()
    }
  }

  /// An app may change its root's state again and again: each is taken in once.
  private func askAll() {
    take(stopChanges(kernel: runtime.kernel, among: processes.pids))
  }

  /// Nanoseconds until a stop or continue is noticed whose signal was lost.
  private static let sweepDelay: UInt64 = 100_000_000

  private func take(_ changes: [StopChange]) {
    for change in changes {
      guard let process = processes[pid: change.pid] else { continue }
      switch change.change {
      case .stopped:
        if !process.isStoppedByUs, !process.debuggerWatch.look() {
          model.submit(.kernel(process.serial, .stoppedFromOutside))
        }
      case .continued: continued(process)
      }
    }
  }

  /// The daemon's own SIGCONT is reported as well. It is no news: the model has ordered it, and so takes no app for
  /// stopped by somebody else that it has continued.
  private func continued(_ process: LiveProcess) {
    if process.isHeld { return process.mayBeContinued() }
    guard model.lifecycle.apps[process.app]?.process?.isStoppedFromOutside == true else { return }
    model.submit(.kernel(process.serial, .continuedFromOutside))
  }
}
