// Translates between the model's words and the protocol's: events and answers going down, messages coming up.
package import AgentProtocol
package import LifecycleModel
package import Settings
package import WireJSON

extension AppChannel {
  /// Writes one event of the model as a line.
  package func send(
    _ event: LifecycleModel.Event, _ sequence: EventSequence, to app: App?, _ launchFacts: () -> LaunchFacts
  ) {
    let message = AgentProtocol.Event(
      sequence: sequence.number, state: event.state.flatMap(ApplicationState.init), scene: event.session?.string,
      isFollowed: event.isFollowed, Self.body(of: event, to: app, launchFacts))
    send(message.fittingLine)
  }

  package func reply(_ answer: AppAnswer, to request: UInt64) {
    reply(least: { answer.size }) { Reply(to: request, Reply.Outcome(answer)).line }
  }

  package func sendAnswer(_ line: [UInt8]) { reply(least: { line.count }) { line } }

  /// Puts an answer together only when it is paid for, and for one who listens: a request of some bytes may have an answer of half a
  /// megabyte, and one turn of the loop may have hundreds of requests to answer.
  ///
  /// - Parameter least: the bytes that the answer has at least.
  func reply(least: () -> Int, _ line: () -> [UInt8]) {
    guard spend(0) else { return }
    let paid = least() / ChannelBudget.answeredForOne
    guard spend(paid) else { return }
    let bytes = line()
    if spend(bytes.count / ChannelBudget.answeredForOne - paid) { send(bytes) }
  }

  private static func body(
    of event: LifecycleModel.Event, to app: App?, _ facts: () -> LaunchFacts
  ) -> AgentProtocol.Event.Body {
    switch event {
    case .launch(let options, let style, _): .launch(launch(options, style, of: app, facts()))
    case .willResignActive: .willResignActive
    case .didEnterBackground: .didEnterBackground
    case .willEnterForeground: .willEnterForeground
    case .didBecomeActive: .didBecomeActive
    case .willTerminate: .willTerminate
    case .aside(let aside): body(of: aside)
    case .scene(_, let event, _, _): body(of: event)
    // A client's own words, which have been checked (`AppsInterface.SendInput`).
    case .input(let json): .input(WrittenJSON(written: json))
    case .present(let notification): .presentNotification(UserNotification(notification))
    case .wake(let wake): .backgroundEvent(kind: wake.kind, payload: wake.payload)
    case .expireWake(let sequence): .expireEvent(sequence.number)
    case .progress(let transfer): .transferProgress(TransferStatus(transfer))
    case .expireTasks: .expireTasks
    }
  }

  private static func launch(
    _ options: LifecycleModel.LaunchOptions, _ style: LifecycleModel.LifecycleStyle, of app: App?, _ facts: LaunchFacts
  ) -> AgentProtocol.Launch {
    AgentProtocol.Launch(
      style: AgentProtocol.LifecycleStyle(style), options: AgentProtocol.LaunchOptions(options),
      orientation: facts.orientation.rawValue, statusBar: facts.statusBar.height,
      firstAppearance: FirstAppearance(facts.firstAppearance),
      sessions: app?.estate.sessions.toldAtLaunch ?? [],
      exits: facts.exits, settings: facts.settings, device: facts.device)
  }

  private static func body(of aside: Aside) -> AgentProtocol.Event.Body {
    switch aside {
    case .open(let opening): body(of: opening)
    case .snapshot: .snapshot
    case .statusBar(let isTall): .statusBar(height: StatusBar(isTall: isTall).height)
    case .notice(.protectedData(let isAvailable)): .protectedData(available: isAvailable)
    case .notice(let notice): .notification(kind: notice.kind, payload: notice.payload)
    case .discardSessions(let sessions): .discardSessions(sessions.map(\.string))
    case .settled: .settled
    case .memoryWarning: .memoryWarning
    case .closeDevices(let paths): .closeDevices(paths)
    }
  }

  private static func body(of event: SceneEvent) -> AgentProtocol.Event.Body {
    switch event {
    case .connect(let session, let options):
      .connectScene(
        SceneConnection(
          AgentProtocol.Session(session), isNew: session.isNew, options: AgentProtocol.LaunchOptions(options)))
    case .willResignActive: .willResignActive
    case .didEnterBackground: .didEnterBackground
    case .willEnterForeground: .willEnterForeground
    case .didBecomeActive: .didBecomeActive
    case .disconnect: .disconnectScene
    case .open(let opening): body(of: opening)
    case .snapshot: .snapshot
    }
  }

  private static func body(of opening: Opening) -> AgentProtocol.Event.Body {
    switch opening {
    case .url(let url, let source): .openURL(url, sourceApplication: source?.string)
    case .shortcut(let item): .shortcut(WrittenJSON(written: item))
    case .activity(let activity): .userActivity(WrittenJSON(written: activity))
    case .notification(let response): .notificationResponse(AgentProtocol.NotificationResponse(response))
    }
  }
}

extension Opening {
  /// A shortcut item as it goes to the app, which knows its title from its own Info.plist.
  package static func shortcutItem(ofType type: String) -> String { JSON.object(["type": .string(type)]).text }
}

/// The members of a launch event about the device and the app's past.
@MainActor package struct LaunchFacts {
  let orientation: DeviceOrientation
  let statusBar: StatusBar
  let firstAppearance: AppearanceTime
  /// Newest first.
  let exits: [JSON]
  package let settings: [String: WrittenJSON]
  /// Payload by kind.
  package let device: [String: JSON]

  package init(
    orientation: DeviceOrientation, statusBar: StatusBar, firstAppearance: AppearanceTime, exits: [JSON],
    settings: [String: WrittenJSON], device: [String: JSON]
  ) {
    self.orientation = orientation
    self.statusBar = statusBar
    self.firstAppearance = firstAppearance
    self.exits = exits
    self.settings = settings
    self.device = device
  }
}

/// As tall as on a device with a home button, and twice that during a call (IN6).
@MainActor package struct StatusBar {
  let isTall: Bool

  package init(isTall: Bool) {
    self.isTall = isTall
  }
  /// In points.
  var height: Double { isTall ? 40 : 20 }
}

extension FirstAppearance {
  package init(_ appearance: AppearanceTime) {
    switch appearance {
    case .byStyle: self = .byStyle
    case .beforeForeground: self = .beforeForeground
    case .afterActive: self = .afterActive
    }
  }
}

extension AgentProtocol.LaunchOptions {
  package init(_ options: LifecycleModel.LaunchOptions) {
    self.init(
      url: options.url, sourceApplication: options.sourceApplication,
      shortcut: options.shortcut.map(WrittenJSON.init(written:)),
      userActivity: options.activity.map(WrittenJSON.init(written:)),
      notificationResponse: options.response.map(AgentProtocol.NotificationResponse.init),
      backgroundEvent: options.wake?.kind, payload: options.wake?.payload)
  }
}

extension AgentProtocol.Session {
  package init(_ session: LifecycleModel.Session) {
    self.init(
      id: session.id.string, role: session.role, configuration: session.configuration,
      activity: session.activity.map(WrittenJSON.init(written:)))
  }
}

nonisolated extension Input {
  /// The model's input for `message` from the process `serial`; nil for a message that the supervisor handles itself.
  package init?(_ message: AppMessage, from serial: ProcessSerial) {
    switch message {
    case .hello(let version, _): self = .app(serial, .hello(protocolVersion: version))
    case .ack(let ack):
      self = .app(serial, .acknowledged(EventSequence(number: ack.sequence), Acknowledgement(ack.result)))
    case .entering(let callback, _): self = .app(serial, .entering(callback: callback))
    case .took(let callback, let scene, let time):
      self = .app(serial, .returned(callback: callback, scene: scene.map(SessionID.init), took: time))
    case .crashing: return nil
    case .request(let request) where request.method.isOfThePast: return nil
    case .request(let request):
      self = .app(serial, .requested(id: request.id, AppRequest(request.method, now: request.now)))
    }
  }
}

extension AgentProtocol.Request.Method {
  /// The model keeps no exits.
  package nonisolated var isOfThePast: Bool {
    switch self {
    case .untoldExits, .exitsTold: true
    default: false
    }
  }
}

nonisolated extension JSON {
  /// Its text; of one that is certain to be longer than may be kept, some text that is too long as well: to sort and write thousands of
  /// names, only to refuse them, takes tens of milliseconds.
  fileprivate var textWithinReason: String {
    let most = Limit.payload.number
    return isSurelyLonger(than: most) ? String(repeating: " ", count: most + 1) : text
  }
}

nonisolated extension Acknowledgement {
  package init(_ result: AckResult) {
    switch result {
    case .handled: self = .handled
    case .answered(let handled): self = .answered(handled: handled)
    case .connected(let configuration): self = .connected(configuration: configuration)
    case .restorable(let activity): self = .restorable(activity: activity.map(\.textWithinReason))
    // Here and not in the model, so that the log does not keep all of it.
    case .pictured(let file): self = .pictured(file: file?.cut(to: .pictureFile))
    case .elements(let list): self = .elements(list.text)
    case .drawn(let picture, let svg): self = .drawn(picture: picture, svg: svg)
    case .unsupported: self = .unsupported
    }
  }
}

nonisolated extension AppRequest {
  /// - Parameter now: the app's clock when it asked; nil where it does not say.
  package init(_ method: AgentProtocol.Request.Method, now: Double?) {
    switch method {
    case .beginBackgroundTask(let name): self = .beginBackgroundTask(name: name)
    case .endBackgroundTask(let number): self = .endBackgroundTask(BackgroundTaskID(number: number))
    case .backgroundTimeRemaining: self = .backgroundTimeRemaining
    case .requestScene(let session, let activity):
      self = .requestScene(session.map(SessionID.init), activity: activity.map(\.textWithinReason))
    case .destroySession(let session): self = .destroySession(SessionID(session))
    case .refreshSession(let session): self = .refreshSession(SessionID(session))
    case .openURL(let url): self = .openURL(url)
    case .canOpenURL(let url): self = .canOpenURL(url)
    case .beginActivity(let mode): self = .beginActivity(mode: mode)
    case .endActivity(let number): self = .endActivity(ActivityID(number: number))
    case .submitTaskRequest(let request): self = .schedule(.submit(LifecycleModel.TaskRequest(request, now: now)))
    case .cancelTaskRequest(let identifier): self = .schedule(.cancel(identifier: identifier))
    case .scheduleNotification(let plan): self = .notifications(NotificationRequest(plan, now: now))
    case .cancelNotifications(let identifiers):
      self = .notifications(.cancel(identifiers))
    case .removeNotifications(let identifiers):
      self = .notifications(.remove(identifiers))
    case .deliveredNotifications: self = .notifications(.list)
    case .beginTransfer(let request): self = .transfer(.begin(LifecycleModel.TransferRequest(request, now: now)))
    case .cancelTransfer(let session, let number):
      self = .transfer(.cancel(TransferName(session: session, number: number)))
    case .transfers(let session): self = .transfer(.list(session: session))
    case .protectedKey(let kind, let isPublic): self = .protectedKey(kind: kind, isPublic: isPublic)
    case .requestPermission(let service): self = .requestPermission(service: service)
    case .permission(let service): self = .permission(service: service)
    case .pendingTaskRequests: self = .schedule(.list)
    // Of the past, which the model does not keep: Supervisor.answerOfThePast takes them out.
    case .untoldExits, .exitsTold: self = .unknown(method: method.name)
    case .other(let name): self = .unknown(method: name)
    }
  }
}

extension ApplicationState {
  package init?(_ state: AppState) {
    switch state {
    case .active: self = .active
    case .inactive: self = .inactive
    case .background: self = .background
    case .notRunning, .suspended: return nil
    }
  }
}

extension AgentProtocol.LifecycleStyle {
  package init(_ style: LifecycleModel.LifecycleStyle) {
    switch style {
    case .app: self = .app
    case .scene: self = .scene
    }
  }
}

extension JSON {
  /// A value that passed through the model as text. It was checked to be JSON when it came in.
  package init(text: String) { self = (try? JSON(parsing: text)) ?? .string(text) }

  package init(_ number: (some BinaryInteger)?) { self = number.map { .integer(Int($0)) } ?? .null }
  package init(_ text: String?) { self = text.map(JSON.string) ?? .null }
}
