// Apps that are found, change, or go; and a policy that changes.

extension Lifecycle {
  mutating func install(_ description: AppDescription, _ turn: inout Turn) {
    turn.reviewsTasks = true
    if apps[description.id] == nil {
      apps[description.id] = App(description)
      takeEstate(of: description.id, &turn)
    } else {
      apps[description.id]?.description = description
      // It may be another program now.
      apps[description.id]?.estate.deaths = EarlyDeaths()
      apps[description.id]?.isRemoved = false
      endOfAnotherStyle(description, &turn)
    }
  }

  /// LS1, LS2: a process keeps the style that it was started with, and a place on the screen of the other is none for it.
  private mutating func endOfAnotherStyle(_ description: AppDescription, _ turn: inout Turn) {
    guard let process = apps[description.id]?.process, process.style != description.style else { return }
    // One that ends already is followed by one of the new style.
    guard !process.isEnding else { return }
    let app = description.id
    turn.report(.notice(app, "\(app) is installed anew, and its scenes or its lack of them are others; roostd ends it"))
    give(.system, to: app, &turn)
  }

  mutating func remove(_ app: AppID, _ turn: inout Turn) {
    guard let entry = apps[app] else { return }
    if entry.process == nil { forget(app, &turn) } else { apps[app]?.isRemoved = true }
  }

  mutating func forget(_ app: AppID, _ turn: inout Turn) {
    if let entry = apps.removeValue(forKey: app) { leaveEstate(of: entry, &turn) }
  }

  /// ST5: of apps in front that have lost their slot, those used longest ago go behind the screen.
  mutating func apply(_ new: Policy, _ turn: inout Turn) {
    let hasPasscode = policy.hasPasscode
    policy = new
    // Somebody has set it; no configuration says so.
    policy.hasPasscode = hasPasscode
    turn = Turn(now: turn.now, policy: policy)
    // The floors may be others, and the apps that may be launched behind the screen.
    (taskTimes, transferTimes) = (DueTimes(), DueTimes())
    turn.reviewsTasks = true
    let before = device.front
    device.places = Array(device.places.prefix(policy.foregroundSlots))
    advance(before, &turn)
  }
}
