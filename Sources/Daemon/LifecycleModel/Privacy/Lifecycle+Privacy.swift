// Apps ask for permissions, and the user answers, changes and resets them (PR).

extension Lifecycle {
  /// A permission as `app` sees it now.
  public func status(of service: PrivacyService, for app: AppID) -> PermissionStatus {
    if apps[app]?.process?.allowedOnce.contains(service) == true { return .granted }
    return switch device.facts.permissions[app]?[service] {
    case .granted: .granted
    case .denied: .denied
    case .ask, nil: .undetermined
    }
  }

  /// PR2: whether an alert asks the user for it, or waits to.
  public func isAsked(for service: PrivacyService, by app: AppID) -> Bool {
    status(of: service, for: app) == .undetermined
      && device.prompts.contains { $0.app == app && $0.service == service }
  }

  /// PR4: whether a service may reach `app`. The device decides in the place of a user who has not (PR1), also of an app
  /// that does not ask.
  func reaches(_ service: PrivacyService, _ app: AppID) -> Bool {
    switch status(of: service, for: app) {
    case .granted: true
    case .denied: false
    case .undetermined: policy.privacy == .grant && device.facts.permissions[app]?[service] != .ask
    }
  }

  /// PR4: whether the user denies `app` a service, or the device in the place of a user who has not decided (PR1).
  public func isDenied(_ service: PrivacyService, to app: AppID) -> Bool {
    switch status(of: service, for: app) {
    case .granted: false
    case .denied: true
    case .undetermined: policy.privacy == .deny && device.facts.permissions[app]?[service] != .ask
    }
  }

  /// Answers an app that asks, at once or when the user has.
  mutating func ask(for service: PrivacyService, id: UInt64, by process: AppProcess, _ turn: inout Turn) {
    let app = process.app
    func reply(_ status: PermissionStatus) { turn.emit(.reply(process.serial, id: id, .permission(status))) }
    guard apps[app]?.description.explains(service) == true else {
      // PR5: iOS does not end an app for location, it takes no notice of the request.
      guard service == .location else {
        apps[app]?.process?.kill(.missingPurpose(service), &turn)
        return
      }
      if apps[app]?.process?.isKnownNotToExplain == false {
        apps[app]?.process?.isKnownNotToExplain = true
        let keys = service.purposeKeys.joined(separator: " or ")
        turn.report(.notice(app, "it asked for location and was not heard: add \(keys) to its Info.plist"))
      }
      return reply(.undetermined)
    }
    let status = status(of: service, for: app)
    guard status == .undetermined else { return reply(status) }
    let isToBeAsked = device.facts.permissions[app]?[service] == .ask
    switch isToBeAsked ? .ask : policy.privacy {
    case .grant: decide(.granted, service, id, process, &turn)
    case .deny: decide(.denied, service, id, process, &turn)
    case .ask where service.asksInFrontOnly && device.goal(of: app) == .background: reply(.undetermined)
    case .ask:
      let known = device.prompts.firstIndex { $0.process == process.serial && $0.service == service }
      guard let known else {
        return device.prompts.append(Prompt(app: app, process: process.serial, service: service, requests: [id]))
      }
      guard device.prompts[known].requests.count < Limit.permissionRequests.number else {
        return turn.emit(.reply(process.serial, id: id, .overLimit(.permissionRequests)))
      }
      device.prompts[known].requests.append(id)
    }
  }

  /// PR1: the device decides in the user's place.
  private mutating func decide(
    _ permission: Permission, _ service: PrivacyService, _ id: UInt64, _ process: AppProcess, _ turn: inout Turn
  ) {
    keep(permission, of: service, for: process.app, &turn)
    apps[process.app]?.process?.told.learn(service, of: device, for: process.app)
    turn.emit(.reply(process.serial, id: id, .permission(status(of: service, for: process.app))))
  }

  mutating func keep(
    _ permission: Permission?, of service: PrivacyService, for app: AppID, _ turn: inout Turn
  ) {
    let change = FactChange.permission(app: app, service, permission)
    turn.report(.device(.fact(change)))
    set(change)
    turn.emit(.store(.keepFact(change)))
    // PR1: one that asked learns of it by the answer alone, also where it can hear that only when it runs again.
    if device.prompts.contains(where: { $0.app == app && $0.service == service }) {
      apps[app]?.process?.told.learn(service, of: device, for: app)
    }
    forgetWhatIsDenied(service, of: app, &turn)
  }

  /// PR4: what is on its way to the app, or to the user, gets there no more.
  private mutating func forgetWhatIsDenied(_ service: PrivacyService, of app: AppID, _ turn: inout Turn) {
    if !reaches(service, app) { giveUpWakes(of: service, for: app, &turn) }
    if service == .notifications, status(of: service, for: app) == .denied {
      // The app in front was asked about these, and may take its time to answer.
      _ = apps[app]?.process?.conversation.takePresentations()
      if apps[app]?.estate.notifications.remove(nil) == true { apps[app]?.keepNotifications(&turn) }
    }
  }

  // MARK: The alert

  /// PR2: answers what is decided by now, before any notice of it. Whether an alert has gone from the screen.
  mutating func answerPrompts(of app: AppID, _ turn: inout Turn) -> Bool {
    if device.prompts.isEmpty { return false }
    guard let process = apps[app]?.process, process.hearsReplies else { return false }
    let decided = device.prompts.filter {
      $0.process == process.serial && status(of: $0.service, for: app) != .undetermined
    }
    if decided.isEmpty { return false }
    device.prompts.removeAll(where: decided.contains)
    for prompt in decided {
      apps[app]?.process?.told.learn(prompt.service, of: device, for: app)
      let answer = AppAnswer.permission(status(of: prompt.service, for: app))
      for id in prompt.requests { turn.emit(.reply(process.serial, id: id, answer)) }
    }
    return decided.contains(where: \.isShown)
  }

  /// PR2: shows the next alert of an app that is active.
  mutating func showPrompt(of app: AppID, _ turn: inout Turn) {
    guard !device.prompts.isEmpty, device.prompt == nil, let process = apps[app]?.process, process.isActiveAndIdle,
      let next = device.prompts.firstIndex(where: { $0.process == process.serial })
    else { return }
    device.prompts[next].isShown = true
    turn.report(.device(.prompt(app, device.prompts[next].service)))
    advance(device.front, &turn)
  }

  /// PR2: the user answers the alert on the screen. Another may have come in the place of the one that the user saw, which is of `app`
  /// and for `service`.
  mutating func answerPrompt(
    _ answer: PromptAnswer, of app: AppID?, for service: PrivacyService?, _ request: Request, _ turn: inout Turn
  ) {
    guard let prompt = device.prompt else { return refuse(request, .noPrompt, &turn) }
    guard app ?? prompt.app == prompt.app, service ?? prompt.service == prompt.service else {
      return refuse(request, .otherPrompt(prompt.app, prompt.service), &turn)
    }
    switch answer {
    case .allow: keep(.granted, of: prompt.service, for: prompt.app, &turn)
    case .deny: keep(.denied, of: prompt.service, for: prompt.app, &turn)
    case .allowOnce:
      guard prompt.service == .location else { return refuse(request, .notOnce(prompt.service), &turn) }
      apps[prompt.app]?.process?.allowedOnce.insert(prompt.service)
    }
    let front = device.front
    accept(request, waitFor: front, until: .settledOrEnded, &turn)
    advance(front, &turn)
  }

  /// The alerts of a process that has ended go with it. Whether one of them has gone from the screen.
  mutating func dropPrompts(of serial: ProcessSerial) -> Bool {
    if device.prompts.isEmpty { return false }
    let wasCovered = device.prompt?.process == serial
    device.prompts.removeAll { $0.process == serial }
    return wasCovered
  }

  // MARK: The user's settings

  /// PR4: the user decides in the settings. Nil: nothing is decided, as on a new device.
  mutating func setPermission(
    _ permission: Permission?, of service: PrivacyService, for app: AppID, _ request: Request, _ turn: inout Turn
  ) {
    guard let entry = apps[app], !entry.isRemoved else { return refuse(request, .unknownApp(app), &turn) }
    let before = status(of: service, for: app)
    if apps[app]?.process?.allowedOnce.remove(service) != nil {
      apps[app]?.process?.told.believeGranted(service, for: app)
    }
    keep(permission, of: service, for: app, &turn)
    let isAwake = entry.process.map { $0.phase != .resting(.suspended) } ?? false
    let isChanged = before != .undetermined && status(of: service, for: app) != before
    let ends = isChanged && service.endsAppWhenChanged && entry.process != nil
    let concerned = Set(device.front + (isAwake || ends ? [app] : [])).sorted()
    accept(request, waitFor: concerned, until: .settledOrEnded, &turn)
    if ends { apps[app]?.process?.kill(.permissionChanged(service), &turn) }
    advance(concerned, &turn)
  }
}

extension AppDescription {
  /// PR5.
  func explains(_ service: PrivacyService) -> Bool { service.purposeKeys.isEmpty || purposes.contains(service) }
}

extension AppProcess {
  /// Nothing is written to an app that is stopped.
  fileprivate var hearsReplies: Bool {
    switch phase {
    case .freezing, .resting(.suspended), .greeting, .killed: false
    case .launching, .resting, .calling, .leaving: true
    }
  }

  fileprivate var isActiveAndIdle: Bool {
    guard order == nil, case .resting = phase else { return false }
    return state == .active
  }
}
