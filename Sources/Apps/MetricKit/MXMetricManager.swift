// MXMetricManager: tells an app how its earlier processes ended, each of them once (TE3).

import Dispatch
import Synchronization

/// Tells its subscribers of the app's past, soon after the launch in which the first of them is added. Apple's manager
/// waits for the end of a day; this one has a payload at each launch that follows an end. Its counts are of the
/// processes that ended since the payload before; an app that needs days adds them up.
open class MXMetricManager: NSObject, @unchecked Sendable {
  // @unchecked: all that changes is in the Mutex.
  /// The app's one manager.
  open class var shared: MXMetricManager { running }
  private static let running = MXMetricManager(ledger: .ofApp, source: RoostExits())

  private struct Subscribers {
    var all: [any MXMetricManagerSubscriber] = []
    var hasAsked = false
  }

  // @unchecked: subscribers are called on the queue and nowhere else.
  private struct Held: @unchecked Sendable { var subscribers = Subscribers() }

  private let held = Mutex(Held())
  private let ledger: PayloadLedger
  private let source: any ExitSource
  private let queue = DispatchQueue(label: "org.roost.metrickit", qos: .utility)
  /// Has a block run when the callback that is running on the main thread has returned: an object that subscribes later
  /// in it hears of the past as well.
  private let afterTurn: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(
    ledger: PayloadLedger, source: any ExitSource,
    afterTurn: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { DispatchQueue.main.async(execute: $0) }
  ) {
    self.ledger = ledger
    self.source = source
    self.afterTurn = afterTurn
  }

  /// Has `subscriber` told of what ended before this launch, if nobody has been told yet. To be called in
  /// application(_:didFinishLaunchingWithOptions:); one that is added when the others have been told finds it in
  /// ``pastPayloads``. It is retained until ``remove(_:)``.
  open func add(_ subscriber: any MXMetricManagerSubscriber) {
    let isFirst = held.withLock { held in
      held.subscribers.all.removeAll { $0 === subscriber }
      held.subscribers.all.append(subscriber)
      defer { held.subscribers.hasAsked = true }
      return !held.subscribers.hasAsked
    }
    if isFirst { afterTurn { [self] in queue.async { [self] in tell() } } }
  }

  open func remove(_ subscriber: any MXMetricManagerSubscriber) {
    held.withLock { $0.subscribers.all.removeAll { $0 === subscriber } }
  }

  /// The payloads that the app was told of, by this process and earlier ones; the newest last, at most 30.
  open var pastPayloads: [MXMetricPayload] { ledger.all.map(MXMetricPayload.init) }

  /// The same for diagnostics.
  open var pastDiagnosticPayloads: [MXDiagnosticPayload] { ledger.all.compactMap(MXDiagnosticPayload.init) }

  /// Waits until everything that has been begun is told. For tests.
  func finish() { queue.sync {} }

  /// An exit counts as told when the subscribers have returned: a process that ends before that leaves it to the next.
  private func tell() {
    var exits: [PastExit] = []
    while let some = source.untold(after: exits.last?.number), let last = some.last {
      exits += some
      // Nothing that roostd says makes this go on for ever.
      let before = exits.dropLast(some.count).last?.number ?? 0
      if last.number <= before || exits.count >= PayloadLedger.mostExits { break }
    }
    guard let last = exits.last else { return }
    let period = Period(begin: ledger.all.last?.end ?? exits.map(\.time).min() ?? last.time, exits: exits)
    // Before anybody is told, so that they find it there; in place of what a process wrote that ended before it had
    // told.
    ledger.append(period)
    let metrics = [MXMetricPayload(period)]
    let diagnostics = [MXDiagnosticPayload(period)].compactMap(\.self)
    let subscribers = held.withLock { $0 }
    for subscriber in subscribers.subscribers.all {
      subscriber.didReceive(metrics)
      if !diagnostics.isEmpty { subscriber.didReceive(diagnostics) }
    }
    source.told(through: last.number)
  }
}
