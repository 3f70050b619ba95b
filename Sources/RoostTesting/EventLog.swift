// What happened, as the supervisor tells it: kept, and waited for with a deadline instead of by sleeping.
public import ControlAPI
import Foundation

/// Every event since it was made, collected by a thread of its own.
public final class EventLog: Sendable {
  private let collected = Collected()
  private let descriptor: Int32

  init(socket: String) throws {
    let client = try ControlClient(socket: socket)
    descriptor = client.fileDescriptor
    let stream = Handover(try client.watch(MonitorInterface.Watch()))
    Thread.detachNewThread { [collected] in
      while let event = try? stream.value.next() { collected.append(event) }
    }
  }

  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// All so far.
  public var all: [MonitorEvent] { collected.events }

  /// A place in the log, to wait for what comes after it.
  public var now: Int { all.count }

  /// The first event from `start` on that `isIt`, waiting for it if need be.
  /// - Parameter what: for the message when it does not come.
  /// - Throws: ``TestingError/noEvent(waitedFor:seen:)`` after `deadline` seconds.
  @discardableResult
  public func wait(
    for what: String, from start: Int = 0, deadline: Double = 30, where isIt: (MonitorEvent) -> Bool
  ) throws -> MonitorEvent {
    let found = collected.wait(until: Date(timeIntervalSinceNow: deadline)) { $0.dropFirst(start).first(where: isIt) }
    guard let found else {
      let seen = all.dropFirst(start).map { "  \($0.kind)" }.joined(separator: "\n")
      throw TestingError.noEvent(waitedFor: what, seen: seen)
    }
    return found
  }

  /// The names of the callbacks of `app` from `start` on, in order; a scene's are the same names.
  public func callbacks(of app: String, from start: Int = 0) -> [String] {
    all.dropFirst(start).compactMap { event in
      if case .callback(app, let name, _, _) = event.kind { name } else { nil }
    }
  }

  /// The states of `app` from `start` on, each as it was entered.
  public func states(of app: String, from start: Int = 0) -> [AppStatus.State] {
    all.dropFirst(start).compactMap { event in
      if case .state(app, _, let state) = event.kind { state } else { nil }
    }
  }
}

/// The events of a log: its thread appends, tests wait.
private final class Collected: @unchecked Sendable {
  // Unchecked: `list` is only touched with `condition` locked.
  private let condition = NSCondition()
  private var list: [MonitorEvent] = []

  var events: [MonitorEvent] { condition.withLock { list } }

  func append(_ event: MonitorEvent) {
    condition.withLock {
      list.append(event)
      condition.broadcast()
    }
  }

  func wait(until end: Date, for find: ([MonitorEvent]) -> MonitorEvent?) -> MonitorEvent? {
    condition.withLock {
      while true {
        if let event = find(list) { return event }
        if !condition.wait(until: end) { return nil }
      }
    }
  }
}

/// Hands a value to the one thread that uses it from then on.
private struct Handover<Value>: @unchecked Sendable {
  // Unchecked: the giver keeps no reference, so there is never more than one user.
  let value: Value
  init(_ value: Value) { self.value = value }
}
