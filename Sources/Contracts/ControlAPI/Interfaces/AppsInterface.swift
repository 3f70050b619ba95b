// org.roost.Apps: the apps, what they are, and what a person can have them do.
public import Varlink

public enum AppsInterface {
  /// Every installed app.
  public struct List: ControlRequest {
    public static let method = "org.roost.Apps.List"
    public struct Reply: Codable, Hashable, Sendable {
      public var apps: [AppStatus]
      public init(apps: [AppStatus]) { self.apps = apps }
    }
    public init() {}
  }

  /// One app.
  public struct Status: ControlRequest {
    public static let method = "org.roost.Apps.Status"
    public var id: String
    public struct Reply: Codable, Hashable, Sendable {
      public var app: AppStatus
      public init(app: AppStatus) { self.app = app }
    }
    public init(id: String) { self.id = id }
  }

  /// Starts an app, or brings it forward when it runs (LA10).
  public struct Launch: ChangeRequest {
    public static let method = "org.roost.Apps.Launch"
    public var id: String
    /// Nil means false: it comes to the foreground (LA2, LA3).
    public var background: Bool?
    /// What it is to open (LA6).
    public var url: String?
    /// The type of the shortcut item that the user chose.
    public var shortcut: String?
    /// The user activity it is to continue: a JSON object such as ``UserActivityText`` reads.
    public var activity: String?
    /// Arguments of the process after its own name; they count only when one is started.
    public var arguments: [String]?
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Running

    public init(
      id: String, background: Bool? = nil, url: String? = nil, shortcut: String? = nil, activity: String? = nil,
      arguments: [String]? = nil, wait: Bool? = nil, timeout: Int64? = nil
    ) {
      self.id = id
      self.background = background
      self.url = url
      self.shortcut = shortcut
      self.activity = activity
      self.arguments = arguments
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// Opens a URL in the app that declares its scheme, launching that app or bringing it forward (LA6).
  public struct Open: ChangeRequest {
    public static let method = "org.roost.Apps.Open"
    public var url: String
    /// The bundle identifier of the app that asks; nil when a person does.
    public var source: String?
    public var wait: Bool?
    public var timeout: Int64?

    public struct Reply: Codable, Hashable, Sendable {
      /// Which app it was.
      public var app: String
      /// As in ``Running``.
      public var pid: Int64?
      public var state: AppStatus.State

      public init(app: String, _ running: Running) {
        self.app = app
        pid = running.pid
        state = running.state
      }
    }

    public init(url: String, source: String? = nil, wait: Bool? = nil, timeout: Int64? = nil) {
      self.url = url
      self.source = source
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// Brings a running app forward; one that is not running is refused.
  public struct Activate: ChangeRequest {
    public static let method = "org.roost.Apps.Activate"
    public var id: String
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Running

    public init(id: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// Ends an app as the user does from the switcher (TE2).
  public struct Quit: ChangeRequest {
    public static let method = "org.roost.Apps.Quit"
    public var id: String
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Ended

    public init(id: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// Ends an app as the system does (TE1).
  public struct Terminate: ChangeRequest {
    public static let method = "org.roost.Apps.Terminate"
    public var id: String
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Ended

    public init(id: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// Hands one input event to an active app; any other state refuses it (FG4).
  public struct SendInput: ChangeRequest {
    public static let method = "org.roost.Apps.SendInput"
    public var id: String
    /// One JSON object, passed on as it is.
    public var input: String
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done

    public init(id: String, input: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.input = input
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// How processes ended, the latest last (TE3).
  public struct ListExits: ControlRequest {
    public static let method = "org.roost.Apps.ListExits"
    /// Only this app's; an app that is installed no more still has its records.
    public var id: String?
    public struct Reply: Codable, Hashable, Sendable {
      public var exits: [ExitRecord]
      public init(exits: [ExitRecord]) { self.exits = exits }
    }
    public init(id: String? = nil) { self.id = id }
  }

  /// Who keeps what awake (BX1).
  public struct ListAssertions: ControlRequest {
    public static let method = "org.roost.Apps.ListAssertions"
    public struct Reply: Codable, Hashable, Sendable {
      public var assertions: [Assertion]
      public init(assertions: [Assertion]) { self.assertions = assertions }
    }
    public init() {}
  }

  /// Background work that apps have asked for in advance (BX4).
  public struct ListTasks: ControlRequest {
    public static let method = "org.roost.Apps.ListTasks"
    public struct Reply: Codable, Hashable, Sendable {
      public var tasks: [ScheduledTask]
      public init(tasks: [ScheduledTask]) { self.tasks = tasks }
    }
    public init() {}
  }

  /// What an app is when its launch or activation is answered.
  public struct Running: Codable, Hashable, Sendable {
    /// Nil when there is no process yet, because the caller did not wait.
    public var pid: Int64?
    public var state: AppStatus.State

    public init(pid: Int64?, state: AppStatus.State) {
      self.pid = pid
      self.state = state
    }
  }

  /// How an app's end came out.
  public struct Ended: Codable, Hashable, Sendable {
    /// Nil when the app was not running, or the caller did not wait.
    public var exit: ExitRecord?
    public init(exit: ExitRecord?) { self.exit = exit }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Apps",
    text: """
      # The apps, what they are, and what a person can have them do.
      # Methods that change something answer when the change is done, unless
      # "wait" is false; after "timeout" milliseconds they answer TimedOut while
      # the change goes on.
      interface org.roost.Apps

      \(WireTypes.app)

      # It died so many times in a row right after its launch, and may be launched
      # again in so many nanoseconds.
      type HeldBack (deaths: int, left: int)

      # An app and what it is now; footprint in bytes. What it is saying is a
      # program's own word for what it does.
      type App (
        id: string,
        state: State,
        pid: ?int,
        style: Style,
        footprint: int,
        scenes: []Scene,
        assertions: []Assertion,
        lastExit: ?Exit,
        heldBack: ?HeldBack,
        saying: ?string
      )

      type TaskKind (refresh, processing)

      type Need (power, network)

      # Background work: not before "earliest", ISO 8601 UTC, and not without what
      # it needs.
      type Task (app: string, identifier: string, kind: TaskKind, earliest: ?string, needs: []Need)

      # Every installed app.
      method List() -> (apps: []App)

      # One app.
      method Status(id: string) -> (app: App)

      # Starts an app, or brings it forward when it runs. "shortcut" is the type
      # of a shortcut item; "activity" a user activity, a JSON object in a string
      # with "activityType" and, where there are any, "userInfo", "webpageURL" and
      # "title".
      method Launch(
        id: string,
        background: ?bool,
        url: ?string,
        shortcut: ?string,
        activity: ?string,
        arguments: ?[]string,
        wait: ?bool,
        timeout: ?int
      ) -> (pid: ?int, state: State)

      # Opens a URL in the app that declares its scheme; "source" names the app
      # that asks.
      method Open(
        url: string,
        source: ?string,
        wait: ?bool,
        timeout: ?int
      ) -> (app: string, pid: ?int, state: State)

      # Brings a running app forward.
      method Activate(id: string, wait: ?bool, timeout: ?int) -> (pid: ?int, state: State)

      # Ends an app as the user does from the switcher.
      method Quit(id: string, wait: ?bool, timeout: ?int) -> (exit: ?Exit)

      # Ends an app as the system does.
      method Terminate(id: string, wait: ?bool, timeout: ?int) -> (exit: ?Exit)

      # Hands one input event, a JSON object in a string, to an active app.
      method SendInput(id: string, input: string, wait: ?bool, timeout: ?int) -> ()

      # How processes ended, the latest last.
      method ListExits(id: ?string) -> (exits: []Exit)

      # Who keeps what awake.
      method ListAssertions() -> (assertions: []Assertion)

      # Background work that apps have asked for in advance and that has not begun.
      method ListTasks() -> (tasks: []Task)

      # No such app is installed.
      error UnknownApp (app: string, message: string)

      # The app is in no state for that.
      error Refused (app: string, message: string)

      # No installed app declares the URL's scheme.
      error NoAppForURL (url: string, message: string)

      # The change is not done in the time the caller gave; it goes on.
      error TimedOut (app: string, message: string)

      """)
}
