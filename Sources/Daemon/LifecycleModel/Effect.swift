// Everything the model can ask of the supervisor.

public enum Effect: Hashable, Codable, Sendable {
  // To processes.
  case spawn(ProcessSerial, AppID, Launch)
  case send(ProcessSerial, EventSequence, Event)
  case reply(ProcessSerial, id: UInt64, AppAnswer)
  /// Stop every process of the app; ``Input/froze(_:)`` or ``Input/freezeFailed(_:_:)`` answers.
  case freeze(ProcessSerial)
  /// Continue every process of the app. Needs no answer: no check may stand between an app and its thaw.
  case thaw(ProcessSerial)
  /// Look what it holds; ``Input/inspected(_:_:)`` answers (BG5).
  case inspect(ProcessSerial)
  /// Look how much processor time all its processes have used; ``Input/sampledCPU(_:_:)`` answers (BG8).
  case sampleCPU(ProcessSerial)
  /// SIGKILL to every process of the app; ``Input/exited(_:_:_:)`` follows.
  case kill(ProcessSerial)

  // To timers: one a process and step; arming again moves it.
  case arm(ProcessSerial, Step, at: Instant)
  case disarm(ProcessSerial, Step)

  // To the store: what outlives the process.
  case keepSession(AppID, Session)
  /// The session is gone; its app has not been told (SC3).
  case discardSession(AppID, SessionID)
  /// The app has been told of all its discarded sessions.
  case discardsReported(AppID)
  /// The app has rendered a scene, or its only window, into a file of its container (SN1).
  case keepPicture(ProcessSerial, AppID, SessionID?, file: String)
  /// Forget what a scene looked like.
  case forgetPicture(AppID, SessionID?)

  /// A request for background work, kept until it runs (BX4).
  case keepTask(AppID, TaskRequest)
  case dropTask(AppID, String)
  /// When ``Input/tasksDue`` is to come; nil: not at all.
  case armTasks(at: Instant?)

  /// The notifications of an app, in place of those kept before.
  case keepNotifications(AppID, UserNotifications)
  /// When ``Input/notificationsDue`` is to come; nil: not at all.
  case armNotifications(at: Instant?)
  /// Something that somebody has set, in place of what it was before.
  case keepFact(FactChange)

  // To the keys of protected files (DP2).
  /// When ``Input/keysDue`` is to come; nil: not at all.
  case armKeys(at: Instant?)
  case discardKeys
  case openKeys
  /// Reply with the key of a class, which may be used now.
  case giveKey(ProcessSerial, id: UInt64, AppID, ProtectionClass)
  /// Reply with what files of `completeUnlessOpen` are made with, which may be had at any time.
  case givePublicKey(ProcessSerial, id: UInt64, AppID)

  /// Something about memory (ME).
  case memory(MemoryEffect)

  // To people.
  case answer(RequestID, Outcome)
  case record(ExitRecord)
  case report(Report)

  /// The last process has ended after ``Input/shutdown``.
  case shutdownComplete
}

/// How a request ended.
public enum Outcome: Hashable, Codable, Sendable {
  case done
  case refused(Refusal)
}

/// Why a request was refused.
public enum Refusal: Hashable, Codable, Sendable {
  case unknownApp(AppID)
  case unknownSession(AppID, SessionID)
  case unknownNotification(AppID, String)
  /// SC4.
  case oneSceneOnly(AppID)
  case noScenes(AppID)
  /// BX3: none of these is in its `UIBackgroundModes`.
  case lacksMode(AppID, [BackgroundMode])
  /// BX5.
  case forceQuitByUser(AppID)
  /// LA6: no app declares its scheme.
  case nobodyOpens(url: String)
  case notRunning(AppID)
  case locked(AppID)
  case shuttingDown
  /// BG7: an app that exits on suspend cannot be launched in the background.
  case noBackground(AppID)
  /// FG4: what it is instead.
  case notActive(AppID, AppState)
  case inputBacklog(AppID, Int)
  /// It ended before the request was done.
  case ended(AppID, ExitReason)
  case noCall(CallButton)
  case callUnderWay(CallButton)
  case noAlert
  case panelNotOpen(Panel)
  /// It died so many times in a row right after its launch; it may be launched again after so long.
  case heldBack(AppID, for: Duration, deaths: Int)
  /// ME2: a memory warning wakes nobody.
  case asleep(AppID)
  /// So many bytes have not come back, and nobody is left who may be killed for them at this level (ME4).
  case notFreed(missing: UInt64, MemoryLevel)
  /// No app can run in no memory at all.
  case emptyBudget
}

/// What `roostctl monitor` shows.
public enum Report: Hashable, Codable, Sendable {
  case state(AppID, from: AppState, to: AppState)
  case callback(AppID, String, scene: SessionID?, took: Duration)
  case deadline(AppID, Step, limit: Duration, elapsed: Duration)
  /// Something outside continued or stopped an app, or a freeze failed: the sentence says what.
  case notice(AppID, String)
  case device(DeviceChange)
  case memory(MemoryReport)
}

/// What happened to the device.
public enum DeviceChange: Hashable, Codable, Sendable {
  case home, locked, unlocked
  case call(CallButton)
  case alert(shown: Bool)
  case panel(Panel, opened: Bool)
  case banner(String)
  case notification(AppID, UserNotification)
  case fact(FactChange)
}
