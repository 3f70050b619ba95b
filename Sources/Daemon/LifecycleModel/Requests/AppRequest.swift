// The requests that apps make over their channels, and the answers to them.

/// The requests of an app over its channel.
public enum AppRequest: Hashable, Codable, Sendable {
  case beginBackgroundTask(name: String?)
  case endBackgroundTask(BackgroundTaskID)
  case backgroundTimeRemaining
  /// SC4: a session to bring forward, or a new one; the activity is one JSON object.
  case requestScene(SessionID?, activity: String?)
  case destroySession(SessionID)
  case refreshSession(SessionID)
  case openURL(String)
  case canOpenURL(String)
  /// BX3: keeps itself running by a mode; one of ``BackgroundMode``.
  case beginActivity(mode: String)
  case endActivity(ActivityID)
  case schedule(ScheduleRequest)
  case notifications(NotificationRequest)
  /// BX9.
  case transfer(TransferWish)
  /// DP1; one of ``ProtectionClass``. The public half is that of `completeUnlessOpen`.
  case protectedKey(kind: String, isPublic: Bool)
  /// PR: one of ``PrivacyService``. The user may be asked, and the answer come late.
  case requestPermission(service: String)
  case permission(service: String)
  /// In place of a request that is larger than what may be kept of it.
  case overLimit(Limit)
  /// A method of a later version.
  case unknown(method: String)
}

/// The answers to them.
public enum AppAnswer: Hashable, Codable, Sendable {
  /// ``BackgroundTaskID/invalid`` when no task can be had (BX2, BX6).
  case backgroundTask(BackgroundTaskID)
  case done
  /// Nil: no limit, the app is in the foreground (BX1).
  case timeRemaining(Duration?)
  case session(SessionID)
  case handled(Bool)
  case activity(ActivityID)
  case pendingTasks([TaskRequest])
  case notifications([ShownNotification])
  case transfers([Transfer])
  case unknownTransfer(TransferName)
  /// One of that name has not been taken note of.
  case transferExists(TransferName)
  /// It cannot be carried out; the text says why.
  case badTransfer(String)
  /// LA7: its Info.plist asks for no network.
  case lacksNetwork
  /// It would be more than the daemon keeps.
  case overLimit(Limit)
  case unknownTask(BackgroundTaskID)
  case unknownActivity(ActivityID)
  /// BX3: its Info.plist does not ask for the mode, or there is no such mode.
  case lacksMode(String)
  /// BX4: not one of `BGTaskSchedulerPermittedIdentifiers`.
  case taskNotPermitted(String)
  case tooManyTaskRequests(TaskKind)
  /// In base64.
  case key(String)
  /// The fault of the keys themselves.
  case keysUnusable(String)
  case unknownProtectionClass(String)
  /// Only `completeUnlessOpen` has one.
  case noPublicKey(ProtectionClass)
  /// DP2: the device is locked.
  case protectedDataUnavailable(ProtectionClass)
  case permission(PermissionStatus)
  case unknownService(String)
  case unknownSession(SessionID)
  /// SC4: the app has no scenes, or one at most.
  case oneSceneOnly
  /// Only an app that a person sees may change what is on the screen.
  case notInForeground
  case unknownMethod(String)
}
