// The deadlines of one process, one timer for all of them, and the processor time that it had used when each began.
import AppLink
import LifecycleModel
import Linux
import Processes
import Systemd

/// Rings for whichever deadline is due; the model decides what that means. A timer of sd-event takes some hundred bytes,
/// and a suspended app has no deadline: so there is one, for the next that is due.
final class ProcessDeadlines {
  private let child: ChildProcess
  private let loop: EventLoop
  /// Nil where the kernel's clock counts.
  private let time: VirtualTime?
  private let due: (_ step: Step, _ isLate: Bool) -> Void
  private let failed: (SystemCallError) -> Void
  private var running: [Deadline] = []
  private var lastRung: Deadline?
  private var timer: (any ModelTimer)?
  /// In virtual time: that of a freeze's next try, which passes in reality.
  private var pause: (any ModelTimer)?

  private struct Deadline {
    let step: Step
    let due: Instant
    /// Nanoseconds of processor time that the process had used when it was set.
    let usedBefore: Int64
  }

  /// - Parameters:
  ///   - due: told also whether the daemon comes late to it, because it was stopped or was not there.
  ///   - failed: told why a deadline cannot be watched.
  init(
    of child: ChildProcess, on loop: EventLoop, time: VirtualTime?,
    due: @escaping (_ step: Step, _ isLate: Bool) -> Void,
    failed: @escaping (SystemCallError) -> Void
  ) {
    self.child = child
    self.loop = loop
    self.time = time
    self.due = due
    self.failed = failed
  }

  /// Replaces the time that was set for `step` before.
  func arm(_ step: Step, at due: Instant) {
    running.removeAll { $0.step == step }
    running.append(Deadline(step: step, due: due, usedBefore: child.processorTime))
    do {
      try ringNext()
    } catch {
      failed(error)
    }
  }

  func disarm(_ step: Step) {
    guard let index = running.firstIndex(where: { $0.step == step }) else { return }
    running.remove(at: index)
    // It needs no timer that is not there.
    try? ringNext()
  }

  /// The processor time that its root has used since the deadline was set, if that runs or was the last to ring.
  func processorTime(since step: Step) -> Duration? {
    guard let deadline = (running + (lastRung.map { [$0] } ?? [])).first(where: { $0.step == step }) else { return nil }
    return .nanoseconds(max(0, child.processorTime - deadline.usedBefore))
  }

  /// A suspended app needs no timer, and there may be thousands of them.
  func rest() {
    if running.isEmpty { close() }
  }

  func close() {
    running = []
    timer?.close()
    pause?.close()
    (timer, pause) = (nil, nil)
  }

  private func ringNext() throws(SystemCallError) {
    if let next = next(passesInReality: false) {
      if timer == nil { timer = try makeTimer { [unowned self] in ring(passesInReality: false) } }
      timer?.ring(at: next.due)
    } else {
      timer?.disarm()
    }
    guard let time else { return }
    if let next = next(passesInReality: true) {
      if pause == nil { pause = try time.pause { [unowned self] in ring(passesInReality: true) } }
      pause?.ring(at: next.due)
    } else {
      pause?.disarm()
    }
  }

  private func makeTimer(_ body: @escaping () -> Void) throws(SystemCallError) -> any ModelTimer {
    if let time { return time.timer(body) }
    return try loop.timer(body)
  }

  private func next(passesInReality: Bool) -> Deadline? {
    running.lazy.filter { (self.time != nil && $0.step == .freezeRetry) == passesInReality }.min { $0.due < $1.due }
  }

  private func ring(passesInReality: Bool) {
    guard let deadline = next(passesInReality: passesInReality) else { return }
    lastRung = deadline
    disarm(deadline.step)
    // A clock that is moved by command jumps to each.
    due(deadline.step, time == nil && Instant.now.since(deadline.due) > Deadlines.lateness)
  }
}
