// The states that apps and scenes are in, as outsiders see them (rules ST1, ST2).

/// The state of an app, as `roostctl apps` prints it (ST1).
public enum AppState: String, Hashable, Codable, Sendable, CaseIterable {
  case notRunning
  /// On screen, running, receives no input.
  case inactive
  /// On screen, receives input.
  case active
  /// Runs code, not on screen.
  case background
  /// In memory, runs no code at all.
  case suspended
}

extension AppState {
  /// ST3: what a running scene-based app is, as its scenes make it.
  public init(scenes: [SceneState], isFrozen: Bool) {
    if isFrozen {
      self = .suspended
    } else if scenes.contains(.foregroundActive) {
      self = .active
    } else if scenes.contains(.foregroundInactive) {
      self = .inactive
    } else {
      self = .background
    }
  }
}

/// The state of a scene (ST2); a scene of a suspended app stays `background`.
public enum SceneState: String, Hashable, Codable, Sendable, CaseIterable {
  case unattached, foregroundInactive, foregroundActive, background
}

/// One scene of an app: its session outlives the process (SC1).
public struct Scene: Hashable, Codable, Sendable {
  public let session: SessionID
  public internal(set) var state: SceneState
  /// It has run since it was last rendered (SN1).
  var pictureIsStale = false

  public init(session: SessionID, state: SceneState) {
    self.session = session
    self.state = state
  }
}

/// The receiver of the life-cycle calls: the app delegate (LS1) or the scene delegates (LS2).
public enum LifecycleStyle: String, Hashable, Codable, Sendable { case app, scene }
