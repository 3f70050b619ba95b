// Reports for observers: `roostctl monitor`, and the log.

/// The reports for `roostctl monitor`.
public enum Report: Hashable, Codable, Sendable {
  case state(AppID, from: AppState, to: AppState)
  case callback(AppID, String, scene: SessionID?, took: Duration)
  case deadline(AppID, Step, limit: Duration, elapsed: Duration)
  /// Something outside continued or stopped an app, or a freeze failed: the sentence says what.
  case notice(AppID, String)
  case device(DeviceChange)
  case memory(MemoryReport)
}

/// The changes of the device.
public enum DeviceChange: Hashable, Codable, Sendable {
  case home, locked, unlocked
  case call(CallButton)
  case alert(shown: Bool)
  case panel(Panel, opened: Bool)
  case banner(String)
  case notification(AppID, UserNotification)
  case fact(FactChange)
  /// LA11.
  case erased(AppID)
  /// PR2: an alert asks for it.
  case prompt(AppID, PrivacyService)
}
