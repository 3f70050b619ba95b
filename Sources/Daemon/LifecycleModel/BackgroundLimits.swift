// What an app may not hold or use behind the screen (BG5, BG6, BG8).

/// What the kernel says an app holds.
public struct Holdings: Hashable, Codable, Sendable {
  /// A device node that only one can use at a time, or that only those in front should.
  public struct Resource: Hashable, Codable, Sendable {
    /// What the configuration calls its kind, such as `camera`.
    public let kind: String
    public let path: String

    public init(kind: String, path: String) {
      self.kind = kind
      self.path = path
    }
  }

  public var resources: [Resource]
  /// Files outside its container that it has locked.
  public var locks: [String]
  /// Bytes of anonymous, shared and swapped memory; nil when the kernel no longer tells.
  public var footprint: UInt64?

  public init(resources: [Resource] = [], locks: [String] = [], footprint: UInt64? = nil) {
    self.resources = resources
    self.locks = locks
    self.footprint = footprint
  }
}

extension AppProcess {
  /// BG5: what is shared is let go when didEnterBackground returns, unless a background mode is what it is for.
  mutating func inspected(_ holdings: Holdings, _ turn: inout Turn) {
    guard isBehind, !isEnding else { return }
    let kept = holdings.resources.first { resource in
      turn.policy.sharedResources[resource.kind].map { mode in !backgroundModes.contains(mode) } ?? true
    }
    if let kept { kill(.heldResource(kept.path), &turn) }
  }

  /// BG6: whoever sleeps with a lock keeps everyone else waiting. One that the user has opened meanwhile, or that is to
  /// end, does not go on sleeping.
  mutating func froze(holding holdings: Holdings, on device: Device, _ turn: inout Turn) {
    guard phase == .freezing else { return }
    if order == nil, device.goal(of: app) == .background {
      inspected(holdings, &turn)
      if phase == .freezing, !holdings.locks.isEmpty { kill(.lockHeld(holdings.locks), &turn) }
    }
    if phase == .freezing { move(to: .resting(.suspended), &turn) }
  }

  /// BG8: how much of a processor it has used since the window began, as long as it has not been in front meanwhile.
  mutating func sampledCPU(_ used: Duration, _ turn: inout Turn) {
    guard isInBackground, !isEnding, let began = wakefulness.cpuWindow, !deadlines.has(.cpuWindow) else { return }
    guard let before = began.used else {
      wakefulness.cpuWindow = Wakefulness.CPUWindow(began: turn.now, used: used)
      deadlines.start(.cpuWindow, &turn)
      return
    }
    let wall = turn.now.since(began.began)
    if wall > .zero, (used - before) / wall > turn.policy.backgroundCPU {
      turn.report(.deadline(app, .cpuWindow, limit: turn.policy.limit(for: .cpuWindow), elapsed: wall))
      kill(.cpuLimit(percent: Int(((used - before) / wall) * 100), window: wall), &turn)
    } else {
      wakefulness.cpuWindow = Wakefulness.CPUWindow(began: turn.now, used: used)
      deadlines.start(.cpuWindow, &turn)
    }
  }

  /// What runs on behind the screen is measured from now on; what is suspended cannot use any (BG4).
  mutating func watchCPU(_ turn: inout Turn) {
    guard wakefulness.cpuWindow == nil else { return }
    wakefulness.cpuWindow = Wakefulness.CPUWindow(began: turn.now, used: nil)
    turn.emit(.sampleCPU(serial))
  }

  mutating func stopWatchingCPU(_ turn: inout Turn) {
    wakefulness.cpuWindow = nil
    deadlines.stop(.cpuWindow, &turn)
  }
}
