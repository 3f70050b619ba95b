// The open ends of a process's channel: events that are not acknowledged, and requests that are not answered.

/// Of the events that are steps of the life cycle one at most is in flight, and the phase has it; these are the others.
public struct Conversation: Hashable, Codable, Sendable {
  private(set) var lastSequence = EventSequence(number: 0)
  /// Events up to this one were sent by a daemon that has left no word of them (``KernelFact/adopted(_:_:)``).
  private(set) var inherited = EventSequence(number: 0)
  /// Events that the app has not acknowledged.
  private(set) var unacknowledged: [EventSequence: Unacknowledged] = [:]
  /// Requests that the device as a whole has to answer, in order.
  private(set) var asked: [DeferredRequest] = []
  /// Requests made in the instant before the app was stopped; answered when it runs again.
  private(set) var deferred: [DeferredRequest] = []

  struct Unacknowledged: Hashable, Codable, Sendable {
    /// The request that waits for the acknowledgement.
    let request: RequestID?
    fileprivate(set) var matter: Matter
  }

  /// The state that hangs on an acknowledgement.
  enum Matter: Hashable, Codable, Sendable {
    case nothing
    /// The app was asked in front how to show it.
    case presentation(UserNotification)
    /// The app is awake for it until then.
    case wake(RunningWake)
    /// BX12: while the app has not heard it, it hears no more of the kind.
    case progress
    /// SN2: a picture that was late; while the app owes it, it is asked for no other.
    case picture
  }

  struct DeferredRequest: Hashable, Codable, Sendable {
    let id: UInt64
    let request: AppRequest
  }

  // MARK: Events

  mutating func nextSequence() -> EventSequence {
    lastSequence = EventSequence(number: lastSequence.number &+ 1)
    return lastSequence
  }

  /// Adopts the channel of a daemon that has sent no event of a higher number, and none that is known.
  mutating func continueNumbers(after number: UInt64) {
    lastSequence = EventSequence(number: number)
    inherited = lastSequence
  }

  /// The event `sequence` is sent, and its acknowledgement may take its time.
  mutating func expect(_ sequence: EventSequence, for request: RequestID? = nil, about matter: Matter = .nothing) {
    unacknowledged[sequence] = Unacknowledged(request: request, matter: matter)
  }

  /// Nil: no such event is unacknowledged.
  mutating func acknowledge(_ sequence: EventSequence) -> Unacknowledged? {
    unacknowledged.removeValue(forKey: sequence)
  }

  /// Those who wait for acknowledgements, in the order they asked.
  var waiting: [RequestID] { unacknowledged.values.compactMap(\.request).sorted { $0.number < $1.number } }

  /// Events that the app should handle soon; a wake may take its time.
  var backlog: Int { unacknowledged.values.count { $0.matter.wake == nil } }

  // MARK: Presentations

  var presentations: Int { unacknowledged.values.count { $0.matter.presentation != nil } }

  /// The notification that the app was asked about by this event, once.
  mutating func takePresentation(_ sequence: EventSequence) -> UserNotification? {
    guard let notification = unacknowledged[sequence]?.matter.presentation else { return nil }
    unacknowledged[sequence]?.matter = .nothing
    return notification
  }

  /// All that the app was asked about and has not answered, in the order it was asked.
  mutating func takePresentations() -> [UserNotification] {
    let asked = unacknowledged.filter { $0.value.matter.presentation != nil }.keys.sorted()
    return asked.compactMap { takePresentation($0) }
  }

  /// Whether the app has yet to answer an event that it may not take its time for, as it may for a wake.
  var isToBeAnsweredAtOnce: Bool { unacknowledged.values.contains { $0.matter.wake == nil } }

  // MARK: Wakes

  var isAwakeForSomething: Bool { unacknowledged.values.contains { $0.matter.wake != nil } }

  /// The wakes that the app was told of and has not finished.
  var wakes: [EventSequence: RunningWake] { unacknowledged.compactMapValues(\.matter.wake) }

  /// Their times alone: an app may have 64, and these are looked at whenever it says something.
  var wakeCountdowns: [(sequence: EventSequence, countdown: Countdown)] {
    unacknowledged.compactMap { sequence, event in event.matter.countdown.map { (sequence, $0) } }
  }

  mutating func changeWake(_ sequence: EventSequence, _ change: (inout RunningWake) -> Void) {
    guard var wake = unacknowledged[sequence]?.matter.wake else { return }
    change(&wake)
    unacknowledged[sequence]?.matter = .wake(wake)
  }

  // MARK: Pictures

  var owesPicture: Bool { unacknowledged.values.contains { $0.matter.isPicture } }

  // MARK: Transfers

  var isHearingProgress: Bool { unheardProgress > 0 }

  var unheardProgress: Int { unacknowledged.values.count { $0.matter.isProgress } }

  /// The wakes for the ends of transfers (BX10) that the app has not finished.
  var transferWakes: Int { unacknowledged.values.count { $0.matter.wake?.wake.isOfTransfers ?? false } }

  // MARK: Requests

  mutating func ask(_ request: AppRequest, id: UInt64) { asked.append(DeferredRequest(id: id, request: request)) }

  mutating func takeAsked() -> DeferredRequest? { asked.isEmpty ? nil : asked.removeFirst() }

  /// Nothing that the app has asked is answered any more.
  mutating func giveUpAsked() { asked = [] }

  mutating func `defer`(_ request: AppRequest, id: UInt64) {
    deferred.append(DeferredRequest(id: id, request: request))
  }

  mutating func takeDeferred() -> [DeferredRequest] {
    defer { deferred = [] }
    return deferred
  }
}

extension Conversation.Matter {
  var presentation: UserNotification? {
    switch self {
    case .presentation(let notification): notification
    case .nothing, .wake, .progress, .picture: nil
    }
  }

  fileprivate var countdown: Countdown? {
    switch self {
    case .wake(let running): running.countdown
    case .nothing, .presentation, .progress, .picture: nil
    }
  }

  fileprivate var isProgress: Bool {
    switch self {
    case .progress: true
    case .nothing, .presentation, .wake, .picture: false
    }
  }

  fileprivate var isPicture: Bool {
    switch self {
    case .picture: true
    case .nothing, .presentation, .wake, .progress: false
    }
  }

  var wake: RunningWake? {
    switch self {
    case .wake(let wake): wake
    case .nothing, .presentation, .progress, .picture: nil
    }
  }
}
