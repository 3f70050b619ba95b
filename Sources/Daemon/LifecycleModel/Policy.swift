// The numbers and device traits that decisions depend on (docs/lifecycle.md, "Numbers").

/// The properties of the device, and its deadlines.
public struct Policy: Hashable, Codable, Sendable {
  /// Fork to handling events (LA5).
  public var launch: Duration
  /// F and A together (FG2).
  public var comeForward: Duration
  /// R, and B (BG2), each.
  public var leave: Duration
  /// T and the exit after it (TE1).
  public var terminate: Duration
  /// The app's budget for background tasks (BX1).
  public var backgroundTasks: Duration
  /// The time that expiration handlers have to end their tasks (BX1).
  public var expiration: Duration
  /// The time for each event between an app's steps: a URL to open, a change of the device, a memory warning, a scene
  /// that goes.
  public var event: Duration = .seconds(5)
  /// The time that an app has for an event that wakes it (BX3).
  public var wake: Duration
  /// The picture of a scene (SN2). One that is late is done without.
  public var snapshot: Duration
  /// The share of one processor that an app may use behind the screen, over ``cpuWindow`` (BG8).
  public var backgroundCPU = 0.8
  public var cpuWindow: Duration = .seconds(60)
  /// BX7.
  public var tasks = TaskPolicy()
  /// BX11.
  public var transfers = TransferPolicy()
  /// Shared device nodes by what the configuration calls their kind, and the mode that lets an app keep one open behind
  /// the screen (BG5); a kind without a mode is for the app in front alone.
  public var sharedResources: [String: BackgroundMode] = ["audio": .audio]
  /// DP2: whether the device has a passcode; without one, files are never out of reach.
  public var hasPasscode = false
  /// From the lock to the loss of the key of `complete` (DP2).
  public var keyDiscard: Duration = .seconds(10)
  /// PR1: the answer to an app that asks for a permission for the first time.
  public var privacy = PrivacyDefault.grant
  /// From closing the channel to the exit that should follow it. No rule names it: the kernel closes a dying
  /// process's files a moment before its pidfd reports the exit, so the closing alone proves nothing.
  public var hangUp: Duration = .seconds(1)
  /// From a freeze that failed to the next try (BG4).
  public var freezeRetry: Duration = .seconds(1)

  /// The policy of memory (ME).
  public var memory = MemoryPolicy()
  /// When an app that dies right after its launch is held back.
  public var crashLoop = CrashLoopPolicy()

  /// The number of apps that can be active side by side (ST5).
  public var foregroundSlots: Int
  /// `UIDevice.isMultitaskingSupported`; without it every app ends instead of entering the background (BG7).
  public var multitasking: Bool
  /// Open background tasks beyond which an app is killed for leaking them (BX2).
  public var taskLeak: Int = Limit.backgroundTasks.number
  /// Input an app has not handled yet beyond which more is refused.
  public var unhandledInput: Int = Limit.unhandledEvents.number

  public init(
    launch: Duration = .seconds(5), comeForward: Duration = .seconds(5), leave: Duration = .seconds(5),
    terminate: Duration = .seconds(5), backgroundTasks: Duration = .seconds(30), expiration: Duration = .seconds(5),
    wake: Duration = .seconds(30), snapshot: Duration = .milliseconds(500),
    foregroundSlots: Int = 1, multitasking: Bool = true
  ) {
    self.launch = launch
    self.comeForward = comeForward
    self.leave = leave
    self.terminate = terminate
    self.backgroundTasks = backgroundTasks
    self.expiration = expiration
    self.wake = wake
    self.snapshot = snapshot
    self.foregroundSlots = max(1, foregroundSlots)
    self.multitasking = multitasking
  }

  /// The longest time that the device may take to end all its apps: for the step that they are in, T, and kills (TE1).
  public var longestShutdown: Duration { launch + comeForward + leave * 2 + terminate + .seconds(10) }

  /// The longest time that an app may take to come to rest, whatever it is in the middle of and waits for: another app may have to
  /// end first, or to give it a slot (ST7).
  public var longestUnrest: Duration { launch + comeForward + leave * 2 + terminate + event * 2 + .seconds(10) }

  /// The time an app has for `step`.
  public func limit(for step: Step) -> Duration {
    switch step {
    case .launch: launch
    case .comeForward: comeForward
    case .resign, .enterBackground: leave
    case .terminate: terminate
    case .backgroundTasks: backgroundTasks
    case .expiration: expiration
    case .wake: wake
    case .wakeExpiration: expiration
    case .cpuWindow: cpuWindow
    case .event: event
    case .snapshot: snapshot
    case .hangUp: hangUp
    case .freezeRetry: freezeRetry
    }
  }
}

/// The steps that are timed. An app has at most one deadline of each running.
public enum Step: String, Hashable, Codable, Sendable, CaseIterable {
  case launch, comeForward, resign, enterBackground, terminate, backgroundTasks, expiration, wake, wakeExpiration
  case cpuWindow, event, snapshot, hangUp, freezeRetry

  /// Whether it is the time for an answer, and not one that the app may use up.
  var isForAnswer: Bool {
    switch self {
    case .launch, .comeForward, .resign, .enterBackground, .terminate, .expiration, .wake, .wakeExpiration: true
    case .event, .snapshot, .hangUp: true
    case .backgroundTasks, .cpuWindow, .freezeRetry: false
    }
  }
}
