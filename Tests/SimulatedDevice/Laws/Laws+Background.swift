// The laws of what runs behind the screen: wakes, activities, and what an app may not hold or use there (BX3, BX5, BG5,
// BG6, BG8).

import LifecycleModel

/// A wake that was taken and has not been told.
struct OwedWake {
  let wake: Wake
  /// The process that it has to reach, or be lost with; nil: the next.
  var place: Int?
  /// BX4: it is processing, and the user is back.
  var isLate = false
}

/// A wake that was told and is not finished.
struct WakeTrack {
  let wake: Wake
  var isLate: Bool
  var isExpired = false
  /// Nanoseconds its app was able to run behind the screen with it; once it has expired, since then.
  var used: UInt64 = 0
}

/// The thing for which a process has to be ended (BG5, BG6).
enum Offence {
  case device(String)
  case lock(String)
}

/// The processor time that a process had used.
struct Sample {
  let at: Instant
  let used: Duration
}

extension Laws {
  // MARK: Wakes

  /// Somebody, or a request for background work, wakes an app.
  mutating func owes(_ wake: Wake, _ app: AppID) {
    let place = living(app).flatMap { tracks[$0].isEnding ? nil : $0 }
    let description = descriptions[app]
    let isAsked = wake.isPermitted(by: description?.backgroundModes ?? [])
    let isHeard = wake.isPush && place != nil && states[app] != .suspended
    require(isAsked || isHeard, "BX3 \(app) does not ask for what wakes it: \(wake)")
    require(place != nil || !forceQuit.contains(app), "BX5 what the user force-quit is not woken: \(app)")
    owed[app, default: []].append(OwedWake(wake: wake, place: place))
  }

  /// Wakes that wait for a process are told to this one.
  mutating func bindWakes(of app: AppID, to place: Int, _ launch: Launch) {
    if let wake = launch.options.wake {
      require(!forceQuit.contains(app), "BX5 what the user force-quit is not launched behind the screen: \(app)")
      require(owed[app]?.first?.wake == wake, "LA4 an app is launched for what it was woken for: \(wake)")
    }
    for index in owed[app, default: []].indices where owed[app]?[index].place == nil { owed[app]?[index].place = place }
  }

  mutating func told(_ wake: Wake, _ sequence: EventSequence, _ place: Int) {
    let app = tracks[place].app
    settleDrops()
    guard let index = owed[app, default: []].firstIndex(where: { $0.wake == wake && $0.place == place }) else {
      return self.break("BX5 a wake that was taken is told once: \(wake) to \(app)")
    }
    let isFresh = tracks[place].known.agrees(with: facts, for: app)
    require(isFresh, "NQ3 what an app missed comes before what wakes it: \(app)")
    let owed = owed[app]?.remove(at: index)
    tracks[place].renewErrands()
    tracks[place].wakes[sequence] = WakeTrack(wake: wake, isLate: owed?.isLate ?? false)
    if owed?.isLate == true { mayBeLate = true }
  }

  mutating func expired(_ sequence: EventSequence, _ place: Int) {
    guard let wake = tracks[place].wakes[sequence], !wake.isExpired else {
      return self.break("BX3 a wake that is not finished expires once: \(sequence.number) of \(tracks[place].app)")
    }
    let isSpent = wake.used >= policy.limit(for: .wake).wholeNanoseconds
    require(isSpent || wake.isLate, "BX3 a wake has its time behind the screen: \(wake)")
    tracks[place].wakes[sequence]?.isExpired = true
    tracks[place].wakes[sequence]?.used = 0
  }

  /// BX4: the user is back.
  mutating func userReturned() {
    mayBeLate = true
    for place in tracks.indices where !tracks[place].wakes.isEmpty {
      for (sequence, wake) in tracks[place].wakes where wake.wake.isProcessing {
        tracks[place].wakes[sequence]?.isLate = true
      }
    }
    for (app, wakes) in owed {
      for index in wakes.indices where wakes[index].wake.isProcessing { owed[app]?[index].isLate = true }
    }
  }

  mutating func checkWakes() {
    guard mayBeLate else { return }
    mayBeLate = false
    for place in tracks.indices where !tracks[place].isDead && !tracks[place].isEnding {
      let (app, wakes) = (tracks[place].app, tracks[place].wakes.values)
      require(!wakes.contains { $0.isLate && !$0.isExpired }, "BX4 processing stops when the user returns: \(app)")
    }
  }

  /// An app in front need not hurry with what it was woken for.
  func isTakingItsTime(_ input: Input) -> Bool {
    switch input {
    case .wish(.wake(let app, let wake), _): return isInFront(app, with: { $0 == wake })
    case .wish(.runTask(let app, let identifier), _):
      return isInFront(app) { wake in
        guard case .task(let task, _) = wake else { return false }
        return identifier == nil || task == identifier
      }
    default: return false
    }
  }

  private func isInFront(_ app: AppID, with isIt: (Wake) -> Bool) -> Bool {
    guard let place = living(app), states[app] != .background else { return false }
    return tracks[place].wakes.values.contains { isIt($0.wake) }
  }

  // MARK: Activities

  mutating func answeredActivity(_ request: AppRequest, _ answer: AppAnswer?, _ place: Int) {
    let modes = descriptions[tracks[place].app]?.backgroundModes ?? []
    switch (request, answer) {
    case (.beginActivity(let name), .activity(let activity)):
      let mode = BackgroundMode(rawValue: name)
      let isKept = mode.map { $0.isContinuous && modes.contains($0) } ?? false
      require(isKept, "BX3 without the mode it is refused: \(name)")
      require(tracks[place].activities.insert(activity).inserted, "an activity has a number of its own")
    case (.beginActivity(let name), .lacksMode):
      let mode = BackgroundMode(rawValue: name)
      require(mode.map { !$0.isContinuous || !modes.contains($0) } ?? true, "BX3 with the mode it is kept: \(name)")
    case (.endActivity(let activity), .done):
      require(tracks[place].activities.remove(activity) != nil, "only an activity that runs is ended")
    default: break
    }
  }

  // MARK: Limits

  /// The fact in `input` that has to be the end of a process, in words; nil when there is none.
  func offence(_ input: Input, _ device: Device) -> Offence? {
    switch input {
    case .kernel(_, .inspected), .kernel(_, .froze): break
    default: return nil
    }
    guard let serial = input.process, let place = place(of: serial) else { return nil }
    let track = tracks[place]
    guard !track.isEnding, !track.isKilled, states[track.app] == .background else { return nil }
    if let event = track.inFlight?.event, event.comesForward || event.letter == "B" { return nil }
    switch input {
    case .kernel(_, .inspected(let holdings)): return keeps(holdings, track).map(Offence.device)
    case .kernel(_, .froze(let holdings)):
      if device.front.contains(track.app), !device.isLocked { return nil }
      return keeps(holdings, track).map(Offence.device) ?? holdings.locks.first.map(Offence.lock)
    default: return nil
    }
  }

  private func keeps(_ holdings: Holdings, _ track: Track) -> String? {
    let modes = descriptions[track.app]?.backgroundModes ?? []
    let isForeign = descriptions[track.app]?.isForeign == true
    return holdings.resources.filter { !isForeign || !$0.isRenderNode }
      .first { policy.sharedResources[$0.kind].map { !modes.contains($0) } ?? true }?.path
  }

  /// BG8: whether it has used too much for as long as it takes to say so.
  private func overworks(_ track: Track, _ used: Duration) -> Bool {
    track.samples.contains { sample in
      let wall = track.seen.since(sample.at)
      return wall >= policy.cpuWindow && used - sample.used > wall * policy.backgroundCPU
    }
  }

  mutating func checkLimits(_ input: Input, _ place: Int, offence: Offence?, wasEnding: Bool) {
    switch input {
    case .kernel(_, .inspected), .kernel(_, .froze), .kernel(_, .sampledCPU): break
    default: return
    }
    let track = tracks[place]
    let isWarned = track.isToldToClose && track.inFlight?.event.isOfDevices != true
    let isOver: Bool
    switch offence {
    case nil: isOver = false
    case .lock: isOver = true
    case .device: isOver = isWarned
    }
    require(!isOver || track.isKilled, "BG5 BG6 what keeps \(offence.debugDescription) is ended: \(track.app)")
    switch input {
    case .kernel(_, .inspected(let holdings)), .kernel(_, .froze(let holdings)):
      // ME5: its memory may be its end as well; the laws of memory see to that.
      let limit = descriptions[track.app]?.memory.hardLimit ?? .max
      require(
        isOver || wasEnding || !track.isKilled || (holdings.footprint ?? 0) > limit,
        "BG5 BG6 who keeps nothing that it may not, or has not been told to close it, is let be: \(track.app)")
      if case .device = offence, !track.isKilled {
        require(states[track.app] != .suspended, "BG5 nobody sleeps with a device that it may not have: \(track.app)")
      }
    case .kernel(_, .sampledCPU(let used)):
      require(!track.isKilled || wasEnding || overworks(track, used), "BG8 what works no more than it may is let be")
      if states[track.app] == .background { tracks[place].samples.append(Sample(at: track.seen, used: used)) }
    default: break
    }
  }
}

extension Event {
  fileprivate var isOfDevices: Bool { if case .aside(.closeDevices) = self { true } else { false } }
}

extension Wake {
  fileprivate func isPermitted(by modes: Set<BackgroundMode>) -> Bool {
    switch self {
    case .push: modes.contains(.remoteNotification)
    case .fetch, .task(_, .refresh): modes.contains(.fetch)
    case .location: modes.contains(.location)
    case .accessory: modes.contains(.externalAccessory)
    case .bluetooth: modes.contains(.bluetoothCentral) || modes.contains(.bluetoothPeripheral)
    case .task(_, .processing): modes.contains(.processing)
    case .transfers: true
    }
  }

  fileprivate var isPush: Bool { if case .push = self { true } else { false } }

  var isProcessing: Bool { if case .task(_, .processing) = self { true } else { false } }

  /// PR4.
  func takes(_ service: PrivacyService) -> Bool {
    switch self {
    case .location: service == .location
    case .bluetooth: service == .bluetooth
    case .push, .fetch, .accessory, .task, .transfers: false
    }
  }
}
