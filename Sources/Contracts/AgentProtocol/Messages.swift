// The agent protocol, version 1: everything the supervisor and an app can say to each other (roost-agent(7)).
//
// One JSON object a line, UTF-8, at most 1 MiB. Supervisor to app: `Event`, `Reply`. App to supervisor: `AppMessage`.
// Fields that a reader does not know are skipped, so that either end may be older than the other.

public import WireJSON

/// The version both ends speak; the app names it in its hello, the supervisor in `ROOST_PROTOCOL`.
public let protocolVersion = 1

// MARK: - Supervisor to app

/// A line that the supervisor writes.
public enum SupervisorMessage: Hashable, Sendable {
  case event(Event)
  case reply(Reply)
}

/// `{"seq":7,"event":"didEnterBackground","state":"background"}`: something happened; the app answers each, in order,
/// with an ``Ack`` when its handler has returned.
public struct Event: Hashable, Sendable {
  /// Counts up from 1 in each process.
  public var sequence: UInt64
  /// The value of `applicationState` while the event is handled (ST6); nil where the event does not change it.
  public var state: ApplicationState?
  /// `UISceneSession.persistentIdentifier` of the scene it is about; nil for the app as a whole.
  public var scene: String?
  /// `"more":true`: the next life-cycle step follows at once. Notifications of the app as a whole wait for it (LS3).
  public var isFollowed: Bool
  public var body: Body

  public enum Body: Hashable, Sendable {
    /// Run willFinishLaunching, state restoration, didFinishLaunching; acknowledged with ``AckResult/answered(handled:)``.
    case launch(Launch)
    case willResignActive
    case didEnterBackground
    case willEnterForeground
    case didBecomeActive
    /// The process exits after it has acknowledged this.
    case willTerminate
    case memoryWarning
    /// Something about the device changed: `kind` is a word of `roostctl notify`, `payload` the net change (NQ1).
    case notification(kind: String, payload: WrittenJSON)
    /// SC1: calls configurationForConnecting when the session is new, and willConnectTo; acknowledged with
    /// ``AckResult/connected(configuration:)``.
    case connectScene(SceneConnection)
    /// The scene's objects go, its session may come back (SC2).
    case disconnectScene
    /// Sessions the user has discarded (SC1, SC3).
    case discardSessions([String])
    /// Acknowledged with ``AckResult/answered(handled:)``.
    case openURL(String, sourceApplication: String?)
    /// The shortcut item a person chose (`UIApplicationShortcutItem`): its type, and what else it carries.
    case shortcut(WrittenJSON)
    /// An `NSUserActivity` to continue: `activityType`, `userInfo`, `title`, `webpageURL`.
    case userActivity(WrittenJSON)
    /// A notification for the person arrives while the app is in front; acknowledged with
    /// ``AckResult/answered(handled:)``: whether it shall be shown (`willPresent`).
    case presentNotification(UserNotification)
    /// The person has chosen a notification (`didReceive response`).
    case notificationResponse(NotificationResponse)
    /// Render the windows of the scene, or of the app, as they are now; acknowledged with
    /// ``AckResult/pictured(file:)`` (SN1).
    case snapshot
    /// The step that `more` announced does not come after all: post what waits (LS3).
    case settled
    /// The status bar is taller during a call (IN6); points.
    case statusBar(height: Double)
    /// Files of the class `complete` can be read again, or soon no more (DP2).
    case protectedData(available: Bool)
    /// The app is in the background and has these device nodes open, which it must close before it acknowledges this
    /// (BG5).
    case closeDevices([String])
    /// Input as it came from the sender; only an active app gets it (FG4). ``UserInput`` reads it.
    case input(WrittenJSON)
    /// The app was woken: `kind` is `push`, `fetch`, `location`, `accessory`, `bluetooth`, `task` or
    /// `backgroundTransfers`; acknowledged when its completion handler is called (BX3).
    case backgroundEvent(kind: String, payload: WrittenJSON)
    /// The time for the background event that was sent with this number is up.
    case expireEvent(UInt64)
    /// How far a transfer of the app is (BX12).
    case transferProgress(TransferStatus)
    /// The background budget is used up: run the expiration handlers of all open tasks (BX1).
    case expireTasks
    /// An event of a later version: acknowledge it with `unsupported`.
    case other(name: String)
  }

  public init(
    sequence: UInt64, state: ApplicationState? = nil, scene: String? = nil, isFollowed: Bool = false, _ body: Body
  ) {
    self.sequence = sequence
    self.state = state
    self.scene = scene
    self.isFollowed = isFollowed
    self.body = body
  }
}

/// `UIApplication.State` on the wire.
public enum ApplicationState: String, Hashable, Sendable { case active, inactive, background }

/// The receiver of the life-cycle calls: the app delegate (LS1) or the scene delegates (LS2).
public enum LifecycleStyle: String, Hashable, Sendable { case app, scene }

/// The facts that an app learns when it is launched.
public struct Launch: Hashable, Sendable {
  public var style: LifecycleStyle
  public var options: LaunchOptions
  /// The device's orientation in the words of `roostctl notify` (LA8).
  public var orientation: String
  /// The height of the status bar in points (IN6).
  public var statusBar: Double
  /// When `viewWillAppear` of a window's first content comes (FG3).
  public var firstAppearance: FirstAppearance
  /// The sessions that earlier processes have left (SC1), the last used first.
  public var sessions: [Session]
  /// The ends of the app's last processes, newest first, each a record as `roostctl exits --json` prints it (TE3).
  public var exits: [JSON]
  /// The settings that somebody has made for this app, by key; null for one that shall be as the app has it (NQ6).
  public var settings: [String: WrittenJSON]
  /// The other facts that differ from a new device, by kind: the payload that a
  /// ``Event/Body/notification(kind:payload:)`` would have had (NQ4).
  public var device: [String: JSON]

  public init(
    style: LifecycleStyle = .app, options: LaunchOptions = LaunchOptions(), orientation: String = "portrait",
    statusBar: Double = 20, firstAppearance: FirstAppearance = .byStyle, sessions: [Session] = [], exits: [JSON] = [],
    settings: [String: WrittenJSON] = [:], device: [String: JSON] = [:]
  ) {
    self.style = style
    self.options = options
    self.orientation = orientation
    self.statusBar = statusBar
    self.firstAppearance = firstAppearance
    self.sessions = sessions
    self.exits = exits
    self.settings = settings
    self.device = device
  }
}

/// When a window's root view controller first appears (FG3).
public enum FirstAppearance: String, Hashable, Sendable {
  /// App-based: after didBecomeActive. Scene-based: before willEnterForeground.
  case byStyle
  case beforeForeground, afterActive
}

/// The reason why the app is launched (LA4), or a scene connected; all nil when a person tapped the app's icon.
public struct LaunchOptions: Hashable, Sendable {
  public var url: String?
  /// The bundle id of the app that asked for it.
  public var sourceApplication: String?
  public var shortcut: WrittenJSON?
  public var userActivity: WrittenJSON?
  public var notificationResponse: NotificationResponse?
  /// The kind of the background event it is launched for, which follows as an event of its own.
  public var backgroundEvent: String?
  /// That event's payload.
  public var payload: WrittenJSON?

  public init(
    url: String? = nil, sourceApplication: String? = nil, shortcut: WrittenJSON? = nil,
    userActivity: WrittenJSON? = nil, notificationResponse: NotificationResponse? = nil,
    backgroundEvent: String? = nil, payload: WrittenJSON? = nil
  ) {
    self.url = url
    self.sourceApplication = sourceApplication
    self.shortcut = shortcut
    self.userActivity = userActivity
    self.notificationResponse = notificationResponse
    self.backgroundEvent = backgroundEvent
    self.payload = payload
  }
}

/// The part of a scene that is kept when its process is gone (`UISceneSession`).
public struct Session: Hashable, Sendable {
  /// `persistentIdentifier`.
  public var id: String
  /// `UISceneSession.Role`, such as `UIWindowSceneSessionRoleApplication`.
  public var role: String
  /// The name of its configuration in Info.plist; nil for one made in code without a name, and for a new session.
  public var configuration: String?
  /// The state restoration activity that the scene gave when it last entered the background (SC5).
  public var activity: WrittenJSON?

  public init(id: String, role: String, configuration: String? = nil, activity: WrittenJSON? = nil) {
    self.id = id
    self.role = role
    self.configuration = configuration
    self.activity = activity
  }
}

/// The session and the options that a scene is connected with.
public struct SceneConnection: Hashable, Sendable {
  /// Its `id` is the event's scene.
  public var session: Session
  /// The app has not seen it yet: it is asked for a configuration first (CC).
  public var isNew: Bool
  public var options: LaunchOptions

  public init(_ session: Session, isNew: Bool, options: LaunchOptions = LaunchOptions()) {
    self.session = session
    self.isNew = isNew
    self.options = options
  }
}

/// `{"reply":3,"result":{…}}` or `{"reply":3,"error":{"code":"NotEntitled","message":"…"}}`: the answer to a request.
public struct Reply: Hashable, Sendable {
  /// The number that the request carried.
  public var request: UInt64
  public var outcome: Outcome

  public enum Outcome: Hashable, Sendable {
    case result(RequestResult)
    case error(code: String, message: String)
  }

  public init(to request: UInt64, _ outcome: Outcome) {
    self.request = request
    self.outcome = outcome
  }
}

/// The answer to a request when all is well.
public enum RequestResult: Hashable, Sendable {
  /// `{}`
  case done
  /// `{"task":5}`; 0 when no background task can be had (BX2, BX6).
  case backgroundTask(Int)
  /// `{"seconds":29.5}`; null when there is no limit, the app is in the foreground (BX1).
  case timeRemaining(seconds: Double?)
  /// `{"handled":true}`: whether the URL was, or can be, opened.
  case handled(Bool)
  /// `{"activity":5}`
  case activity(Int)
  /// `{"requests":[…]}`: the background work that has been submitted and did not run yet.
  case pendingTasks([TaskRequest])
  /// `{"notifications":[…]}`: those that the person can see; `"now":1795430000.5` is the device's clock, in seconds since
  /// 1970, where it is moved by command and is not the app's.
  case notifications([UserNotification], now: Double? = nil)
  /// `{"key":"…"}`: in base64.
  case key(String)
  /// `{"exits":[…]}`: records as at the launch, each with its `number`.
  case exits([JSON])
  /// `{"permission":"granted"}`: `undetermined`, `granted` or `denied` (PR1).
  case permission(String)
  /// `{"transfers":[…]}`: those of a session, with the ended ones that the app has not cancelled (BX9).
  case transfers([TransferStatus])
  /// `{"session":"…"}`: the session that was asked for (SC4).
  case session(String)
}

// MARK: - App to supervisor

/// A line that an app writes.
public enum AppMessage: Hashable, Sendable {
  /// `{"hello":{"protocol":1,"library":"NAME/VERSION"}}`: its first line.
  case hello(protocol: Int, library: String)
  case ack(Ack)
  case request(Request)
  /// `{"trace":{"entering":"didEnterBackground"}}`: it is about to call its delegate. A report names this callback when
  /// the app hangs. `scene` is the session of the scene whose delegate is called.
  case entering(callback: String, scene: String? = nil)
  /// `{"trace":{"callback":"didEnterBackground","took":123456}}`: the call has returned. Nanoseconds on the wire.
  case took(callback: String, scene: String? = nil, Duration)
  /// `{"trace":{"crashing":11,"thread":4711}}`: this signal is ending it, and the thread that brought it about waits a
  /// little, to be looked at (TE4). Written by a signal handler.
  case crashing(signal: Int32, thread: Int32)
}

/// `{"ack":7}`: the handler of event 7 has returned.
public struct Ack: Hashable, Sendable {
  public var sequence: UInt64
  public var result: AckResult

  public init(_ sequence: UInt64, _ result: AckResult = .handled) {
    self.sequence = sequence
    self.result = result
  }
}

/// The app's answer to an event.
public enum AckResult: Hashable, Sendable {
  /// Nothing but that it was handled.
  case handled
  /// `"result":{"handled":true}`: what willFinishLaunching and didFinishLaunching, or open url, returned (LA6).
  case answered(handled: Bool)
  /// `"result":{"configuration":"Default Configuration"}`: the name of the configuration the scene was connected with.
  case connected(configuration: String?)
  /// `"result":{"activity":{…}}`: with didEnterBackground of a scene, what to restore it from (SC5).
  case restorable(activity: JSON?)
  /// `"result":{"file":"Library/Caches/Snapshots/main.svg"}`: where the picture is, relative to the container; null when
  /// there is none, or it has not changed (SN1).
  case pictured(file: String?)
  /// `"result":{"elements":[…]}`: what is on the screen, each a ``ScreenElement``.
  case elements(JSON)
  /// `"result":{"picture":"4711-17","svg":"<svg …"}`: what the screen looks like, and the name of the picture; without
  /// `svg` it looks as in the picture of that name (FG7).
  case drawn(picture: String, svg: String?)
  /// `"unsupported":true`: the app does not know this event.
  case unsupported
}

/// `BGTaskRequest`.
public struct TaskRequest: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case refresh, processing }

  public var identifier: String
  public var kind: Kind
  /// `earliestBeginDate`, in seconds since 1970.
  public var earliest: Double?
  public var needsPower: Bool
  public var needsNetwork: Bool

  public init(
    identifier: String, kind: Kind, earliest: Double? = nil, needsPower: Bool = false, needsNetwork: Bool = false
  ) {
    self.identifier = identifier
    self.kind = kind
    self.earliest = earliest
    self.needsPower = needsPower
    self.needsNetwork = needsNetwork
  }
}

/// `{"request":3,"method":"beginBackgroundTask","params":{"name":"upload"}}`: answered by a ``Reply`` of that number.
public struct Request: Hashable, Sendable {
  /// Chosen by the app; it tells its replies apart by it.
  public var id: UInt64
  public var method: Method
  /// `"now":1795430000.5`: the app's clock when it asked, in seconds since 1970, so that a date in the request is as far
  /// ahead for a device whose clock is moved by command, however long the request took; nil where it does not say.
  public var now: Double?

  public enum Method: Hashable, Sendable {
    case beginBackgroundTask(name: String?)
    case endBackgroundTask(Int)
    case backgroundTimeRemaining
    /// Brings a session forward, or a new one when nil (`requestSceneSessionActivation`, SC4).
    case requestScene(session: String?, activity: JSON?)
    /// `requestSceneSessionDestruction` (SC4).
    case destroySession(String)
    /// `requestSceneSessionRefresh` (SC4).
    case refreshSession(String)
    case openURL(String)
    case canOpenURL(String)
    /// Keeps the app running by a mode of its `UIBackgroundModes`: `audio`, `location` or `voip` (BX3).
    case beginActivity(mode: String)
    case endActivity(Int)
    /// `BGTaskScheduler` (BX4).
    case submitTaskRequest(TaskRequest)
    /// Nil: all of them.
    case cancelTaskRequest(identifier: String?)
    case pendingTaskRequests
    /// Shows a notification at its time, whether the app runs or not; in place of one of that identifier.
    case scheduleNotification(PlannedNotification)
    /// Cancels notifications that are scheduled and have not been shown; nil: all of them.
    case cancelNotifications([String]?)
    /// Removes notifications that are shown; nil: all of them.
    case removeNotifications([String]?)
    case deliveredNotifications
    /// Begins a transfer that goes on without the app (BX9); answered when it is on disk.
    case beginTransfer(TransferRequest)
    /// Cancels one, or takes note of its end: it is listed no more.
    case cancelTransfer(session: String, number: Int)
    /// The transfers of a session.
    case transfers(session: String)
    /// The key of a protection class, such as `complete` (DP1), or the public half of that of `completeUnlessOpen`.
    case protectedKey(kind: String, isPublic: Bool)
    /// Asks for the user's permission for a service, such as `camera`; the answer comes when the user has given it (PR2).
    case requestPermission(service: String)
    /// The permission as it is, without asking anybody.
    case permission(service: String)
    /// Asks for the ends of the app's processes that it has not been told of with ``exitsTold(through:)``, the oldest
    /// first, some at a time: `after` is the number of the last one it has (TE3).
    case untoldExits(after: Int?)
    /// It has been told of these, up to the one of that number; it never gets them again.
    case exitsTold(through: Int)
    /// A method this version does not know: answered with the error `UnknownMethod`.
    case other(name: String)
  }

  public init(id: UInt64, _ method: Method, now: Double? = nil) {
    self.id = id
    self.method = method
    self.now = now
  }
}
