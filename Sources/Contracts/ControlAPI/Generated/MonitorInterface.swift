// org.roost.Monitor, made by `make generate` of org.roost.Monitor.varlink: change that file instead.
// swift-format-ignore-file
public import Varlink

/// Events of apps and of the device, as they happen.
public enum MonitorInterface {
  /// Streams events until the caller closes the connection.
  public struct Watch: StreamRequest {
    public static let method = "org.roost.Monitor.Watch"
    /// Only this app's events, and the device's.
    public var app: String?

    public init(app: String? = nil) {
      self.app = app
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// Null in the first reply alone, which says that the watch has begun: the stream misses nothing after it.
      public var event: MonitorEvent?

      public init(event: MonitorEvent?) {
        self.event = event
      }
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Monitor",
    text: #"""
      # Events of apps and of the device, as they happen.
      interface org.roost.Monitor

      # The state of an app now.
      type State (notRunning, inactive, active, background, suspended)

      # The subject of an event.
      type EventType (state, entering, callback, exit, deadline, device, notice)

      # The end of a process; org.roost.Apps explains the members.
      type Exit (
        app: string,
        pid: ?int,
        time: string,
        state: State,
        namespace: string,
        code: ?string,
        reason: string,
        signal: ?int,
        status: ?int,
        footprint: int,
        cpu: int,
        callback: ?string,
        elapsed: ?int,
        text: string
      )

      # One event. The type says which other members are set:
      #
      #     state     app, from, to
      #     entering  app, name
      #     callback  app, name, took; scene for a scene's
      #     exit      app, exit
      #     deadline  app, step, limit, elapsed
      #     device    name; detail for some
      #     notice    app, text
      #
      # A callback is told of twice: with entering when it begins, if the app's library
      # tells of that, and with callback when it has returned.
      #
      #   time     CLOCK_MONOTONIC in nanoseconds.
      #   name     The base name of a delegate method's selector, or what happened to
      #            the device, such as "home" or "call".
      #   scene    The session of the scene.
      #   took     Nanoseconds that the delegate method ran.
      #   step     The step that missed its deadline.
      #   limit    Nanoseconds that the step was allowed.
      #   elapsed  Nanoseconds that the step has taken so far.
      #   detail   Such as "ring" for "call".
      #   text     A sentence for people.
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

      # Streams events until the caller closes the connection.
      # [Requires 'more' flag]
      #
      #   app    Only this app's events, and the device's.
      #   event  Null in the first reply alone, which says that the watch has begun:
      #          the stream misses nothing after it.
      method Watch(app: ?string) -> (event: ?Event)

      # As many clients watch as may.
      error TooManyWatchers (message: string)

      """#)
}
