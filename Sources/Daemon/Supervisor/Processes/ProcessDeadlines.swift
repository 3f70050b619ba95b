// The deadlines of one process: a timer each, and the processor time that it had used when it began.
import LifecycleModel
import Linux
import Processes
import Systemd

/// Rings for whichever deadline is due; the model decides what that means.
final class ProcessDeadlines {
  private let child: ChildProcess
  private let loop: EventLoop
  /// Nil where the kernel's clock counts.
  private let time: VirtualTime?
  private let due: (Step) -> Void
  private let failed: (SystemCallError) -> Void
  private var timers: [Step: any ModelTimer] = [:]
  /// Nanoseconds of processor time that it had used when each deadline was set.
  private var usedBefore: [Step: Int64] = [:]

  /// - Parameter failed: told why a deadline cannot be watched.
  init(
    of child: ChildProcess, on loop: EventLoop, time: VirtualTime?, due: @escaping (Step) -> Void,
    failed: @escaping (SystemCallError) -> Void
  ) {
    self.child = child
    self.loop = loop
    self.time = time
    self.due = due
    self.failed = failed
  }

  func arm(_ step: Step, at due: Instant) {
    usedBefore[step] = child.processorTime
    do {
      try timer(for: step).ring(at: due)
    } catch {
      failed(error)
    }
  }

  /// The processor time that its root has used since the deadline was set.
  func processorTime(since step: Step) -> Duration? {
    guard let before = usedBefore[step] else { return nil }
    return .nanoseconds(max(0, child.processorTime - before))
  }

  func disarm(_ step: Step) { timers[step]?.disarm() }

  func close() { for timer in timers.values { timer.close() } }

  private func timer(for step: Step) throws(SystemCallError) -> any ModelTimer {
    if let timer = timers[step] { return timer }
    let timer = try makeTimer(for: step) { [unowned self] in due(step) }
    timers[step] = timer
    return timer
  }

  private func makeTimer(
    for step: Step, _ body: @escaping () -> Void
  ) throws(SystemCallError) -> any ModelTimer {
    guard let time else { return try loop.timer(body) }
    return step == .freezeRetry ? try time.pause(body) : time.timer(body)
  }
}
