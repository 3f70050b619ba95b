// An installed app: its process if it has one, its estate, and who waits for it.

public struct App: Hashable, Codable, Sendable {
  @Boxed public internal(set) var description: AppDescription
  /// Nil: not running.
  @Boxed public internal(set) var process: AppProcess?
  @Boxed public internal(set) var estate = Estate()
  /// The things to open when it is on screen next (LA6).
  var openings: [Opening] = []
  /// The wakes that it has not been told of (BX5).
  var wakes: [PendingWake] = []
  /// Scenes that are on their way out, and what their sessions lose.
  var closing: [SessionID: Closing] = [:]
  /// A launch that came while the process before it was being torn down (LA10).
  @Boxed var relaunch: Launch?
  var waiters: [Waiter] = []
  /// Its bundle is gone; it is forgotten when its process has ended.
  public internal(set) var isRemoved = false
  /// LA11: when its process has ended.
  var isToBeErased = false

  init(_ description: AppDescription) { self.description = description }

  public var state: AppState { process?.state ?? .notRunning }

  /// Its sessions as scenes, the last used first; those without a scene are `unattached`.
  public var scenes: [Scene] {
    estate.sessions.all.map { session in
      process?.scenes.first { $0.session == session.id } ?? Scene(session: session.id, state: .unattached)
    }
  }
}
