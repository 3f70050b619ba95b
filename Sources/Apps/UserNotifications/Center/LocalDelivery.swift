// Keeps what the app has planned, and delivers it itself while it runs where no roostd does.

import Dispatch
import Synchronization

/// Keeps the ledger in a file of the app's container, and says when a notification is due.
final class LocalDelivery: Sendable {
  private struct State {
    var ledger: NotificationLedger
    var timer: (any DispatchSourceTimer)?
    /// Dates that came due before this process have been passed.
    var isUpToDate = false
  }

  /// Everything happens here, one after the other; completion handlers are called here, as on iOS not on the main
  /// thread.
  private let queue = DispatchQueue(label: "org.roost.usernotifications")
  private let state: Mutex<State>
  private let file: URL
  private let daemon: @Sendable () -> RoostNotifications?
  private let arrived: @Sendable (NotificationLedger.Delivered) -> Void

  /// - Parameters:
  ///   - daemon: the roostd that runs the app; nil while none does.
  ///   - arrived: called for what comes due while the app runs.
  init(
    file: URL, daemon: @escaping @Sendable () -> RoostNotifications?,
    arrived: @escaping @Sendable (NotificationLedger.Delivered) -> Void
  ) {
    self.file = file
    self.daemon = daemon
    self.arrived = arrived
    var ledger =
      (try? Data(contentsOf: file)).flatMap {
        try? PropertyListDecoder().decode(NotificationLedger.self, from: $0)
      } ?? NotificationLedger()
    if daemon() == nil { ledger.passDue(now: Date(), isListed: true) }
    state = Mutex(State(ledger: ledger))
    // On the queue: an app that makes its centre while it is launched does not wait for roostd's clock.
    queue.async {
      self.passEarlier()
      self.wait()
    }
  }

  /// The roostd that runs the app; nil where none does.
  var roostd: RoostNotifications? { daemon() }

  /// The ledger that applies now, without waiting for changes under way.
  var ledger: NotificationLedger { state.withLock { $0.ledger } }

  /// Counts what roostd has shown without asking, since the app was behind the screen: its badge is on the icon.
  func passDue() {
    guard let roostd, !ledger.pending.isEmpty else { return }
    let now = roostd.movedClock() ?? Date()
    state.withLock { $0.ledger.passDue(now: now, isListed: false) }
  }

  /// As ``passDue()``, of what came due before this process.
  func passEarlier() {
    guard !state.withLock({ $0.isUpToDate }) else { return }
    passDue()
    state.withLock { $0.isUpToDate = true }
  }

  /// roostd asks the app how to show the one of this identifier, which is due: the delegate says if its badge is on the icon.
  func passAsked(_ identifier: String) {
    queue.async {
      let now = self.roostd?.movedClock() ?? Date()
      self.changed { _ = $0.takeDue(now: now, of: identifier) }
    }
  }

  /// Runs `body` after every earlier change has been made.
  func read(_ body: @escaping @Sendable (NotificationLedger) -> Void) {
    queue.async {
      self.passDue()
      body(self.ledger)
    }
  }

  /// Changes the ledger and its file, then calls `completed` with what `body` returned.
  func change<Result: Sendable>(
    _ body: @escaping @Sendable (inout NotificationLedger) -> Result,
    completed: @escaping @Sendable (Result) -> Void = { (_: Result) in }
  ) {
    queue.async { completed(self.changed(body)) }
  }

  /// Has roostd, where one runs the app, plan a request that `adding` adds to the ledger. One that either refuses changes
  /// nothing: the one before of its identifier is still to come.
  func plan(
    _ request: KeptRequest, _ adding: @escaping @Sendable (inout NotificationLedger) -> UNError?,
    completed: @escaping @Sendable ((any Error)?) -> Void
  ) {
    queue.async {
      var tried = self.ledger
      if let error = adding(&tried) { return completed(error) }
      let (roostd, now, zone) = (self.roostd, Date(), TimeZone.current.identifier)
      if let refusal = roostd?.schedule(request, now: now) { return completed(refusal) }
      let isPlanned = roostd != nil
      completed(
        self.changed { ledger -> UNError? in
          if let error = adding(&ledger) { return error }
          if isPlanned { ledger.haveBeenPlanned([request.identifier: now], in: zone) }
          return nil
        })
    }
  }

  /// As ``change(_:completed:)``; on the queue alone.
  private func changed<Result: Sendable>(_ body: @Sendable (inout NotificationLedger) -> Result) -> Result {
    let (before, result, after) = state.withLock { state in
      let before = state.ledger
      let result = body(&state.ledger)
      return (before, result, state.ledger)
    }
    if after != before { save(after) }
    wait()
    return result
  }

  /// Plans again what follows the time zone: roostd has dates alone, of the zone that applied when they were named, and a number of
  /// them of what repeats by the calendar.
  /// - Parameter unlessPlanned: leaves out those of which it was given dates of the zone that applies; where they repeat, less than a day
  ///   ago, and with more than half to come.
  func planAgain(unlessPlanned: Bool = false) {
    queue.async {
      guard self.ledger.followsZone else { return }
      let zone = TimeZone.current.identifier
      let start = self.roostd?.movedClock() ?? Date()
      let known = unlessPlanned ? zone : nil
      guard let roostd = self.roostd else {
        self.changed { _ = $0.planAgain(now: start, unlessPlannedIn: known) }
        return
      }
      // roostd shows one at its old date until it has taken the new one: a date of which it does not know yet would have the app plan
      // what it has shown.
      let ledger = self.ledger
      var tried = ledger
      let again = Set(tried.planAgain(now: start, unlessPlannedIn: known).map(\.request.identifier))
      var taken: [String: Date] = [:]
      for plan in ledger.pending where again.contains(plan.request.identifier) {
        // A moment for each: one that comes due while others are planned is not named once more.
        let device = roostd.movedClock() ?? Date()
        guard plan.isToCome(at: device) else { continue }
        let now = device.addingTimeInterval(-(plan.deviceAhead ?? 0))
        // One that is refused stays as it was planned before.
        if roostd.schedule(plan.request, now: now) == nil { taken[plan.request.identifier] = now }
      }
      self.changed { [taken] in $0.haveBeenPlanned(taken, in: zone) }
    }
  }

  private func save(_ ledger: NotificationLedger) {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    // A container that is full loses what was scheduled when the process ends, and nothing now.
    try? encoder.encode(ledger).write(to: file, options: .atomic)
  }

  /// Waits for the next one: by the wall clock, which goes on while the app is suspended or the machine asleep.
  private func wait() {
    let timer = state.withLock { state -> (any DispatchSourceTimer)? in
      state.timer?.cancel()
      state.timer = nil
      guard roostd == nil, let due = state.ledger.nextDue else { return nil }
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(wallDeadline: .now() + max(0, due.timeIntervalSinceNow))
      timer.setEventHandler { [weak self] in self?.deliver() }
      state.timer = timer
      return timer
    }
    timer?.activate()
  }

  private func deliver() {
    change({ $0.takeDue(now: Date()) }) { due in
      for notification in due { self.arrived(notification) }
    }
  }
}
