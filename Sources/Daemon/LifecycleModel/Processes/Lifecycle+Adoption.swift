// Adopts a process of an earlier daemon that left nothing this one can read of it, without the detail.

/// A process as it can be seen from outside.
public struct Adoption: Hashable, Codable, Sendable {
  public let pid: Int32
  /// As far as the app knows; `notRunning`: it has not said hello.
  public let state: AppState
  public let scenes: [Scene]

  public init(pid: Int32, state: AppState, scenes: [Scene] = []) {
    self.pid = pid
    self.state = state
    self.scenes = scenes
  }
}

extension Lifecycle {
  /// Adopts a process that runs already. The requests of its app, and those to it, are not known: it is owed nothing,
  /// and owes nothing.
  mutating func adopt(_ serial: ProcessSerial, of app: AppID, _ adoption: Adoption, _ turn: inout Turn) {
    // Processes that have ended are not heard of, and each has its record by its serial. So many have not been started
    // in as many milliseconds since the machine was.
    lastSerial = ProcessSerial(number: max(lastSerial.number, serial.number, turn.now.nanoseconds / 1_000_000))
    guard let entry = apps[app], entry.process == nil, owners[serial] == nil else {
      // Nobody would ever stop it, or end it.
      return turn.emit(.kill(serial))
    }
    owners[serial] = app
    var process = AppProcess(entry.description, adopting: adoption, as: serial, device: device, turn: turn)
    process.continueFromBefore(&turn)
    for session in process.scenes.map(\.session) where apps[app]?.estate.sessions[session] == nil {
      apps[app]?.estate.sessions[session] = Session(id: session)
    }
    apps[app]?.process = process
    turn.report(.state(app, from: .notRunning, to: process.state))
    let front = process.placesSeen.filter { !device.places.contains($0) }
    device.places += front.prefix(max(0, policy.foregroundSlots - device.places.count))
    advance(app, &turn)
  }
}

extension AppProcess {
  /// Nothing has been counted this far in so many microseconds since the machine started: the app has seen no event,
  /// task or activity of a higher number.
  fileprivate mutating func continueFromBefore(_ turn: inout Turn) {
    let beyond = turn.now.nanoseconds / 1000
    conversation.continueNumbers(after: beyond)
    wakefulness.continueNumbers(after: Int(beyond))
    // DP2: it may think that it can still open what the daemon before has opened.
    told.believeProtectedDataAvailable()
    if phase == .greeting(.background) { deadlines.start(.launch, &turn) }
    guard phase == .resting(.background) else { return }
    wakefulness.mayHaveTask = true
    deadlines.start(.freezeRetry, limit: turn.policy.backgroundTasks, &turn)
  }

  fileprivate var placesSeen: [Place] {
    guard phase == .resting(.active) || phase == .resting(.inactive) else { return [] }
    switch style {
    case .app: return [Place(app: app)]
    case .scene:
      return scenes.filter { $0.state == .foregroundActive || $0.state == .foregroundInactive }
        .map { Place(app: app, session: $0.session) }
    }
  }
}
