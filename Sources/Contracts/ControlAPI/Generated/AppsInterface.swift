// org.roost.Apps, made by `make generate` of org.roost.Apps.varlink: change that file instead.
// swift-format-ignore-file
public import Varlink
public import WireJSON

/// The installed apps, their state, and what a person can do to one of them.
///
/// A method with "wait" and "timeout" changes something. It replies when the change is done. With "wait" false it
/// replies as soon as the daemon has taken the request; a refusal comes at once either way. After "timeout"
/// milliseconds it replies TimedOut, and the change goes on. Without "timeout" the deadlines of the life cycle bound
/// how long it takes.
public enum AppsInterface {
  /// Lists every installed app, and of each the first 64 of its assertions; Status has all.
  public struct List: ControlRequest {
    public static let method = "org.roost.Apps.List"

    public init() {}

    public init(reading parameters: CallParameters) throws(ServiceError) {}

    public func written() -> WrittenJSON {
      [:]
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var apps: [AppStatus]

      public init(apps: [AppStatus]) {
        self.apps = apps
      }
    }
  }

  /// Shows one app.
  public struct Status: ControlRequest {
    public static let method = "org.roost.Apps.Status"
    public var id: String

    public init(id: String) {
      self.id = id
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var app: AppStatus

      public init(app: AppStatus) {
        self.app = app
      }
    }
  }

  /// Shows the icon of an app: a file of its bundle that CFBundleIcons names, of 128 KiB at most. It comes from the
  /// app's maker, as it is: show it as an image, and run nothing of it.
  public struct Icon: ControlRequest {
    public static let method = "org.roost.Apps.Icon"
    public var id: String

    public init(id: String) {
      self.id = id
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// An SVG document; null when the icon is a PNG.
      public var svg: String?
      /// A PNG of 1024 by 1024 pixels at most, in Base64 (RFC 4648); null when the icon is an SVG document.
      public var png: String?

      public init(svg: String?, png: String?) {
        self.svg = svg
        self.png = png
      }
    }
  }

  /// Starts an app, or brings it forward when it runs.
  public struct Launch: ChangeRequest {
    public static let method = "org.roost.Apps.Launch"
    public typealias Reply = Running
    public var id: String
    /// Start it behind the screen. Default: false.
    public var background: Bool?
    /// A URL for it to open.
    public var url: String?
    /// The type of a shortcut item that the user chose.
    public var shortcut: String?
    /// A user activity for it to continue: a JSON object in a string, with the member "activityType" and, where there
    /// are any, "userInfo", "webpageURL" and "title".
    public var activity: String?
    /// Arguments of the process after its own name, without NUL, and of 131071 bytes at most each. An app that runs
    /// already does not get them.
    public var arguments: [String]?
    /// Variables of the process, each as "NAME=VALUE", besides those that every app has. None that the dynamic linker,
    /// the C library or the daemon itself gives a meaning: LD_*, GLIBC_TUNABLES, ROOST_*, HOME and the like. 100
    /// variables and 32 KiB at most. An app that runs already does not get them.
    public var environment: [String]?
    /// Stop it before its first instruction, and reply then, until a debugger attaches or somebody sends it SIGCONT. An
    /// app that runs already is refused.
    public var waitForDebugger: Bool?
    public var wait: Bool?
    public var timeout: Int64?

    public init(
      id: String, background: Bool? = nil, url: String? = nil, shortcut: String? = nil, activity: String? = nil,
      arguments: [String]? = nil, environment: [String]? = nil, waitForDebugger: Bool? = nil, wait: Bool? = nil,
      timeout: Int64? = nil
    ) {
      self.id = id
      self.background = background
      self.url = url
      self.shortcut = shortcut
      self.activity = activity
      self.arguments = arguments
      self.environment = environment
      self.waitForDebugger = waitForDebugger
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      background = try parameters.read(ifPresent: "background")
      url = try parameters.read(ifPresent: "url")
      shortcut = try parameters.read(ifPresent: "shortcut")
      activity = try parameters.read(ifPresent: "activity")
      arguments = try parameters.read(ifPresent: "arguments")
      environment = try parameters.read(ifPresent: "environment")
      waitForDebugger = try parameters.read(ifPresent: "waitForDebugger")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("background", ifPresent: background)
        $0.put("url", ifPresent: url)
        $0.put("shortcut", ifPresent: shortcut)
        $0.put("activity", ifPresent: activity)
        $0.put("arguments", ifPresent: arguments)
        $0.put("environment", ifPresent: environment)
        $0.put("waitForDebugger", ifPresent: waitForDebugger)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// Opens a URL in the app that declares its scheme, launching that app or bringing it forward.
  public struct Open: ChangeRequest {
    public static let method = "org.roost.Apps.Open"
    public var url: String
    /// The app that asks; null when a person does.
    public var source: String?
    public var wait: Bool?
    public var timeout: Int64?

    public init(url: String, source: String? = nil, wait: Bool? = nil, timeout: Int64? = nil) {
      self.url = url
      self.source = source
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      url = try parameters.read("url")
      source = try parameters.read(ifPresent: "source")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("url", url)
        $0.put("source", ifPresent: source)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// The app that opens it.
      public var app: String
      /// Null when there is no process yet, because the call did not wait.
      public var pid: Int64?
      public var state: AppStatus.State

      public init(app: String, pid: Int64?, state: AppStatus.State) {
        self.app = app
        self.pid = pid
        self.state = state
      }
    }
  }

  /// Brings a running app forward. It refuses an app that is not running.
  public struct Activate: ChangeRequest {
    public static let method = "org.roost.Apps.Activate"
    public typealias Reply = Running
    public var id: String
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// Ends an app as the user does from the switcher.
  public struct Quit: ChangeRequest {
    public static let method = "org.roost.Apps.Quit"
    public typealias Reply = Ended
    public var id: String
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// Ends an app as the system does.
  public struct Terminate: ChangeRequest {
    public static let method = "org.roost.Apps.Terminate"
    public typealias Reply = Ended
    public var id: String
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// Makes an app begin anew, as after its installation: ends it, takes its data away, and forgets its permissions,
  /// settings, sessions, pictures, notifications, planned work and transfers. Its bundle and the records of its ends
  /// stay. It replies when the disk has taken that.
  public struct Erase: ChangeRequest {
    public static let method = "org.roost.Apps.Erase"
    public typealias Reply = Done
    public var id: String
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// Hands one input event to an active app. It refuses an app in any other state.
  public struct SendInput: ChangeRequest {
    public static let method = "org.roost.Apps.SendInput"
    public typealias Reply = Done
    public var id: String
    /// The event: a JSON object in a string, of 64 KiB at most. One whose "type" is touches, presses, text, motion,
    /// elements or picture has to be as roost-agent(7) describes it; any other goes to the app as it is.
    public var input: String
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, input: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.input = input
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      input = try parameters.read("input")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("input", input)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// Lists what is on the screen of an active app, 500 elements at most. It refuses an app in any other state, and one
  /// that shows no views.
  public struct Elements: ChangeRequest {
    public static let method = "org.roost.Apps.Elements"
    public var id: String
    /// The session of a scene in front. Default: the one that has the key window.
    public var scene: String?
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, scene: String? = nil, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.scene = scene
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      scene = try parameters.read(ifPresent: "scene")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("scene", ifPresent: scene)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var elements: [AppsInterface.Element]

      public init(elements: [AppsInterface.Element]) {
        self.elements = elements
      }
    }
  }

  /// Draws the screen of an active app as it is now. It refuses an app in any other state, and one that shows no views.
  /// An app draws at most 64 KiB, and 2 MiB in 10 seconds; until they are over its screen counts as unchanged.
  public struct Picture: ChangeRequest {
    public static let method = "org.roost.Apps.Picture"
    public var id: String
    /// The name of the picture that the caller has, 200 bytes at most. Default: none.
    public var seen: String?
    /// The session of a scene in front. Default: the one that has the key window.
    public var scene: String?
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, seen: String? = nil, scene: String? = nil, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.seen = seen
      self.scene = scene
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      seen = try parameters.read(ifPresent: "seen")
      scene = try parameters.read(ifPresent: "scene")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("seen", ifPresent: seen)
        $0.put("scene", ifPresent: scene)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// The name of the picture.
      public var picture: String
      /// An SVG document; null when the screen looks as in the picture that the caller has.
      public var svg: String?

      public init(picture: String, svg: String?) {
        self.picture = picture
        self.svg = svg
      }
    }
  }

  /// Shows where an app's standard output and error go when it is launched.
  public struct GetOutput: ControlRequest {
    public static let method = "org.roost.Apps.GetOutput"
    public var id: String

    public init(id: String) {
      self.id = id
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// SYSLOG_IDENTIFIER of its messages in the journal, where the daemon's own about it have ROOST_APP; null where
      /// there is a file. Everybody may write messages of any identifier.
      public var identifier: String?
      /// The id of the user that its processes run as, _UID of its messages; null where there is a file, or the app has
      /// never been launched.
      public var user: Int64?
      /// The file on the daemon's machine; null where it is the journal. The part that came before it is beside it,
      /// with ".1" after the name.
      public var path: String?

      public init(identifier: String?, user: Int64?, path: String?) {
        self.identifier = identifier
        self.user = user
        self.path = path
      }
    }
  }

  /// Lists how processes ended, the latest last.
  public struct ListExits: ControlRequest {
    public static let method = "org.roost.Apps.ListExits"
    /// Only this app's. The records of an app outlive its installation.
    public var id: String?

    public init(id: String? = nil) {
      self.id = id
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read(ifPresent: "id")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", ifPresent: id)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var exits: [ExitRecord]

      public init(exits: [ExitRecord]) {
        self.exits = exits
      }
    }
  }

  /// Lists what keeps apps awake: of each app the first 64. Status of the app has all.
  public struct ListAssertions: ControlRequest {
    public static let method = "org.roost.Apps.ListAssertions"

    public init() {}

    public init(reading parameters: CallParameters) throws(ServiceError) {}

    public func written() -> WrittenJSON {
      [:]
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var assertions: [Assertion]

      public init(assertions: [Assertion]) {
        self.assertions = assertions
      }
    }
  }

  /// Lists background work that apps have asked for in advance and that has not begun.
  public struct ListTasks: ControlRequest {
    public static let method = "org.roost.Apps.ListTasks"

    public init() {}

    public init(reading parameters: CallParameters) throws(ServiceError) {}

    public func written() -> WrittenJSON {
      [:]
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var tasks: [ScheduledTask]

      public init(tasks: [ScheduledTask]) {
        self.tasks = tasks
      }
    }
  }

  /// Begins background work that an app has asked for in advance, for developers: at once, whatever it waits for. It
  /// replies when the app has finished it.
  public struct RunTask: ChangeRequest {
    public static let method = "org.roost.Apps.RunTask"
    public typealias Reply = Done
    public var id: String
    /// Its identifier; null: the only one that is pending.
    public var task: String?
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, task: String? = nil, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.task = task
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      task = try parameters.read(ifPresent: "task")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("task", ifPresent: task)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// Says that the time of background work that runs is up, for developers. It replies when the expiration handler has
  /// returned.
  public struct ExpireTask: ChangeRequest {
    public static let method = "org.roost.Apps.ExpireTask"
    public typealias Reply = Done
    public var id: String
    /// Its identifier; null: the only one that runs.
    public var task: String?
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, task: String? = nil, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.task = task
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      task = try parameters.read(ifPresent: "task")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("task", ifPresent: task)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// The reply of ``Launch``.
  public struct Running: Codable, Hashable, Sendable {
    /// Null when there is no process yet, because the call did not wait.
    public var pid: Int64?
    public var state: AppStatus.State

    public init(pid: Int64?, state: AppStatus.State) {
      self.pid = pid
      self.state = state
    }
  }

  /// The reply of ``Quit``.
  public struct Ended: Codable, Hashable, Sendable {
    /// Null when the app was not running, or the call did not wait.
    public var exit: ExitRecord?

    public init(exit: ExitRecord?) {
      self.exit = exit
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Apps",
    text: #"""
      # The installed apps, their state, and what a person can do to one of them.
      #
      # A method with "wait" and "timeout" changes something. It replies when the
      # change is done. With "wait" false it replies as soon as the daemon has taken
      # the request; a refusal comes at once either way. After "timeout" milliseconds
      # it replies TimedOut, and the change goes on. Without "timeout" the deadlines of
      # the life cycle bound how long it takes.
      interface org.roost.Apps

      # The state of an app now.
      type State (notRunning, inactive, active, background, suspended)

      # The delegate that gets the life-cycle calls: the app's or those of its
      # scenes.
      type Style (app, scene)

      # The state of a scene now. It is unattached while it is disconnected.
      type SceneState (unattached, foregroundInactive, foregroundActive, background)

      # One scene of an app. Its session outlives the process.
      #
      #   session  UISceneSession.persistentIdentifier.
      type Scene (session: string, state: SceneState)

      # Something that keeps an app awake in the background.
      #
      #   id    Its number within the app.
      #   kind  "backgroundTask", "activity" or "wake".
      #   name  The name that the app gave it.
      #   left  Nanoseconds until its time is up; null while nothing counts.
      type Assertion (app: string, id: int, kind: string, name: string, left: ?int)

      # The end of a process. Every end of every process leaves one such record.
      #
      #   pid        Null when the process could not be started.
      #   time       ISO 8601 in UTC, such as "2026-11-21T04:42:34.123Z".
      #   state      The state of the app when it ended.
      #   namespace  The party that ended it, as .ips reports name it.
      #   code       Such as "0x8badf00d"; null where iOS has no number for it.
      #   reason     One word for programs, such as "watchdog".
      #   signal     The signal that killed the process, signal(7).
      #   status     The exit status of the process.
      #   footprint  Bytes of memory that its end has freed, anonymous, shared and
      #              swapped, as the daemon saw them last; 0 where it ended before
      #              the daemon ever looked.
      #   cpu        Nanoseconds of user and system time that it used.
      #   callback   The callback that it was in.
      #   elapsed    Nanoseconds that it had been in that callback.
      #   text       The whole as a sentence for people.
      type Exit (
        app: string,
        pid: ?int,
        time: string,
        state: State,
        namespace: string,
        code: ?string,
        reason: string,
        signal: ?int,
        status: ?int,
        footprint: int,
        cpu: int,
        callback: ?string,
        elapsed: ?int,
        text: string
      )

      # The daemon holds an app back that died again and again right after its launch.
      #
      #   deaths  How many times in a row it died.
      #   left    Nanoseconds until it may be launched again.
      type HeldBack (deaths: int, left: int)

      # The use of the Internet that a bundle asks for: RoostNetwork in its Info.plist.
      type NetworkUse (none, client, server)

      # The programs that a bundle asks to run: RoostExec in its Info.plist.
      type ProgramUse (any, bundle)

      # The parts of the machine that a bundle asks for, or has because it says
      # nothing.
      #
      #   devices     Kinds of device nodes, as in roostd.toml(5).
      #   read        Paths, of RoostFileAccess.
      #   write       Paths, of RoostFileAccess.
      #   debuggable  Whether its processes may trace each other: RoostDebuggable.
      #   bus         Whether it reaches the bus of its user's session, and the other
      #               sockets there: RoostSessionBus.
      type Entitlements (
        network: NetworkUse,
        devices: []string,
        programs: ProgramUse,
        read: []string,
        write: []string,
        debuggable: bool,
        bus: bool
      )

      # Something that an app was refused for want of an entitlement, since it was
      # launched last. The daemon knows of it from the kernel's audit log; it tells of
      # each key once.
      #
      #   key   The key of Info.plist that asks for the entitlement.
      #   text  The whole as a sentence for people.
      type MissingEntitlement (app: string, key: string, text: string)

      # A callback that an app is in, and has not returned from.
      #
      #   name     As in org.roost.Monitor.
      #   elapsed  Nanoseconds that it has been in it.
      type Callback (name: string, elapsed: int)

      # A deadline of an app that runs. One that stands still is not shown.
      #
      #   step     As in org.roost.Monitor.
      #   limit    Nanoseconds that the step is allowed.
      #   elapsed  Nanoseconds that it has taken so far.
      type Deadline (step: string, limit: int, elapsed: int)

      # The debugger of an app: the process that traces it, ptrace(2). While there is one,
      # or the app waits for one, its deadlines stand still, and it is not suspended.
      #
      #   pid   Null while the app waits for a debugger, stopped before its first
      #         instruction.
      #   name  As the kernel knows it, such as "gdb".
      type Debugger (pid: ?int, name: ?string)

      # An app and what it is now.
      #
      #   id         The bundle identifier.
      #   name       CFBundleDisplayName or CFBundleName, 100 characters at most; null
      #              where it has none.
      #   user       The user that its process runs as: the name, or the id where the
      #              daemon knows no name; null when it is not running.
      #   footprint  Bytes of memory that its end would free; 0 when it is not running.
      #   cpu        Nanoseconds of user and system time that its processes have used;
      #              0 when it is not running.
      #   callback   Null when it is in none.
      #   lastExit   How its last process ended.
      #   heldBack   Null when it may be launched, or runs.
      #   saying     What a program without our library says that it does: STATUS= of
      #              sd_notify(3).
      #   debugger   Null when it has none, and waits for none.
      #   entitlements  Null where its bundle is gone.
      type App (
        id: string,
        name: ?string,
        state: State,
        pid: ?int,
        user: ?string,
        style: Style,
        footprint: int,
        cpu: int,
        callback: ?Callback,
        deadlines: []Deadline,
        scenes: []Scene,
        assertions: []Assertion,
        lastExit: ?Exit,
        heldBack: ?HeldBack,
        saying: ?string,
        debugger: ?Debugger,
        entitlements: ?Entitlements,
        missing: []MissingEntitlement
      )

      # BGAppRefreshTaskRequest or BGProcessingTaskRequest.
      type TaskKind (refresh, processing)

      # A condition that a task waits for besides its time.
      type Need (power, network)

      # Background work that an app has asked for in advance.
      #
      #   identifier  One of BGTaskSchedulerPermittedIdentifiers in its Info.plist.
      #   earliest    It does not begin before this time, ISO 8601 in UTC: its own
      #               earliestBeginDate, or later where the app's work before it was
      #               too recent; null when it may begin at any time.
      #   needs       It does not begin without these.
      type Task (app: string, identifier: string, kind: TaskKind, earliest: ?string, needs: []Need)

      # Lists every installed app, and of each the first 64 of its assertions; Status has all.
      method List() -> (apps: []App)

      # Shows one app.
      method Status(id: string) -> (app: App)

      # Shows the icon of an app: a file of its bundle that CFBundleIcons names, of
      # 128 KiB at most. It comes from the app's maker, as it is: show it as an image,
      # and run nothing of it.
      #
      #   svg  An SVG document; null when the icon is a PNG.
      #   png  A PNG of 1024 by 1024 pixels at most, in Base64 (RFC 4648); null when the
      #        icon is an SVG document.
      method Icon(id: string) -> (svg: ?string, png: ?string)

      # Starts an app, or brings it forward when it runs.
      #
      #   background  Start it behind the screen. Default: false.
      #   url         A URL for it to open.
      #   shortcut    The type of a shortcut item that the user chose.
      #   activity    A user activity for it to continue: a JSON object in a string,
      #               with the member "activityType" and, where there are any,
      #               "userInfo", "webpageURL" and "title".
      #   arguments   Arguments of the process after its own name, without NUL, and of
      #               131071 bytes at most each. An app that runs already does not get
      #               them.
      #   environment Variables of the process, each as "NAME=VALUE", besides those that
      #               every app has. None that the dynamic linker, the C library or the
      #               daemon itself gives a meaning: LD_*, GLIBC_TUNABLES, ROOST_*, HOME
      #               and the like. 100 variables and 32 KiB at most. An app that runs
      #               already does not get them.
      #   waitForDebugger  Stop it before its first instruction, and reply then, until a
      #               debugger attaches or somebody sends it SIGCONT. An app that runs
      #               already is refused.
      #   pid         Null when there is no process yet, because the call did not wait.
      method Launch(
        id: string,
        background: ?bool,
        url: ?string,
        shortcut: ?string,
        activity: ?string,
        arguments: ?[]string,
        environment: ?[]string,
        waitForDebugger: ?bool,
        wait: ?bool,
        timeout: ?int
      ) -> (pid: ?int, state: State)

      # Opens a URL in the app that declares its scheme, launching that app or bringing
      # it forward.
      #
      #   source  The app that asks; null when a person does.
      #   app     The app that opens it.
      #   pid     Null when there is no process yet, because the call did not wait.
      method Open(
        url: string,
        source: ?string,
        wait: ?bool,
        timeout: ?int
      ) -> (app: string, pid: ?int, state: State)

      # Brings a running app forward. It refuses an app that is not running.
      #
      #   pid  Null when the app has ended since.
      method Activate(id: string, wait: ?bool, timeout: ?int) -> (pid: ?int, state: State)

      # Ends an app as the user does from the switcher.
      #
      #   exit  Null when the app was not running, or the call did not wait.
      method Quit(id: string, wait: ?bool, timeout: ?int) -> (exit: ?Exit)

      # Ends an app as the system does.
      #
      #   exit  Null when the app was not running, or the call did not wait.
      method Terminate(id: string, wait: ?bool, timeout: ?int) -> (exit: ?Exit)

      # Makes an app begin anew, as after its installation: ends it, takes its data away,
      # and forgets its permissions, settings, sessions, pictures, notifications, planned
      # work and transfers. Its bundle and the records of its ends stay. It replies when
      # the disk has taken that.
      method Erase(id: string, wait: ?bool, timeout: ?int) -> ()

      # Hands one input event to an active app. It refuses an app in any other state.
      #
      #   input  The event: a JSON object in a string, of 64 KiB at most. One whose
      #          "type" is touches, presses, text, motion, elements or picture has to
      #          be as roost-agent(7) describes it; any other goes to the app as it is.
      method SendInput(id: string, input: string, wait: ?bool, timeout: ?int) -> ()

      # Something on the screen of an app.
      #
      #   kind        Such as "button" or "textField".
      #   label       The text that stands for it, for example a button's title.
      #   identifier  Its accessibilityIdentifier.
      #   value       Such as the text of a text field, or "1" for a switch that is on.
      #   traits      Such as "button", "selected", "notEnabled" and "focused".
      #   x           Of its left edge, in points from the left of the screen.
      #   y           Of its top edge, in points from the top of the screen.
      #   width       In points.
      #   height      In points.
      type Element (
        kind: string,
        label: ?string,
        identifier: ?string,
        value: ?string,
        traits: []string,
        x: float,
        y: float,
        width: float,
        height: float
      )

      # Lists what is on the screen of an active app, 500 elements at most. It refuses
      # an app in any other state, and one that shows no views.
      #
      #   scene  The session of a scene in front. Default: the one that has the key
      #          window.
      method Elements(id: string, scene: ?string, wait: ?bool, timeout: ?int) -> (elements: []Element)

      # Draws the screen of an active app as it is now. It refuses an app in any other
      # state, and one that shows no views. An app draws at most 64 KiB, and 2 MiB in 10
      # seconds; until they are over its screen counts as unchanged.
      #
      #   seen     The name of the picture that the caller has, 200 bytes at most.
      #            Default: none.
      #   scene    The session of a scene in front. Default: the one that has the key
      #            window.
      #   picture  The name of the picture.
      #   svg      An SVG document; null when the screen looks as in the picture that the
      #            caller has.
      method Picture(id: string, seen: ?string, scene: ?string, wait: ?bool, timeout: ?int) -> (picture: string, svg: ?string)

      # Shows where an app's standard output and error go when it is launched.
      #
      #   identifier  SYSLOG_IDENTIFIER of its messages in the journal, where the
      #               daemon's own about it have ROOST_APP; null where there is a file.
      #               Everybody may write messages of any identifier.
      #   user        The id of the user that its processes run as, _UID of its messages;
      #               null where there is a file, or the app has never been launched.
      #   path        The file on the daemon's machine; null where it is the journal.
      #               The part that came before it is beside it, with ".1" after the
      #               name.
      method GetOutput(id: string) -> (identifier: ?string, user: ?int, path: ?string)

      # Lists how processes ended, the latest last.
      #
      #   id  Only this app's. The records of an app outlive its installation.
      method ListExits(id: ?string) -> (exits: []Exit)

      # Lists what keeps apps awake: of each app the first 64. Status of the app has all.
      method ListAssertions() -> (assertions: []Assertion)

      # Lists background work that apps have asked for in advance and that has not
      # begun.
      method ListTasks() -> (tasks: []Task)

      # Begins background work that an app has asked for in advance, for developers:
      # at once, whatever it waits for. It replies when the app has finished it.
      #
      #   task  Its identifier; null: the only one that is pending.
      method RunTask(id: string, task: ?string, wait: ?bool, timeout: ?int) -> ()

      # Says that the time of background work that runs is up, for developers. It
      # replies when the expiration handler has returned.
      #
      #   task  Its identifier; null: the only one that runs.
      method ExpireTask(id: string, task: ?string, wait: ?bool, timeout: ?int) -> ()

      # No such app is installed.
      error UnknownApp (app: string, message: string)

      # The app has no icon, or one that is not shown.
      error NoIcon (app: string, message: string)

      # The app is not in a state for that.
      error Refused (app: string, message: string)

      # No installed app declares the URL's scheme.
      error NoAppForURL (url: string, message: string)

      # The change is not done in the time that the caller gave; it goes on.
      error TimedOut (app: string, message: string)

      """#)
}

extension AppStatus {
  /// The state of an app now.
  public enum State: String, Codable, Sendable, CaseIterable {
    case notRunning, inactive, active, background, suspended
  }
}

extension AppStatus {
  /// The delegate that gets the life-cycle calls: the app's or those of its scenes.
  public enum Style: String, Codable, Sendable, CaseIterable {
    case app, scene
  }
}

extension AppStatus.Scene {
  /// The state of a scene now. It is unattached while it is disconnected.
  public enum State: String, Codable, Sendable, CaseIterable {
    case unattached, foregroundInactive, foregroundActive, background
  }
}

extension AppStatus {
  /// One scene of an app. Its session outlives the process.
  public struct Scene: Codable, Hashable, Sendable {
    /// UISceneSession.persistentIdentifier.
    public var session: String
    public var state: AppStatus.Scene.State

    public init(session: String, state: AppStatus.Scene.State) {
      self.session = session
      self.state = state
    }
  }
}

/// Something that keeps an app awake in the background.
public struct Assertion: Codable, Hashable, Sendable {
  public var app: String
  /// Its number within the app.
  public var id: Int64
  /// "backgroundTask", "activity" or "wake".
  public var kind: String
  /// The name that the app gave it.
  public var name: String
  /// Nanoseconds until its time is up; null while nothing counts.
  public var left: Int64?

  public init(app: String, id: Int64, kind: String, name: String, left: Int64?) {
    self.app = app
    self.id = id
    self.kind = kind
    self.name = name
    self.left = left
  }

  /// Writes what is absent as `null`, so that scripts find every member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(app, forKey: .app)
    try container.encode(id, forKey: .id)
    try container.encode(kind, forKey: .kind)
    try container.encode(name, forKey: .name)
    try container.encode(left, forKey: .left)
  }
}

/// The end of a process. Every end of every process leaves one such record.
public struct ExitRecord: Codable, Hashable, Sendable {
  public var app: String
  /// Null when the process could not be started.
  public var pid: Int64?
  /// ISO 8601 in UTC, such as "2026-11-21T04:42:34.123Z".
  public var time: String
  /// The state of the app when it ended.
  public var state: AppStatus.State
  /// The party that ended it, as .ips reports name it.
  public var namespace: String
  /// Such as "0x8badf00d"; null where iOS has no number for it.
  public var code: String?
  /// One word for programs, such as "watchdog".
  public var reason: String
  /// The signal that killed the process, signal(7).
  public var signal: Int64?
  /// The exit status of the process.
  public var status: Int64?
  /// Bytes of memory that its end has freed, anonymous, shared and swapped, as the daemon saw them last; 0 where it
  /// ended before the daemon ever looked.
  public var footprint: Int64
  /// Nanoseconds of user and system time that it used.
  public var cpu: Int64
  /// The callback that it was in.
  public var callback: String?
  /// Nanoseconds that it had been in that callback.
  public var elapsed: Int64?
  /// The whole as a sentence for people.
  public var text: String

  public init(
    app: String, pid: Int64?, time: String, state: AppStatus.State, namespace: String, code: String?, reason: String,
    signal: Int64?, status: Int64?, footprint: Int64, cpu: Int64, callback: String?, elapsed: Int64?, text: String
  ) {
    self.app = app
    self.pid = pid
    self.time = time
    self.state = state
    self.namespace = namespace
    self.code = code
    self.reason = reason
    self.signal = signal
    self.status = status
    self.footprint = footprint
    self.cpu = cpu
    self.callback = callback
    self.elapsed = elapsed
    self.text = text
  }

  /// Writes what is absent as `null`, so that scripts find every member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(app, forKey: .app)
    try container.encode(pid, forKey: .pid)
    try container.encode(time, forKey: .time)
    try container.encode(state, forKey: .state)
    try container.encode(namespace, forKey: .namespace)
    try container.encode(code, forKey: .code)
    try container.encode(reason, forKey: .reason)
    try container.encode(signal, forKey: .signal)
    try container.encode(status, forKey: .status)
    try container.encode(footprint, forKey: .footprint)
    try container.encode(cpu, forKey: .cpu)
    try container.encode(callback, forKey: .callback)
    try container.encode(elapsed, forKey: .elapsed)
    try container.encode(text, forKey: .text)
  }
}

extension AppStatus {
  /// The daemon holds an app back that died again and again right after its launch.
  public struct HeldBack: Codable, Hashable, Sendable {
    /// How many times in a row it died.
    public var deaths: Int64
    /// Nanoseconds until it may be launched again.
    public var left: Int64

    public init(deaths: Int64, left: Int64) {
      self.deaths = deaths
      self.left = left
    }
  }
}

extension AppsInterface {
  /// The use of the Internet that a bundle asks for: RoostNetwork in its Info.plist.
  public enum NetworkUse: String, Codable, Sendable, CaseIterable {
    case none, client, server
  }
}

extension AppsInterface {
  /// The programs that a bundle asks to run: RoostExec in its Info.plist.
  public enum ProgramUse: String, Codable, Sendable, CaseIterable {
    case any, bundle
  }
}

extension AppsInterface {
  /// The parts of the machine that a bundle asks for, or has because it says nothing.
  public struct Entitlements: Codable, Hashable, Sendable {
    public var network: AppsInterface.NetworkUse
    /// Kinds of device nodes, as in roostd.toml(5).
    public var devices: [String]
    public var programs: AppsInterface.ProgramUse
    /// Paths, of RoostFileAccess.
    public var read: [String]
    /// Paths, of RoostFileAccess.
    public var write: [String]
    /// Whether its processes may trace each other: RoostDebuggable.
    public var debuggable: Bool
    /// Whether it reaches the bus of its user's session, and the other sockets there: RoostSessionBus.
    public var bus: Bool

    public init(
      network: AppsInterface.NetworkUse, devices: [String], programs: AppsInterface.ProgramUse, read: [String],
      write: [String], debuggable: Bool, bus: Bool
    ) {
      self.network = network
      self.devices = devices
      self.programs = programs
      self.read = read
      self.write = write
      self.debuggable = debuggable
      self.bus = bus
    }
  }
}

extension AppsInterface {
  /// Something that an app was refused for want of an entitlement, since it was launched last. The daemon knows of it
  /// from the kernel's audit log; it tells of each key once.
  public struct MissingEntitlement: Codable, Hashable, Sendable {
    public var app: String
    /// The key of Info.plist that asks for the entitlement.
    public var key: String
    /// The whole as a sentence for people.
    public var text: String

    public init(app: String, key: String, text: String) {
      self.app = app
      self.key = key
      self.text = text
    }
  }
}

extension AppStatus {
  /// A callback that an app is in, and has not returned from.
  public struct Callback: Codable, Hashable, Sendable {
    /// As in org.roost.Monitor.
    public var name: String
    /// Nanoseconds that it has been in it.
    public var elapsed: Int64

    public init(name: String, elapsed: Int64) {
      self.name = name
      self.elapsed = elapsed
    }
  }
}

extension AppStatus {
  /// A deadline of an app that runs. One that stands still is not shown.
  public struct Deadline: Codable, Hashable, Sendable {
    /// As in org.roost.Monitor.
    public var step: String
    /// Nanoseconds that the step is allowed.
    public var limit: Int64
    /// Nanoseconds that it has taken so far.
    public var elapsed: Int64

    public init(step: String, limit: Int64, elapsed: Int64) {
      self.step = step
      self.limit = limit
      self.elapsed = elapsed
    }
  }
}

extension AppStatus {
  /// The debugger of an app: the process that traces it, ptrace(2). While there is one, or the app waits for one, its
  /// deadlines stand still, and it is not suspended.
  public struct Debugger: Codable, Hashable, Sendable {
    /// Null while the app waits for a debugger, stopped before its first instruction.
    public var pid: Int64?
    /// As the kernel knows it, such as "gdb".
    public var name: String?

    public init(pid: Int64?, name: String?) {
      self.pid = pid
      self.name = name
    }

    /// Writes what is absent as `null`, so that scripts find every member.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(pid, forKey: .pid)
      try container.encode(name, forKey: .name)
    }
  }
}

/// An app and what it is now.
public struct AppStatus: Codable, Hashable, Sendable {
  /// The bundle identifier.
  public var id: String
  /// CFBundleDisplayName or CFBundleName, 100 characters at most; null where it has none.
  public var name: String?
  public var state: AppStatus.State
  public var pid: Int64?
  /// The user that its process runs as: the name, or the id where the daemon knows no name; null when it is not
  /// running.
  public var user: String?
  public var style: AppStatus.Style
  /// Bytes of memory that its end would free; 0 when it is not running.
  public var footprint: Int64
  /// Nanoseconds of user and system time that its processes have used; 0 when it is not running.
  public var cpu: Int64
  /// Null when it is in none.
  public var callback: AppStatus.Callback?
  public var deadlines: [AppStatus.Deadline]
  public var scenes: [AppStatus.Scene]
  public var assertions: [Assertion]
  /// How its last process ended.
  public var lastExit: ExitRecord?
  /// Null when it may be launched, or runs.
  public var heldBack: AppStatus.HeldBack?
  /// What a program without our library says that it does: STATUS= of sd_notify(3).
  public var saying: String?
  /// Null when it has none, and waits for none.
  public var debugger: AppStatus.Debugger?
  /// Null where its bundle is gone.
  public var entitlements: AppsInterface.Entitlements?
  public var missing: [AppsInterface.MissingEntitlement]

  public init(
    id: String, name: String?, state: AppStatus.State, pid: Int64?, user: String?, style: AppStatus.Style,
    footprint: Int64, cpu: Int64, callback: AppStatus.Callback?, deadlines: [AppStatus.Deadline],
    scenes: [AppStatus.Scene], assertions: [Assertion], lastExit: ExitRecord?, heldBack: AppStatus.HeldBack?,
    saying: String?, debugger: AppStatus.Debugger?, entitlements: AppsInterface.Entitlements?,
    missing: [AppsInterface.MissingEntitlement]
  ) {
    self.id = id
    self.name = name
    self.state = state
    self.pid = pid
    self.user = user
    self.style = style
    self.footprint = footprint
    self.cpu = cpu
    self.callback = callback
    self.deadlines = deadlines
    self.scenes = scenes
    self.assertions = assertions
    self.lastExit = lastExit
    self.heldBack = heldBack
    self.saying = saying
    self.debugger = debugger
    self.entitlements = entitlements
    self.missing = missing
  }

  /// Writes what is absent as `null`, so that scripts find every member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(state, forKey: .state)
    try container.encode(pid, forKey: .pid)
    try container.encode(user, forKey: .user)
    try container.encode(style, forKey: .style)
    try container.encode(footprint, forKey: .footprint)
    try container.encode(cpu, forKey: .cpu)
    try container.encode(callback, forKey: .callback)
    try container.encode(deadlines, forKey: .deadlines)
    try container.encode(scenes, forKey: .scenes)
    try container.encode(assertions, forKey: .assertions)
    try container.encode(lastExit, forKey: .lastExit)
    try container.encode(heldBack, forKey: .heldBack)
    try container.encode(saying, forKey: .saying)
    try container.encode(debugger, forKey: .debugger)
    try container.encode(entitlements, forKey: .entitlements)
    try container.encode(missing, forKey: .missing)
  }
}

extension ScheduledTask {
  /// BGAppRefreshTaskRequest or BGProcessingTaskRequest.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case refresh, processing
  }
}

extension ScheduledTask {
  /// A condition that a task waits for besides its time.
  public enum Need: String, Codable, Sendable, CaseIterable {
    case power, network
  }
}

/// Background work that an app has asked for in advance.
public struct ScheduledTask: Codable, Hashable, Sendable {
  public var app: String
  /// One of BGTaskSchedulerPermittedIdentifiers in its Info.plist.
  public var identifier: String
  public var kind: ScheduledTask.Kind
  /// It does not begin before this time, ISO 8601 in UTC: its own earliestBeginDate, or later where the app's work
  /// before it was too recent; null when it may begin at any time.
  public var earliest: String?
  /// It does not begin without these.
  public var needs: [ScheduledTask.Need]

  public init(
    app: String, identifier: String, kind: ScheduledTask.Kind, earliest: String?, needs: [ScheduledTask.Need]
  ) {
    self.app = app
    self.identifier = identifier
    self.kind = kind
    self.earliest = earliest
    self.needs = needs
  }

  /// Writes what is absent as `null`, so that scripts find every member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(app, forKey: .app)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(kind, forKey: .kind)
    try container.encode(earliest, forKey: .earliest)
    try container.encode(needs, forKey: .needs)
  }
}

extension AppsInterface {
  /// Something on the screen of an app.
  public struct Element: Codable, Hashable, Sendable {
    /// Such as "button" or "textField".
    public var kind: String
    /// The text that stands for it, for example a button's title.
    public var label: String?
    /// Its accessibilityIdentifier.
    public var identifier: String?
    /// Such as the text of a text field, or "1" for a switch that is on.
    public var value: String?
    /// Such as "button", "selected", "notEnabled" and "focused".
    public var traits: [String]
    /// Of its left edge, in points from the left of the screen.
    public var x: Double
    /// Of its top edge, in points from the top of the screen.
    public var y: Double
    /// In points.
    public var width: Double
    /// In points.
    public var height: Double

    public init(
      kind: String, label: String?, identifier: String?, value: String?, traits: [String], x: Double, y: Double,
      width: Double, height: Double
    ) {
      self.kind = kind
      self.label = label
      self.identifier = identifier
      self.value = value
      self.traits = traits
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    /// Writes what is absent as `null`, so that scripts find every member.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(kind, forKey: .kind)
      try container.encode(label, forKey: .label)
      try container.encode(identifier, forKey: .identifier)
      try container.encode(value, forKey: .value)
      try container.encode(traits, forKey: .traits)
      try container.encode(x, forKey: .x)
      try container.encode(y, forKey: .y)
      try container.encode(width, forKey: .width)
      try container.encode(height, forKey: .height)
    }
  }
}
