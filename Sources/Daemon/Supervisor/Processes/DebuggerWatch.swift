// Looks whether a debugger is attached to an app (DB).
import LifecycleModel
import Linux
import Processes
import Systemd

/// The kernel tells nobody but the tracer of a tracee's stops (ptrace(2)). So this looks before it matters, and as long as
/// the app has a debugger or waits for one.
final class DebuggerWatch {
  /// Nanoseconds; a person who has left an app at a breakpoint does not notice them.
  private static let pause: UInt64 = 200_000_000

  private let child: ChildProcess
  private let loop: EventLoop
  private let kernel: Kernel
  /// The model's view.
  private let debugging: () -> Debugging
  private let tell: (Debugger?) -> Void
  private var timer: TimerSource?

  init(
    _ child: ChildProcess, loop: EventLoop, kernel: Kernel, debugging: @escaping () -> Debugging,
    tell: @escaping (Debugger?) -> Void
  ) {
    self.child = child
    self.loop = loop
    self.kernel = kernel
    self.debugging = debugging
    self.tell = tell
  }

  /// Looks, and tells the model of a change; whether one is attached.
  @discardableResult
  func look() -> Bool {
    let debugger = kernel.debugger(of: child)
    switch (debugging(), debugger) {
    case (.none, nil), (.awaited, nil): break
    case (.attached(let known), let debugger?) where known == debugger: break
    case (.none, _?), (.awaited, _?), (.attached, _):
      tell(debugger)
      goOn()
    }
    return debugger != nil
  }

  /// Looks again and again, as long as there is one or is to be one.
  func begin() { if debugging() != .none { goOn() } }

  private func goOn() {
    // Without a timer the next look is that before a deadline.
    guard let timer = try? timer ?? loop.timer({ [unowned self] in lookAgain() }) else { return }
    self.timer = timer
    timer.rearm(at: monotonicNow() + Self.pause)
  }

  private func lookAgain() {
    look()
    begin()
  }

  func close() { timer?.close() }
}
