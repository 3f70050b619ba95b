// The one scene of an app whose Info.plist has no scene manifest, but whose delegate configures scenes in code. As on
// iOS it lives by scenes; roostd, which reads Info.plist alone, speaks to it as to an app without them (LS2).

import AgentProtocol
import WireJSON

/// Makes of the events of the app as a whole those of its one scene.
@MainActor final class SceneByCode {
  private let application: UIApplication
  private let scenes: SceneEvents
  private let openings: Openings
  private var scene: UIScene?
  /// Whether it is still unknown if the delegate configures scenes: it is asked when there is something to show.
  var isPossible = false
  /// The end of the process before, as roostd tells of it at the launch.
  var lastExit: JSON?

  private static let id = "main"
  private static var file: URL { URL(fileURLWithPath: StateArchive.folder + "/scene.json") }

  init(_ application: UIApplication, _ scenes: SceneEvents, _ openings: Openings) {
    self.application = application
    self.scenes = scenes
    self.openings = openings
  }

  /// Nil for an event that is not the scene's.
  func respond(to event: Event.Body) -> AckResult? {
    switch event {
    case .openURL(let url, let source):
      return with(LaunchOptions(url: url, sourceApplication: source)) { openings.open(url, from: source, in: $0) }
    case .shortcut(let item): return with(LaunchOptions(shortcut: item)) { openings.perform(item, in: $0) }
    case .userActivity(let activity):
      return with(LaunchOptions(userActivity: activity)) { openings.continue(activity, in: $0) }
    case .willEnterForeground: return with { comeForward($0) }
    case .didBecomeActive:
      return with {
        if $0.activationState == .unattached || $0.activationState == .background { comeForward($0) }
        application.applicationState = .active
        let isSeenFirst = !application.hasBeenActive
        scenes.becomeActive($0)
        // The launch, which could not know of the scene, restored what a version of the app without scenes has left.
        if isSeenFirst { StateArchive.hasBeenSeen() }
      }
    case .willResignActive: return scene.map { scene in handled { scenes.resignActive(scene) } }
    case .didEnterBackground: return scene.map { scene in handled { keep(scenes.enterBackground(scene)) } }
    case .launch, .willTerminate, .memoryWarning, .presentNotification, .notificationResponse, .snapshot,
      .discardSessions, .protectedData, .statusBar, .notification, .expireTasks, .backgroundEvent, .expireEvent,
      .transferProgress, .settled, .input, .connectScene, .disconnectScene, .closeDevices, .other:
      return nil
    }
  }

  /// Hands an event to the scene, or connects the scene with what it brings.
  private func with(_ options: LaunchOptions = LaunchOptions(), _ body: (UIScene) -> Void) -> AckResult? {
    if let scene {
      body(scene)
    } else {
      // An app that shows something without scenes has none, whatever its delegate could answer.
      guard isPossible else { return nil }
      isPossible = false
      guard application.windows.allSatisfy(\.isHidden) else { return nil }
      guard connect(options), let scene else { return nil }
      if options == LaunchOptions() { body(scene) }
    }
    return options.url != nil || options.userActivity != nil ? .answered(handled: true) : .handled
  }

  private func connect(_ options: LaunchOptions) -> Bool {
    if !StateArchive.mayRestore(after: lastExit) { keep(.restorable(activity: nil)) }
    let kept = try? Data(contentsOf: Self.file)
    let session = Session(
      id: Self.id, role: UISceneSession.Role.windowApplication.rawValue,
      activity: kept.flatMap { try? JSON(parsing: String(decoding: $0, as: UTF8.self)) }.map(WrittenJSON.init))
    let state = application.applicationState
    application.applicationState = .background
    guard case .connected = scenes.connect(SceneConnection(session, isNew: true, options: options), byCode: true) else {
      application.applicationState = state
      application.isComingForward = state == .inactive
      return false
    }
    scene = application.sessions[Self.id]?.scene
    complain(
      "Info.plist has no UIApplicationSceneManifest, but the delegate has application(_:configurationForConnecting:"
        + "options:): the app gets one scene; declare the manifest for more, and for roostctl to see it")
    return true
  }

  private func comeForward(_ scene: UIScene) {
    application.applicationState = .background
    scenes.enterForeground(scene)
  }

  private func handled(_ body: () -> Void) -> AckResult {
    body()
    return .handled
  }

  private func keep(_ answer: AckResult) {
    guard case .restorable(let activity) = answer else { return }
    do {
      guard let activity else { return try FileManager.default.removeItemIfThere(Self.file) }
      try FileManager.default.createDirectory(
        at: Self.file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(activity.text.utf8).write(to: Self.file, options: .atomic)
    } catch {
      complain("unable to keep the scene's state in \(Self.file.path): \(error)")
    }
  }
}

extension FileManager {
  fileprivate func removeItemIfThere(_ file: URL) throws {
    if fileExists(atPath: file.path) { try removeItem(at: file) }
  }
}
