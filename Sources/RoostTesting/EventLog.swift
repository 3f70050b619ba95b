// What a supervisor reports, kept from the first event on, for a test to wait on.
public import ControlAPI
import Foundation

/// Every event since it was made. It has a thread and a connection of its own, so that nothing is missed between steps.
public final class EventLog: Sendable {
  private let entries = NSCondition()
  private let store = Store()
  private let fileDescriptor: Int32

  /// Returns when the watch has begun.
  public init(of daemon: PrivateDaemon, app: String? = nil) throws {
    let socket = daemon.socket
    let client = try ControlClient(socket: socket, timeout: .seconds(10))
    let events = try client.watch(MonitorInterface.Watch(app: app), timeout: .seconds(10))
    fileDescriptor = dup(client.fileDescriptor)
    let reader = Reader(client: client, events: events)
    Thread.detachNewThread { [self, reader] in read(reader) }
  }

  /// Every event so far, in order.
  public var events: [MonitorEvent] {
    entries.withLock { store.events }
  }

  /// The names of an app's callbacks so far, in order.
  public func callbacks(of app: String) -> [String] {
    events.compactMap { event in
      guard case .callback(app, let name, _, _) = event.kind else { return nil }
      return name
    }
  }

  /// The first event from `start` on that satisfies the predicate, waiting for it if it has not come yet.
  /// - Parameter start: an index into ``events``, such as their count before a step.
  /// - Throws: ``TestingFailure`` with every event so far, when it does not come in time or the watch has ended.
  @discardableResult
  public func wait(
    for what: String, from start: Int = 0, limit: Duration = .seconds(20),
    where predicate: (MonitorEvent) -> Bool
  ) throws -> MonitorEvent {
    let deadline = Date(timeIntervalSinceNow: TimeInterval(limit.components.seconds))
    var next = start
    return try entries.withLock {
      while true {
        while next < store.events.count {
          if predicate(store.events[next]) { return store.events[next] }
          next += 1
        }
        guard !store.hasEnded else { throw TestingFailure("the watch ended before \(what)\n\(store.transcript)") }
        guard entries.wait(until: deadline) else {
          throw TestingFailure("no \(what) within \(limit)\n\(store.transcript)")
        }
      }
    }
  }

  /// Waits until an app is in a state.
  public func wait(for app: String, toBe state: AppStatus.State, from start: Int = 0) throws {
    try wait(for: "\(app) \(state.rawValue)", from: start) { event in
      guard case .state(app, _, state) = event.kind else { return false }
      return true
    }
  }

  /// Waits until an app's process has ended, and gives the record.
  public func exit(of app: String, from start: Int = 0) throws -> ExitRecord {
    let event = try wait(for: "exit of \(app)", from: start) { event in
      guard case .exit(let record) = event.kind else { return false }
      return record.app == app
    }
    guard case .exit(let record) = event.kind else { throw TestingFailure("no exit record") }
    return record
  }

  /// Ends the watch.
  public func close() { shutdown(fileDescriptor, Int32(SHUT_RDWR)) }

  deinit { Glibc.close(fileDescriptor) }

  private func read(_ reader: Reader) {
    while let event = try? reader.events.next() {
      entries.withLock {
        store.events.append(event)
        entries.broadcast()
      }
    }
    entries.withLock {
      store.hasEnded = true
      entries.broadcast()
    }
  }
}

/// Unchecked: every use is under ``EventLog``'s lock.
private final class Store: @unchecked Sendable {
  var events: [MonitorEvent] = []
  var hasEnded = false

  var transcript: String { events.map { "  \($0.kind)" }.joined(separator: "\n") }
}

/// Unchecked: made by one thread and then given to the one that reads, never used by both.
private final class Reader: @unchecked Sendable {
  let client: ControlClient
  let events: EventStream

  init(client: ControlClient, events: EventStream) {
    self.client = client
    self.events = events
  }
}
