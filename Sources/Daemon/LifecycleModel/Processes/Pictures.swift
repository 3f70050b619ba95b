// The state of an app's picture: wanted, under way, or impossible (SN).

struct Pictures: Hashable, Codable, Sendable {
  /// An app-based app has run since it was last rendered (SN1); each scene has its own.
  private(set) var isStale = false
  /// It can render itself: nothing says that it cannot.
  private(set) var canBeTaken = true
  /// Something keeps the app running after it was rendered.
  private(set) var runsOn = false

  mutating func outdate() { isStale = true }

  /// Whether the picture of an app-based app is to be taken, once.
  mutating func takeStale() -> Bool {
    defer { isStale = false }
    return isStale
  }

  mutating func giveUp() { canBeTaken = false }
  mutating func runOn() { runsOn = true }

  /// Whether it has run on since it was rendered, once.
  mutating func takeRunOn() -> Bool {
    defer { runsOn = false }
    return runsOn
  }
}
