// The events that apps are sent.

/// An event sent down an app's channel. Every one is acknowledged when its handler has returned (roost-agent(7)).
public enum Event: Hashable, Codable, Sendable {
  /// WF, state restoration, DF; `state` is what `applicationState` says in them (ST6).
  case launch(LaunchOptions, style: LifecycleStyle, state: AppState)
  case willResignActive
  case didEnterBackground
  case willEnterForeground
  case didBecomeActive
  case willTerminate
  /// Something that is no step between the states.
  case aside(Aside)
  /// Something about one scene; `state` is what `applicationState` says meanwhile, `isFollowed` that the next step of
  /// the same change comes at once (LS3).
  case scene(SessionID, SceneEvent, state: AppState, isFollowed: Bool)
  /// One JSON object of input, passed on as it came (FG4).
  case input(String)
  /// How shall it be shown? Acknowledged with whether it shall be.
  case present(UserNotification)
  /// Acknowledged when the completion handler is called (BX3).
  case wake(Wake)
  /// The time for the wake that was sent with this number is up.
  case expireWake(EventSequence)
  /// How far a transfer is (BX12).
  case progress(Transfer)
  /// The budget for background tasks is used up: their expiration handlers run (BX1).
  case expireTasks

  /// The `applicationState` while the event is handled (ST6); nil where the event does not fix it.
  public var state: AppState? {
    switch self {
    case .launch(_, _, let state), .scene(_, _, let state, _): state
    case .willResignActive, .didBecomeActive, .input: .active
    case .didEnterBackground, .willEnterForeground: .background
    case .willTerminate, .aside, .present, .wake, .expireWake, .progress, .expireTasks: nil
    }
  }

  /// The scene it is about; nil for the app as a whole.
  public var session: SessionID? {
    switch self {
    case .scene(let session, _, _, _): session
    case .launch, .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive, .willTerminate,
      .aside, .input, .present, .wake, .expireWake, .progress, .expireTasks:
      nil
    }
  }

  /// Whether the next step of the same change comes at once (LS3).
  public var isFollowed: Bool {
    switch self {
    case .scene(_, _, _, let isFollowed): isFollowed
    case .launch, .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive, .willTerminate,
      .aside, .input, .present, .wake, .expireWake, .progress, .expireTasks:
      false
    }
  }

  /// Whether an app's delegate is told; an event that only its library has to know is none of the monitor's.
  var isDelegateCall: Bool {
    switch self {
    case .aside(.snapshot), .aside(.settled), .aside(.closeDevices), .scene(_, .snapshot, _, _), .progress: false
    case .launch, .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive, .willTerminate,
      .aside, .scene, .input, .present, .wake, .expireWake, .expireTasks:
      true
    }
  }

  /// The delegate call an app that sends no traces is said to be in: the UIKit selector's base name.
  public var callback: String {
    switch self {
    case .launch: "didFinishLaunching"
    case .willResignActive: "willResignActive"
    case .didEnterBackground: "didEnterBackground"
    case .willEnterForeground: "willEnterForeground"
    case .didBecomeActive: "didBecomeActive"
    case .willTerminate: "willTerminate"
    case .aside(let aside): aside.callback
    case .scene(_, let event, _, _): event.callback
    case .input: "input"
    case .present: "willPresentNotification"
    case .wake(let wake): wake.callback
    case .expireWake, .expireTasks: "expirationHandler"
    case .progress: "transferProgress"
    }
  }
}

/// The events of an app between its steps, which change none of its states.
public enum Aside: Hashable, Codable, Sendable {
  /// LA6; app-based.
  case open(Opening)
  /// SN1; app-based.
  case snapshot
  /// IN6.
  case statusBar(isTall: Bool)
  /// NQ3.
  case notice(Notice)
  /// SC3.
  case discardSessions([SessionID])
  /// ME2.
  case memoryWarning
  /// BG5: the device nodes that it has open behind the screen, and must close now.
  case closeDevices([String])
  /// A step that was to follow does not: wishes have changed meanwhile (LS3).
  case settled

  var callback: String {
    switch self {
    case .open(.url): "openURL"
    case .open(.shortcut): "performActionFor"
    case .open(.activity): "continueUserActivity"
    case .open(.notification): "didReceiveNotificationResponse"
    case .snapshot: "snapshot"
    case .statusBar: "didChangeStatusBarFrame"
    case .notice(let notice): notice.callback
    case .discardSessions: "didDiscardSceneSessions"
    case .memoryWarning: "didReceiveMemoryWarning"
    case .closeDevices: "closeDevices"
    case .settled: "settled"
    }
  }
}

/// The events of one scene.
public enum SceneEvent: Hashable, Codable, Sendable {
  /// CC for a new session, WC.
  case connect(Session, LaunchOptions)
  case willResignActive, didEnterBackground, willEnterForeground, didBecomeActive
  case disconnect
  case open(Opening)
  case snapshot

  var callback: String {
    switch self {
    case .connect: "sceneWillConnect"
    case .willResignActive: "sceneWillResignActive"
    case .didEnterBackground: "sceneDidEnterBackground"
    case .willEnterForeground: "sceneWillEnterForeground"
    case .didBecomeActive: "sceneDidBecomeActive"
    case .disconnect: "sceneDidDisconnect"
    case .open(.url): "sceneOpenURLContexts"
    case .open(.shortcut): "windowScenePerformActionFor"
    case .open(.activity): "sceneContinueUserActivity"
    case .open(.notification): "didReceiveNotificationResponse"
    case .snapshot: "snapshot"
    }
  }
}
