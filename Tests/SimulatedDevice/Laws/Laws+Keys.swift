// The laws of the keys of protected files: given while they may be, gone when their time is up (DP2).

import LifecycleModel

/// The fate of the keys of `complete` and `completeUnlessOpen`.
enum KeyBook: Equatable {
  case open
  case closing(since: Instant)
  case gone
  /// The passcode was not entered since the daemon began.
  case notHad
}

extension Laws {
  mutating func hearOfKeys(_ input: Input) {
    switch input {
    case .wish(.lock, _) where hasPasscode && keys == .open:
      close()
    case .wish(.unlock, _): open()
    case .recalled(.passcode):
      (hasPasscode, isLocked, keys) = (true, true, .notHad)
      facts.isProtectedDataAvailable = false
    case .passcodeChanged(let isSet):
      hasPasscode = isSet
      if !isSet {
        open()
      } else if isLocked, keys == .open {
        close()
      }
    default: break
    }
  }

  private mutating func close() {
    keys = .closing(since: now)
    facts.isProtectedDataAvailable = false
  }

  private mutating func open() {
    keys = .open
    facts.isProtectedDataAvailable = true
  }

  /// Checks their fate when the effects of an input are carried out.
  mutating func checkKeys(_ input: Input, _ effects: [Effect], before: KeyBook) {
    let opens = effects.contains(.keys(.open))
    require(opens == (before != .open && keys == .open), "DP2 the keys are opened when they were closed: \(input)")
    if case .due(.keys) = input, case .closing = before {
      require(effects.contains(.keys(.discard)), "DP2 the keys are gone when their time is up")
    }
  }

  mutating func discardedKeys(because input: Input) {
    guard case .closing = keys else { return self.break("DP2 the keys are discarded once") }
    switch input {
    case .due(.keys): break
    default: require(!mayGive(.complete), "DP2 the keys are discarded when their time is up")
    }
    keys = .gone
  }

  mutating func armedKeys(_ due: Instant?) {
    switch (keys, due) {
    case (.closing(let since), let due?): require(due == since + policy.keyDiscard, "DP2 the keys have their time")
    case (.open, nil): break
    case (.open, _), (.closing, nil), (.gone, _), (.notHad, _):
      self.break("DP2 the clock of the keys rings while they close")
    }
  }

  mutating func gaveKey(_ kind: ProtectionClass) {
    require(mayGive(kind), "DP2 the key of \(kind) is not given while the device is locked")
  }

  mutating func answeredKey(_ answer: AppAnswer?) {
    if case .protectedDataUnavailable(let kind) = answer {
      require(!mayGive(kind), "DP2 the key of \(kind) is given while the device allows it")
    }
  }

  private func mayGive(_ kind: ProtectionClass) -> Bool {
    switch (kind, keys) {
    case (.none, _), (_, .open): true
    case (_, .notHad): false
    case (.completeUntilFirstUserAuthentication, _): true
    case (_, .closing(let since)): now.since(since) < policy.keyDiscard
    case (_, .gone): false
    }
  }
}
