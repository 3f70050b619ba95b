// The past of one app, as far as it is drawn.
public import ControlAPI

/// Times are CLOCK_MONOTONIC in nanoseconds. Everything is in the order it happened.
public struct Lane: Hashable, Sendable {
  /// The app was in one state from `start` to `end`.
  public struct Band: Hashable, Sendable {
    public var state: AppStatus.State
    public var start: Int64
    public var end: Int64
  }

  /// A delegate method, or something that kept the app awake.
  public struct Bar: Hashable, Sendable {
    public var name: String
    /// The session of a scene, the kind of what was held; empty where there is none.
    public var detail: String
    public var start: Int64
    public var end: Int64
  }

  /// Something that took no time.
  public struct Mark: Hashable, Sendable {
    public enum Kind: Hashable, Sendable, CaseIterable { case launched, frozen, thawed, killed, exit, deadline, notice }

    public var kind: Kind
    public var time: Int64
    public var text: String
  }

  public struct Footprint: Hashable, Sendable {
    public var time: Int64
    public var bytes: Int64
  }

  public var app: String
  public var bands: [Band] = []
  public var callbacks: [Bar] = []
  /// Background tasks and activities.
  public var held: [Bar] = []
  /// Missed deadlines, from when they began to run.
  public var late: [Bar] = []
  public var marks: [Mark] = []
  public var footprints: [Footprint] = []

  public init(app: String) { self.app = app }
}
