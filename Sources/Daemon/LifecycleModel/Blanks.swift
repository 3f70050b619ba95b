// The defaults of everything that is stored: what a state of an earlier version is read with.

extension Lifecycle: Restorable {
  public static var blank: Lifecycle { Lifecycle(policy: Policy()) }
  public static var required: Set<String> { ["apps", "device", "owners", "lastSerial", "sessionNames"] }
}

extension Estate: Restorable { public static var blank: Estate { Estate() } }
extension App: Restorable {
  public static var blank: App { App(.blank) }
  public static var required: Set<String> { ["description"] }
}

extension AppProcess: Restorable {
  public static var blank: AppProcess {
    var unheard = Turn(now: Instant(nanoseconds: 0), policy: Policy())
    return AppProcess(
      .blank, serial: ProcessSerial(number: 0), launch: Launch(), placement: .background, device: Device(),
      turn: &unheard)
  }
  public static var required: Set<String> { ["app", "serial", "style", "phase", "began", "conversation"] }
}

extension Conversation: Restorable {
  public static var blank: Conversation { Conversation() }
  public static var required: Set<String> { ["lastSequence"] }
}
extension Deadlines: Restorable {
  public static var blank: Deadlines { Deadlines(of: ProcessSerial(number: 0)) }
  public static var required: Set<String> { ["process"] }
}
extension Wakefulness: Restorable { public static var blank: Wakefulness { Wakefulness() } }
extension Told: Restorable { public static var blank: Told { Told(Device(), AppID("")) } }
extension Trace: Restorable { public static var blank: Trace { Trace() } }
extension Pictures: Restorable { public static var blank: Pictures { Pictures() } }

extension AppDescription: Restorable {
  /// Of one that may be foreign: an app that a version before could not tell of would be ended for want of the word.
  public static var blank: AppDescription { AppDescription(id: AppID(""), style: .app, isForeign: true) }
  public static var required: Set<String> { ["id", "style"] }
}

extension Device: Restorable { public static var blank: Device { Device() } }
extension DeviceFacts: Restorable { public static var blank: DeviceFacts { DeviceFacts() } }
extension Prompt: Restorable {
  public static var blank: Prompt {
    Prompt(app: AppID(""), process: ProcessSerial(number: 0), service: .notifications, requests: [])
  }
  public static var required: Set<String> { ["app", "process", "service"] }
}
extension Battery: Restorable { public static var blank: Battery { Battery() } }
extension TaskConditions: Restorable { static var blank: TaskConditions { TaskConditions(Device()) } }

extension Policy: Restorable { public static var blank: Policy { Policy() } }
extension MemoryPolicy: Restorable { public static var blank: MemoryPolicy { MemoryPolicy() } }
extension CrashLoopPolicy: Restorable { public static var blank: CrashLoopPolicy { CrashLoopPolicy() } }

extension MemoryPressure: Restorable { public static var blank: MemoryPressure { MemoryPressure() } }
extension MemoryBooks: Restorable { static var blank: MemoryBooks { MemoryBooks() } }
extension MemoryTraits: Restorable { public static var blank: MemoryTraits { MemoryTraits() } }
extension MemoryMeasurement: Restorable {
  public static var blank: MemoryMeasurement { MemoryMeasurement(pool: 0, total: 0) }
  public static var required: Set<String> { ["pool", "total"] }
}
extension JetsamEntry: Restorable {
  public static var blank: JetsamEntry {
    JetsamEntry(
      app: AppID(""), process: ProcessSerial(number: 0), state: .background, band: .background,
      lastUsed: Instant(nanoseconds: 0))
  }
  public static var required: Set<String> { ["app", "process", "state", "band", "lastUsed"] }
}

extension Sessions: Restorable { public static var blank: Sessions { Sessions() } }
extension Session: Restorable {
  public static var blank: Session { Session(id: SessionID("")) }
  public static var required: Set<String> { ["id"] }
}
extension Scene: Restorable {
  public static var blank: Scene { Scene(session: SessionID(""), state: .unattached) }
  public static var required: Set<String> { ["session", "state"] }
}
extension EarlyDeaths: Restorable { static var blank: EarlyDeaths { EarlyDeaths() } }

extension BackgroundTasks: Restorable {
  public static var blank: BackgroundTasks { BackgroundTasks() }
  public static var required: Set<String> { ["lastNumber"] }
}
extension ScheduledTasks: Restorable { public static var blank: ScheduledTasks { ScheduledTasks() } }
extension TaskPolicy: Restorable { public static var blank: TaskPolicy { TaskPolicy() } }
extension Transfers: Restorable { public static var blank: Transfers { Transfers() } }
extension Transfer: Restorable {
  public static var blank: Transfer { Transfer(TransferSerial(number: 0), .blank) }
  public static var required: Set<String> { ["serial", "request"] }
}
extension TransferRequest: Restorable {
  public static var blank: TransferRequest { TransferRequest(TransferName(session: "", number: 0), url: "") }
  public static var required: Set<String> { ["name", "url"] }
}
extension TransferAttempt: Restorable {
  static var blank: TransferAttempt { TransferAttempt(began: Instant(nanoseconds: 0), furthest: 0) }
  static var required: Set<String> { ["began"] }
}
extension WakePace: Restorable {
  static var blank: WakePace { WakePace(pause: .zero, next: Instant(nanoseconds: 0)) }
  static var required: Set<String> { ["next"] }
}
extension TransferPolicy: Restorable { public static var blank: TransferPolicy { TransferPolicy() } }
extension TaskRequest: Restorable {
  public static var blank: TaskRequest { TaskRequest(identifier: "", kind: .refresh) }
  public static var required: Set<String> { ["identifier", "kind"] }
}
extension UserNotifications: Restorable { public static var blank: UserNotifications { UserNotifications() } }
extension UserNotification: Restorable {
  public static var blank: UserNotification {
    UserNotification(identifier: "", title: "", body: "", content: "{}", isRemote: false)
  }
  public static var required: Set<String> { ["identifier"] }
}
extension PlannedNotification: Restorable {
  public static var blank: PlannedNotification { PlannedNotification(.blank, next: ClockDate(nanoseconds: 0)) }
  public static var required: Set<String> { ["notification", "next"] }
}
extension ShownNotification: Restorable {
  public static var blank: ShownNotification { ShownNotification(.blank, time: ClockDate(nanoseconds: 0)) }
  public static var required: Set<String> { ["notification", "time"] }
}

extension Launch: Restorable { public static var blank: Launch { Launch() } }
extension LaunchOptions: Restorable { public static var blank: LaunchOptions { LaunchOptions() } }
extension PendingWake: Restorable {
  static var blank: PendingWake { PendingWake(wake: .fetch, request: nil) }
  static var required: Set<String> { ["wake"] }
}
extension RunningWake: Restorable {
  static var blank: RunningWake { RunningWake(wake: .fetch, countdown: .blank) }
  static var required: Set<String> { ["wake", "countdown"] }
}
extension Countdown: Restorable {
  public static var blank: Countdown { Countdown(.launch, limit: .zero) }
  public static var required: Set<String> { ["step", "limit", "left"] }
}
