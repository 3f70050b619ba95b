// The events that the supervisor tells of: kept, and waited for with a deadline instead of by sleeping.
public import ControlAPI
public import Foundation

/// Every event since it was made, collected by a thread of its own.
public final class EventLog: Sendable {
  private let collected = Collected()
  /// Kept until the end, so that the descriptor that is shut down there is still this connection's.
  private let client: Handover<ControlClient>
  private let barriers: Barriers

  init(socket: String) throws {
    let client = try ControlClient(socket: socket)
    self.client = Handover(client)
    barriers = Barriers(socket: socket)
    let stream = Handover(try client.watch(MonitorInterface.Watch()))
    Thread.detachNewThread { [collected] in
      while let event = try? stream.value.next() { collected.append(event) }
    }
  }

  deinit { shutdown(client.value.fileDescriptor, Int32(SHUT_RDWR)) }

  /// All that had happened when this was asked: an event that a call's reply has announced is in it.
  public var all: [MonitorEvent] {
    collected.catchUp(to: barriers)
    return collected.events.filter { !barriers.contains($0) }
  }

  /// A place in the log, to wait for what comes after it.
  public var now: Int { all.count }

  /// The events that have arrived. Unlike ``all`` it asks the supervisor for nothing, so some may be on their way.
  public var arrived: [MonitorEvent] { collected.events.filter { !barriers.contains($0) } }

  /// Waits until more than `count` events have arrived; false when `end` comes first.
  public func waitForMore(than count: Int, until end: Date) -> Bool {
    let next = collected.wait(until: end) { [barriers] events in
      events.lazy.filter { !barriers.contains($0) }.dropFirst(count).first
    }
    return next != nil
  }

  /// The first event from `start` on that `isIt`, waiting for it if need be.
  /// - Parameter what: for the message when it does not come.
  /// - Throws: ``TestingError/noEvent(waitedFor:seen:)`` after `deadline` seconds.
  @discardableResult
  public func wait(
    for what: String, from start: Int = 0, deadline: Double = 30, where isIt: (MonitorEvent) -> Bool
  ) throws -> MonitorEvent {
    let found = collected.wait(until: Date(timeIntervalSinceNow: deadline)) { [barriers] events in
      events.lazy.filter { !barriers.contains($0) }.dropFirst(start).first(where: isIt)
    }
    guard let found else {
      let seen = all.dropFirst(start).map { "  \($0.line)" }.joined(separator: "\n")
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

/// A log and the replies to calls travel on different connections. A banner, which changes nothing (IN3), comes through
/// the log after everything that was answered before it was shown.
private struct Barriers: Sendable {
  let socket: String
  private let mark = "org.roost.testing-\(UInt64.random(in: 0 ... .max))-"

  init(socket: String) { self.socket = socket }

  /// The banner's text; nil when the supervisor is gone, and everything it said is on its way.
  func show() -> String? {
    let text = mark + "\(UInt64.random(in: 0 ... .max))"
    guard let client = try? ControlClient(socket: socket), (try? client.call(DeviceInterface.Banner(text: text))) != nil
    else { return nil }
    return text
  }

  func contains(_ event: MonitorEvent) -> Bool {
    if case .device("banner", let text?) = event.kind { text.hasPrefix(mark) } else { false }
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

  /// Waits until a barrier that is shown now has come through.
  func catchUp(to barriers: Barriers) {
    guard let banner = barriers.show() else { return }
    _ = wait(until: Date(timeIntervalSinceNow: 30)) { events in
      events.last { if case .device("banner", banner) = $0.kind { true } else { false } }
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
  // Unchecked: the giver does no more with it than shutdown(2), which is meant to come from another thread.
  let value: Value
  init(_ value: Value) { self.value = value }
}
