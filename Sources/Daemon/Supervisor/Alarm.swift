// Looking at something again when its time comes.
import LifecycleModel
import Logging
import Systemd

/// One instant at which the model is to be asked again. Made of a timer of the loop when it is set for the first time.
final class Alarm {
  private let loop: EventLoop
  private let log: Logger
  private let purpose: String
  private let due: () -> Void
  private let unable: () -> Void
  private var timer: TimerSource?

  /// - Parameters:
  ///   - purpose: what it waits for, to be read after "unable to wait for".
  ///   - unable: called, after the log was told why, when there can be no timer: nothing will be due.
  init(_ purpose: String, _ runtime: Runtime, unable: @escaping () -> Void = {}, due: @escaping () -> Void) {
    loop = runtime.loop
    log = runtime.log
    self.purpose = purpose
    self.unable = unable
    self.due = due
  }

  /// Replaces the time that was set before; nil: it is not due at all.
  func set(_ time: Instant?) {
    guard let time else { return timer?.disarm() ?? () }
    do {
      let timer = try timer ?? loop.timer { [unowned self] in due() }
      self.timer = timer
      timer.rearm(at: time.nanoseconds)
    } catch {
      log.error("unable to wait for \(purpose): \(error)")
      unable()
    }
  }
}
