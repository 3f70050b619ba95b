// An installed app: its process if it has one, and who waits for it.

public struct App: Hashable, Codable, Sendable {
  public internal(set) var description: AppDescription
  /// Nil: not running.
  public internal(set) var process: AppProcess?
  /// The sessions it has, connected or not (SC1).
  public internal(set) var scenes: [Scene] = []
  /// A launch that came while the process before it was being torn down (LA10).
  var relaunch: Launch?
  var waiters: [Waiter] = []
  /// Its bundle is gone; it is forgotten when its process has ended.
  var isRemoved = false

  init(_ description: AppDescription) { self.description = description }

  public var state: AppState { process?.state ?? .notRunning }
}

/// A request that is answered when an app has come to where it was sent.
struct Waiter: Hashable, Codable, Sendable {
  let request: RequestID
  let until: Milestone
}

/// What a waiter waits for.
enum Milestone: Hashable, Codable, Sendable {
  /// It has settled; its end is a refusal.
  case settled
  /// It has settled, or is gone.
  case settledOrEnded
  case ended
}
