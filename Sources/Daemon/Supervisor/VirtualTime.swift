// The time of a daemon for tests: it stands still, and jumps from one alarm to the next when somebody moves it on.
import AppLink
import LifecycleModel
import Linux
import Logging
import Systemd

/// Rings once at an instant of the model's clock, never before.
protocol ModelTimer: AnyObject {
  func ring(at due: Instant)
  func disarm()
  func close()
}

extension TimerSource: ModelTimer {
  func ring(at due: Instant) { rearm(at: due.nanoseconds) }
}

/// Moves ``ModelClock`` (`--virtual-time`). The work of apps and the kernel takes real time and none of this one: before each
/// jump it waits until every app has answered what it was told, and every freeze and every end has happened. So the
/// same orders lead to the same life of each app, however busy the machine is.
final class VirtualTime {
  private let loop: EventLoop
  private let log: Logger
  /// Where the next daemon in these directories goes on.
  private let file: String
  private var isIdle: () -> Bool = { true }
  private var awaited: () -> Awaited? = { nil }
  private var alarms: [Alarm] = []
  private var lastAlarm: UInt64 = 0
  private var orders: [Order] = []
  /// Lets an app that does not answer hang, when its time in reality is over.
  private var patience: TimerSource?
  private var waitsFor: Awaited?
  private var isImpatient = false
  private var isPosted = false

  /// A timer that is set.
  private struct Alarm {
    let timer: UInt64
    let due: Instant
    let ring: () -> Void
  }

  private struct Order {
    let target: Instant
    let patience: Duration
    let done: (_ alarms: Int) -> Void
    var rung = 0
  }

  init(_ loop: EventLoop, runtimeDirectory: String, log: Logger) {
    self.loop = loop
    self.log = log
    file = runtimeDirectory + "/virtual-time"
    let kept = (try? SmallFile.read(file, limit: 64)).flatMap { UInt64(String(decoding: $0, as: UTF8.self)) }
    stand(at: Instant(nanoseconds: kept ?? Instant.now.nanoseconds))
  }

  /// - Parameters:
  ///   - isIdle: whether the model has been told everything that has happened.
  ///   - awaited: who has the next word; nil: nobody.
  func connect(isIdle: @escaping () -> Bool, awaited: @escaping () -> Awaited?) {
    (self.isIdle, self.awaited) = (isIdle, awaited)
  }

  func timer(_ body: @escaping () -> Void) -> any ModelTimer {
    lastAlarm += 1
    return Timer(lastAlarm, self, body)
  }

  /// One of the daemon's own pauses: it passes in reality, and moves the clock when it is over.
  func pause(_ body: @escaping () -> Void) throws(SystemCallError) -> any ModelTimer { try Pause(self, loop, body) }

  /// Whether the clock can be moved on by so much, after all that it has been told to.
  func check(_ duration: Duration) throws(VirtualTimeError) {
    guard (orders.last?.target ?? .now) + duration <= ModelClock.end else { throw VirtualTimeError.end(duration, file) }
  }

  /// Moves the clock on, and rings every alarm on the way, in order. Orders are carried out one after the other.
  ///
  /// - Parameters:
  ///   - patience: the time in reality that an app has for an answer before the clock goes on without it.
  ///   - done: is told how many alarms have rung.
  func advance(by duration: Duration, patience: Duration, done: @escaping (_ alarms: Int) -> Void) {
    let start = orders.last?.target ?? .now
    orders.append(Order(target: start + duration, patience: patience, done: done))
    goOnSoon()
  }

  /// Something has happened that the clock may have waited for.
  func goOnSoon() {
    guard !orders.isEmpty, !isPosted else { return }
    isPosted = true
    do {
      // A day may have thousands of alarms, and clients have their turns among them.
      try loop.post(priority: .request) { [unowned self] in
        isPosted = false
        goOn()
      }
    } catch {
      log.error("\(error)")
    }
  }

  private func goOn() {
    guard let order = orders.first else { return }
    // When it is idle it calls goOnSoon().
    guard isIdle() else { return }
    if let awaited = awaited(), !isImpatient { return wait(for: awaited, order.patience) }
    isImpatient = false
    waitsFor = nil
    patience?.disarm()
    if let next = alarms.min(by: { ($0.due, $0.timer) < ($1.due, $1.timer) }), next.due <= order.target {
      orders[0].rung += 1
      alarms.removeAll { $0.timer == next.timer }
      stand(at: max(.now, next.due))
      next.ring()
    } else {
      orders.removeFirst()
      stand(at: order.target)
      order.done(order.rung)
    }
    goOnSoon()
  }

  /// An app has as long as the order says. A kill is certain to end a process, but for one in an uninterruptible sleep
  /// (signal(7)): there the clock goes on in the end.
  private func wait(for awaited: Awaited, _ patience: Duration) {
    let limit = awaited == .kernel ? max(patience, .seconds(60)) : patience
    if awaited != waitsFor { self.patience?.disarm() }
    waitsFor = awaited
    do {
      let timer =
        try self.patience
        ?? loop.timer { [unowned self] in
          isImpatient = true
          goOnSoon()
        }
      self.patience = timer
      if !timer.isEnabled { timer.rearm(at: monotonicNow() + UInt64(max(0, limit / .nanoseconds(1)))) }
    } catch {
      log.error("\(error)")
    }
  }

  private func stand(at time: Instant) {
    ModelClock.stand(at: time)
    do {
      try AtomicFile.write(Array("\(time.nanoseconds)".utf8), to: file, isSynced: false)
    } catch {
      log.warning("unable to keep the virtual time: \(error); a daemon that is started again here begins with another")
    }
  }

  fileprivate func set(_ timer: UInt64, at due: Instant?, _ ring: @escaping () -> Void) {
    alarms.removeAll { $0.timer == timer }
    if let due { alarms.append(Alarm(timer: timer, due: due, ring: ring)) }
  }

  fileprivate func passed(_ time: Instant) { stand(at: max(.now, time)) }

  private final class Timer: ModelTimer {
    private let number: UInt64
    private let time: VirtualTime
    private let body: () -> Void

    init(_ number: UInt64, _ time: VirtualTime, _ body: @escaping () -> Void) {
      (self.number, self.time, self.body) = (number, time, body)
    }

    func ring(at due: Instant) { time.set(number, at: due, body) }
    func disarm() { time.set(number, at: nil, body) }
    func close() { disarm() }
  }

  private final class Pause: ModelTimer {
    private let time: VirtualTime
    private var due = Instant.now
    private var timer: TimerSource?

    init(_ time: VirtualTime, _ loop: EventLoop, _ body: @escaping () -> Void) throws(SystemCallError) {
      self.time = time
      timer = try loop.timer { [unowned self] in
        self.time.passed(due)
        body()
      }
    }

    func ring(at due: Instant) {
      self.due = due
      timer?.rearm(at: monotonicNow() + due.since(.now).wholeNanoseconds)
    }

    func disarm() { timer?.disarm() }
    func close() { timer?.close() }
  }
}

/// The reason why the clock is not moved.
nonisolated enum VirtualTimeError: Error, CustomStringConvertible {
  /// The clock would pass its end; it goes on from what is in the file.
  case end(Duration, String)

  var description: String {
    switch self {
    case .end(let duration, let file):
      "unable to move the time on by \(duration): the device's calendar would pass the year 2200, where the clock ends; "
        + "end roostd, remove \(file), and start roostd again, so that its time is the machine's"
    }
  }
}

extension Runtime {
  /// A timer that is not set yet, on the clock that the model reads.
  func timer(_ body: @escaping () -> Void) throws(SystemCallError) -> any ModelTimer {
    if let time { return time.timer(body) }
    return try loop.timer(body)
  }
}
