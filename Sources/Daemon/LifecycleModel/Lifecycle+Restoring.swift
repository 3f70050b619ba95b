// After a restore: what the model asks of a daemon that did not carry out its earlier effects.

extension Lifecycle {
  /// A daemon that goes down may be killed, or replaced, before the last of its apps has ended, and the next would launch
  /// nothing any more. The apps that have been told to end do.
  mutating func goOn(_ turn: inout Turn) {
    guard isShuttingDown else { return }
    isShuttingDown = false
    turn.reviewsTasks = true
  }

  /// Everything that only a supervisor in the middle of things knows: timers that run, and what was begun and has not
  /// been answered. To be carried out once, when ``apps`` are adopted; all of it may be done twice.
  ///
  /// Deadlines are points in time, so they are still right.
  public func effectsOfRestoring() -> [Effect] {
    var effects: [Effect] = []
    // In an order of its own, so that two restores of one state do the same.
    for app in apps.keys.sorted() {
      if let process = apps[app]?.process { effects += process.effectsOfRestoring() }
      effects += effectsOfRestoringTransfers(of: app)
    }
    effects.append(.arm(.tasks, at: nextTaskDue))
    effects.append(.arm(.transfers, at: nextTransferDue))
    effects.append(.arm(.notifications, at: nextNotificationDue))
    effects.append(.arm(.keys, at: device.keys.closes))
    effects += memory.effectsOfRestoring()
    return effects
  }

  /// A helper ends with its daemon: this one carries on from the part that is there (BX11).
  private func effectsOfRestoringTransfers(of app: AppID) -> [Effect] {
    guard let transfers = apps[app]?.estate.transfers, !isShuttingDown else { return [] }
    return transfers.all.filter { $0.stage == .running }.map { start($0, of: app, among: transfers) }
  }
}

extension AppProcess {
  fileprivate func effectsOfRestoring() -> [Effect] {
    var effects: [Effect] = []
    switch phase {
    // It waited for something that the supervisor had to find out first.
    case .greeting where pid == nil: effects.append(.spawn(serial, app, launch))
    case .freezing: effects.append(.freeze(serial))
    case .killed: effects.append(.kill(serial))
    case .greeting, .launching, .resting, .calling, .leaving: break
    }
    return effects + looks + deadlines.clocks
  }

  /// BG5, BG8: the looks at one that runs on behind the screen, of which the daemon before may have owed the answer.
  private var looks: [Effect] {
    var looks: [Effect] = []
    switch phase {
    case .resting(.background), .calling:
      if isBehind, wakefulness.wasInspected || wakefulness.wasToldToClose { looks.append(.inspect(serial)) }
    case .greeting, .launching, .resting, .freezing, .leaving, .killed: break
    }
    if wakefulness.cpuWindow != nil, !deadlines.has(.cpuWindow) { looks.append(.sampleCPU(serial)) }
    return looks
  }
}

extension MemoryPressure {
  fileprivate func effectsOfRestoring() -> [Effect] {
    let timer = Effect.arm(.memory, at: armed)
    return switch look {
    case .none: [timer]
    case .measuring: [timer, .memory(.measure(books.changing))]
    case .pushingOut(let serial): [timer, .memory(.pushOut(serial))]
    }
  }
}

extension KeyState {
  /// When the keys are to be discarded; nil when that is not to come.
  fileprivate var closes: Instant? {
    switch self {
    case .closing(let end): end
    case .beforeFirstUnlock, .unlocked, .locked: nil
    }
  }
}
