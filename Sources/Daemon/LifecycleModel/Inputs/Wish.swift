// Wishes from outside: a person's, by way of roostctl, or those of a push.

public enum Wish: Hashable, Codable, Sendable {
  // One app.
  case launch(AppID, Launch, Placement)
  /// Brings a running app forward; one that is not running is refused.
  case activate(AppID)
  /// From the switcher: force-quit (TE2).
  case quit(AppID)
  /// As the system does it (TE1).
  case terminate(AppID)
  /// LA11: ends it, and forgets all that it has done.
  case erase(AppID)
  /// One JSON object of input (FG4).
  case userInput(AppID, String)
  /// Something to wake an app for (BX5).
  case wake(AppID, Wake)

  /// Begins work that the app has planned, now; nil: its only request (BX8).
  case runTask(AppID, String?)
  /// Ends the time of planned work that runs (BX8).
  case expireTask(AppID, String?)

  // Scenes.
  /// LA6: opens a URL in the app that declares its scheme; `from` is the app that asks.
  case openURL(String, from: AppID?)
  /// A new scene of an app that may have several (SC1, SC4).
  case newScene(AppID, named: SessionID)
  /// Brings one scene forward, launching the app when it is not running.
  case activateScene(AppID, SessionID)
  /// R, B, DC; the session stays (SC2).
  case closeScene(AppID, SessionID)
  /// R, B, DC, DD (SC1).
  case discardScene(AppID, SessionID)

  // Notifications.
  /// A notification for the person from outside.
  case notify(AppID, UserNotification)
  /// The person chooses a notification, or one of its actions, perhaps typing a text.
  case openNotification(AppID, String, action: String?, text: String?)
  case dismissNotification(AppID, String)

  // The device.
  case home
  case lock
  case unlock
  case call(CallButton)
  case showAlert
  case dismissAlert
  /// PR2: the alert that asks for a permission. The answer is of the alert of this app, for this service; nil: of any.
  case answerPrompt(PromptAnswer, of: AppID? = nil, for: PrivacyService? = nil)
  /// PR4: nil: nothing is decided.
  case setPermission(AppID, PrivacyService, Permission?)
  case openPanel(Panel)
  case closePanel(Panel)
  case banner(String)
  /// NQ: something about the device changes, because somebody says so.
  case fact(FactChange)
  case memory(MemoryWish)
}

/// The actions of a user on a call.
public enum CallButton: String, Hashable, Codable, Sendable, CaseIterable { case ring, accept, decline, end }

/// The panels that a user can pull over an app (IN1).
public enum Panel: String, Hashable, Codable, Sendable, CaseIterable {
  case notificationCenter = "notification-center"
  case controlCenter = "control-center"
  case switcher
}

/// The requests by which a user simulates that memory is short (ME1).
public enum MemoryWish: Hashable, Codable, Sendable {
  /// Simulated pressure. `free`: bytes that have to come back; nil asks for the share of the budget, or of all memory,
  /// that ``MemoryPolicy/urgentRoom`` is. `normal` ends what was simulated.
  case pressure(MemoryLevel, free: UInt64?)
  /// A warning to one app, or to all that run (ME2).
  case warn(AppID?)
  /// The bytes that all apps together may hold; nil: as many as there are.
  case budget(UInt64?)
}
