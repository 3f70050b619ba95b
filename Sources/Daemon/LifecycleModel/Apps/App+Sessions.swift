// Changes an app's sessions: by its acknowledgements, and when they are discarded (SC).

extension App {
  /// Keeps what `answer` to the event `sequence` says of its sessions, and of what it was launched to open.
  mutating func note(_ answer: Acknowledgement, to sequence: EventSequence, _ turn: inout Turn) {
    presented(sequence, answer, &turn)
    guard let process else { return }
    switch process.phase {
    case .launching(_, sequence):
      // LA6: open url is skipped when one of WF and DF returned false. A process that is to end opens nothing any more.
      if process.style == .app, process.order == nil, answer != .answered(handled: false) {
        openings.insert(contentsOf: process.options.openings, at: 0)
      }
    case .calling(.scene(let session, let event, _, _), sequence, _):
      note(event, of: session, answer, &turn)
    case .calling(.aside(.discardSessions(let reported), _), sequence, _):
      let reported = Set(reported)
      estate.sessions.discarded.removeAll { reported.contains($0) }
      if estate.sessions.discarded.isEmpty { turn.emit(.store(.discardsReported(description.id))) }
    case .greeting, .launching, .resting, .calling, .freezing, .leaving, .killed:
      break
    }
  }

  private mutating func note(
    _ event: SceneEvent, of id: SessionID, _ answer: Acknowledgement, _ turn: inout Turn
  ) {
    switch event {
    case .connect:
      guard var session = estate.sessions[id] else { return }
      session.isNew = false
      if case .connected(let configuration) = answer { session.configuration = configuration?.cut(to: .configuration) }
      keep(session, &turn)
    case .didEnterBackground:
      guard var session = estate.sessions[id] else { return }
      if case .restorable(let activity) = answer { session.activity = restorable(activity, &turn) }
      keep(session, &turn)
    case .disconnect:
      if closing.removeValue(forKey: id)?.isForGood == true { discard(id, &turn) }
    case .willResignActive, .willEnterForeground, .didBecomeActive, .open, .snapshot:
      break
    }
  }

  /// Nil where it is larger than what is kept: the scene comes back without it, as if it had given none (SC5).
  private func restorable(_ activity: String?, _ turn: inout Turn) -> String? {
    guard Limit.payload.isPassed(by: activity) else { return activity }
    let app = description.id
    turn.report(.notice(app, "\(app): the restoration activity of a scene is dropped: \(Limit.payload.sentence)"))
    return nil
  }

  private mutating func keep(_ session: Session, _ turn: inout Turn) {
    estate.sessions[session.id] = session
    turn.emit(.store(.keepSession(description.id, session)))
  }

  /// Loses a session for ever; its app is told as soon as it can be.
  mutating func discard(_ id: SessionID, _ turn: inout Turn) {
    closing[id] = nil
    guard let session = estate.sessions[id] else { return }
    estate.sessions[id] = nil
    turn.emit(.forgetPicture(description.id, id))
    // One that never was connected means nothing to its app.
    if session.isNew { return }
    estate.sessions.discarded.append(id)
    turn.emit(.store(.discardSession(description.id, id)))
  }

  /// The user swipes it away, and with it the scenes that are seen in the switcher, connected or not (SC5): a person
  /// who launches it again while it is torn down gets a new one.
  mutating func giveUpScenes(_ turn: inout Turn) {
    let connected = process?.scenes.map(\.session) ?? []
    for session in estate.sessions.all.map(\.id) {
      if connected.contains(session) { closing[session] = .discard } else { discard(session, &turn) }
    }
  }

  /// Somebody ends it: the launch that waits for an end before is taken back, and with it all that the app was to open.
  mutating func giveUpLaunch() {
    relaunch = nil
    openings = []
  }

  /// Its process is gone, and with it what was under way.
  mutating func processEnded(_ turn: inout Turn) {
    for (id, closing) in closing.sorted(by: { $0.key < $1.key }) where closing.isForGood { discard(id, &turn) }
    closing = [:]
    if relaunch == nil { openings = [] }
  }
}
