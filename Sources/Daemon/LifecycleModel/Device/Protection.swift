// Protected files: which class can be read when, and what apps are told of it (DP2, IN7).

/// `FileProtectionType`.
public enum ProtectionClass: String, Hashable, Codable, Sendable, CaseIterable {
  case none, completeUntilFirstUserAuthentication, completeUnlessOpen, complete
}

/// The state of the keys since the machine started.
public enum KeyState: Hashable, Codable, Sendable {
  /// The passcode has not been entered yet.
  case beforeFirstUnlock
  case unlocked
  /// Locked a moment ago: an app can finish the file that it is writing.
  case closing(until: Instant)
  /// The keys of `complete` and `completeUnlessOpen` are gone.
  case locked

  /// DP2.
  public func allows(_ kind: ProtectionClass) -> Bool {
    switch (self, kind) {
    case (_, .none), (.unlocked, _), (.closing, _), (.locked, .completeUntilFirstUserAuthentication): true
    case (.beforeFirstUnlock, _), (.locked, .complete), (.locked, .completeUnlessOpen): false
    }
  }
}

extension KeyState {
  /// Whether the time to finish what is being written is up.
  func isClosed(at now: Instant) -> Bool {
    switch self {
    case .closing(let end): end <= now
    case .beforeFirstUnlock, .unlocked, .locked: false
    }
  }
}

extension Lifecycle {
  mutating func lockUntilFirstUnlock() {
    policy.hasPasscode = true
    device.isLocked = true
    device.keys = .beforeFirstUnlock
    device.facts.isProtectedDataAvailable = false
  }

  /// Without a passcode no file is out of reach; with a new one, a lock takes the keys, also one that came while it was being set.
  mutating func passcodeChanged(isSet: Bool, _ turn: inout Turn) {
    policy.hasPasscode = isSet
    switch (isSet, device.isLocked) {
    case (true, true): closeKeys(&turn)
    case (true, false): return
    case (false, _): openKeys(&turn)
    }
    tellRunning(&turn)
  }

  /// DP2: apps are told at once, and have a little time before the key is gone.
  mutating func closeKeys(_ turn: inout Turn) {
    guard policy.hasPasscode, device.keys == .unlocked else { return }
    let end = turn.now + policy.keyDiscard
    device.keys = .closing(until: end)
    device.facts.isProtectedDataAvailable = false
    turn.emit(.arm(.keys, at: end))
  }

  /// Time is up, or nobody would say when it is: files of the class `complete` cannot be opened until the next unlock.
  mutating func discardKeys(_ turn: inout Turn) {
    switch device.keys {
    case .closing:
      device.keys = .locked
      turn.emit(.keys(.discard))
    case .beforeFirstUnlock, .unlocked, .locked:
      break
    }
  }

  mutating func openKeys(_ turn: inout Turn) {
    guard device.keys != .unlocked else { return }
    device.keys = .unlocked
    device.facts.isProtectedDataAvailable = true
    turn.emit(.arm(.keys, at: nil))
    turn.emit(.keys(.open))
  }
}
