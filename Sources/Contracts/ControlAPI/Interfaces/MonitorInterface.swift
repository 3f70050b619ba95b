// org.roost.Monitor: what happens, as it happens.
public import Varlink

public enum MonitorInterface {
  /// Streams events until the caller closes the connection.
  public struct Watch: StreamRequest {
    public static let method = "org.roost.Monitor.Watch"
    /// Only this app's events, and the device's.
    public var app: String?
    public struct Reply: Codable, Hashable, Sendable {
      /// Nil in the first reply alone, which says that the watch has begun.
      public var event: MonitorEvent?
      public init(event: MonitorEvent?) { self.event = event }
    }
    public init(app: String? = nil) { self.app = app }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Monitor",
    text: """
      # What happens, as it happens.
      interface org.roost.Monitor

      type State (notRunning, inactive, active, background, suspended)

      type EventType (state, callback, exit, deadline, device, notice)

      \(WireTypes.exit)

      # One event; time is CLOCK_MONOTONIC in nanoseconds, as are took, limit and
      # elapsed. What else is set depends on the type:
      #   state     app, from, to
      #   callback  app, name, took, scene for a scene's
      #   exit      app, exit
      #   deadline  app, step, limit, elapsed
      #   device    name, detail for some
      #   notice    app, text
      type Event (
        time: int,
        type: EventType,
        app: ?string,
        from: ?State,
        to: ?State,
        name: ?string,
        scene: ?string,
        took: ?int,
        exit: ?Exit,
        step: ?string,
        limit: ?int,
        elapsed: ?int,
        detail: ?string,
        text: ?string
      )

      # Streams events, of one app and the device when an app is named; needs
      # "more". The first reply has no event and says that the watch has begun.
      method Watch(app: ?string) -> (event: ?Event)

      """)
}
