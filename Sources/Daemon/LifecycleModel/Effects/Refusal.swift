// The outcome of a request: done, or refused and why.

/// The outcome of a request.
public enum Outcome: Hashable, Codable, Sendable {
  case done
  /// Done, and the app has told what is on its screen: a JSON list.
  case elements(String)
  /// Done, and the app has drawn its screen, where it looks other than in the picture that the asker has.
  case drawn(picture: String, svg: String?)
  case refused(Refusal)
}

/// The reason why a request was refused.
public enum Refusal: Hashable, Codable, Sendable {
  case unknownApp(AppID)
  case unknownSession(AppID, SessionID)
  case unknownNotification(AppID, String)
  /// SC4.
  case oneSceneOnly(AppID)
  case noScenes(AppID)
  /// BX3: none of these is in its `UIBackgroundModes`.
  case lacksMode(AppID, [BackgroundMode])
  /// BX8: it has no such request pending; nil: none at all.
  case taskNotPending(AppID, String?)
  /// BX8: none such runs.
  case taskNotRunning(AppID, String?)
  /// BX7: never two of one identifier.
  case taskUnderWay(AppID, String)
  /// BX8: one of these has to be chosen.
  case severalTasks(AppID, [String])
  /// BX5.
  case forceQuitByUser(AppID)
  /// LA6: no app declares its scheme.
  case nobodyOpens(url: String)
  case notRunning(AppID)
  /// DB1: only a new process can wait for a debugger.
  case runsAlready(AppID, pid: Int32?)
  case locked(AppID)
  case shuttingDown
  /// BG7: an app that exits on suspend cannot be launched in the background.
  case noBackground(AppID)
  /// FG4: what it is instead.
  case notActive(AppID, AppState)
  case inputBacklog(AppID, Int)
  /// It would be more than the daemon keeps for the app.
  case overLimit(AppID, Limit)
  /// It would be more than the daemon keeps for the device.
  case deviceOverLimit(Limit)
  /// It ended before the request was done.
  case ended(AppID, ExitReason)
  case noCall(CallButton)
  case callUnderWay(CallButton)
  case noAlert
  /// PR2: no alert asks for a permission.
  case noPrompt
  /// PR2: the alert on the screen is of this app, for this service, and another was answered.
  case otherPrompt(AppID, PrivacyService)
  /// PR2: iOS has no “once” for it.
  case notOnce(PrivacyService)
  /// PR4: the service that this would be of is not granted to it.
  case permissionDenied(AppID, PrivacyService)
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
