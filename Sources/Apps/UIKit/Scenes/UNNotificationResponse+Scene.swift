// The scene that a notification opens.

extension UNNotificationResponse {
  /// `UNNotificationResponse.targetScene`: the scene that roostd brings to the front for the response; nil in an app
  /// without scenes.
  @preconcurrency @MainActor public var targetScene: UIScene? {
    session.flatMap { UIApplication.running?.sessions[$0]?.scene }
  }
}
