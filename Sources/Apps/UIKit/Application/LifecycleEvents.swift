// Hands each event of roostd's to the part of the library that handles it, with applicationState as ST6 has it.

import AgentProtocol
import RoostAgent
import WireJSON

@MainActor final class LifecycleEvents {
  private let application: UIApplication
  private let channel: Channel
  private let app: AppEvents
  private let scenes: SceneEvents
  private let openings: Openings
  private let device: DeviceEvents
  private let wakes: WakeEvents
  /// The one scene of an app without a manifest whose delegate configures scenes.
  private let sceneByCode: SceneByCode

  init(_ application: UIApplication, _ channel: Channel) {
    self.application = application
    self.channel = channel
    application.channel = channel
    application.backgroundTasks.attach(channel)
    let callbacks = Callbacks(channel)
    app = AppEvents(application, callbacks)
    scenes = SceneEvents(application, callbacks)
    openings = Openings(application, callbacks)
    sceneByCode = SceneByCode(application, scenes, openings)
    device = DeviceEvents(application, callbacks)
    wakes = WakeEvents(application, callbacks, channel)
  }

  func handle(_ event: Event) {
    if let state = event.state { application.applicationState = UIApplication.State(state) }
    let answer = respond(to: event)
    if !event.isFollowed { scenes.postWhatWaits() }
    scenes.settle()
    if !event.isFollowed { scenes.endAppearances() }
    // An answer that comes later is acknowledged by whoever gives it.
    if let answer { channel.send(.ack(Ack(event.sequence, answer))) }
    // TE1: an app that was told to terminate does.
    if event.body == .willTerminate { exit(EXIT_SUCCESS) }
  }

  private func respond(to event: Event) -> AckResult? {
    if let id = event.scene { return respond(to: event.body, of: id, event.sequence) }
    if let answer = sceneByCode.respond(to: event.body) { return answer }
    switch event.body {
    case .launch(let launch):
      sceneByCode.isPossible = launch.style == .app
      sceneByCode.lastExit = launch.exits.first
      scenes.firstAppearance = launch.firstAppearance
      device.begin(launch)
      return app.launch(launch, state: application.applicationState)
    case .willResignActive:
      InputEvents.cancelTouches(application)
      app.resignActive()
    case .didEnterBackground: app.enterBackground()
    case .willEnterForeground: app.enterForeground()
    case .didBecomeActive: app.becomeActive()
    case .willTerminate: app.terminate()
    case .memoryWarning: app.warnOfMemory()
    case .closeDevices(let paths): Self.warn(ofOpen: paths)
    case .presentNotification(let notification): return openings.present(notification, event.sequence, channel)
    case .notificationResponse(let response): return openings.respond(response, event.sequence, channel)
    case .snapshot: return .pictured(file: AppPicture.render(of: nil, for: application))
    case .discardSessions(let ids): scenes.discard(ids)
    case .openURL(let url, let source): return .answered(handled: openings.open(url, from: source))
    case .shortcut(let item): openings.perform(item)
    case .userActivity(let activity): return .answered(handled: openings.continue(activity))
    case .protectedData(let available): device.protectedData(available: available)
    case .statusBar(let height): device.statusBar(height: height)
    case .notification(let kind, let payload): return device.notification(kind, payload)
    case .expireTasks: app.expireTasks()
    case .backgroundEvent(let kind, let payload): return wakes.wake(kind, payload, event.sequence)
    case .expireEvent(let sequence): wakes.expire(sequence)
    case .input(let input): return InputEvents.take(input.value, application)
    case .settled: break
    case .transferProgress(let status): return TransferListener.progress(status) ? .handled : .unsupported
    case .connectScene, .disconnectScene, .other: return .unsupported
    }
    return .handled
  }

  private func respond(to event: Event.Body, of id: String, _ sequence: UInt64) -> AckResult? {
    if case .connectScene(let connection) = event {
      let answer = scenes.connect(connection)
      // Nobody waits for its completion handler: the scene comes to the front meanwhile.
      if let response = connection.options.notificationResponse { openings.answer(response, in: id) {} }
      return answer
    }
    guard let scene = application.sessions[id]?.scene else { return .unsupported }
    switch event {
    case .notificationResponse(let response): return openings.respond(response, in: id, sequence, channel)
    case .willResignActive:
      InputEvents.cancelTouches(application)
      scenes.resignActive(scene)
    case .didEnterBackground: return scenes.enterBackground(scene)
    case .willEnterForeground: scenes.enterForeground(scene)
    case .didBecomeActive: scenes.becomeActive(scene)
    case .disconnectScene: scenes.disconnect(scene)
    case .openURL(let url, let source): openings.open(url, from: source, in: scene)
    case .shortcut(let item): openings.perform(item, in: scene)
    case .userActivity(let activity): openings.continue(activity, in: scene)
    case .snapshot: return .pictured(file: AppPicture.render(of: scene as? UIWindowScene, for: application))
    case .launch, .willTerminate, .memoryWarning, .closeDevices, .presentNotification, .discardSessions, .protectedData,
      .statusBar,
      .notification, .expireTasks, .backgroundEvent, .expireEvent, .transferProgress, .settled, .input,
      .connectScene, .other:
      return .unsupported
    }
    return .handled
  }

  /// BG5: a sentence for the app's author, on standard error.
  private static func warn(ofOpen paths: [String]) {
    let sentence =
      "\(paths.joined(separator: ", ")) is open in the background; close it in didEnterBackground, or roostd ends the app\n"
    FileHandle.standardError.write(Data(sentence.utf8))
  }
}
