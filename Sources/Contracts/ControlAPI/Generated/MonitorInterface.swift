// org.roost.Monitor, made by `make generate` of org.roost.Monitor.varlink: change that file instead.
// swift-format-ignore-file
public import Varlink
public import WireJSON

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

    public init(reading parameters: CallParameters) throws(ServiceError) {
      app = try parameters.read(ifPresent: "app")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("app", ifPresent: app)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// Null in the first reply alone, which says that the watch has begun: the stream misses nothing after it.
      public var event: MonitorEvent?

      public init(event: MonitorEvent?) {
        self.event = event
      }
    }
  }

  /// Streams what clients ask for, and the events that come of it, in their order, until the caller closes the
  /// connection.
  public struct Follow: StreamRequest {
    public static let method = "org.roost.Monitor.Follow"

    public init() {}

    public init(reading parameters: CallParameters) throws(ServiceError) {}

    public func written() -> WrittenJSON {
      [:]
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// Null for an event.
      public var request: MonitorInterface.Request?
      /// Null for a request. Both are null in the first reply alone, which says that the stream misses nothing after
      /// it.
      public var event: MonitorEvent?

      public init(request: MonitorInterface.Request?, event: MonitorEvent?) {
        self.request = request
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

      # A request of a client that changes something. A refused one is told of once
      # more, with the reason.
      #
      #   number      Requests are numbered in the order in which they were made.
      #   time        CLOCK_MONOTONIC in nanoseconds.
      #   method      The fully qualified method, such as "org.roost.Apps.Launch".
      #   parameters  A JSON object; in the place of a passcode is true. Empty where
      #               they are longer than 65,536 bytes.
      #   refused     A sentence.
      type Request (
        number: int,
        time: int,
        method: string,
        parameters: string,
        refused: ?string
      )

      # Streams what clients ask for, and the events that come of it, in their order,
      # until the caller closes the connection.
      # [Requires 'more' flag]
      #
      #   request  Null for an event.
      #   event    Null for a request. Both are null in the first reply alone, which
      #            says that the stream misses nothing after it.
      method Follow() -> (request: ?Request, event: ?Event)

      # As many clients watch as may: 16 of one user, 64 of all users but root.
      error TooManyWatchers (message: string)

      """#)
}

extension MonitorInterface {
  /// A request of a client that changes something. A refused one is told of once more, with the reason.
  public struct Request: Codable, Hashable, Sendable {
    /// Requests are numbered in the order in which they were made.
    public var number: Int64
    /// CLOCK_MONOTONIC in nanoseconds.
    public var time: Int64
    /// The fully qualified method, such as "org.roost.Apps.Launch".
    public var method: String
    /// A JSON object; in the place of a passcode is true. Empty where they are longer than 65,536 bytes.
    public var parameters: String
    /// A sentence.
    public var refused: String?

    public init(number: Int64, time: Int64, method: String, parameters: String, refused: String?) {
      self.number = number
      self.time = time
      self.method = method
      self.parameters = parameters
      self.refused = refused
    }

    /// Writes what is absent as `null`, so that scripts find every member.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .number)
      try container.encode(time, forKey: .time)
      try container.encode(method, forKey: .method)
      try container.encode(parameters, forKey: .parameters)
      try container.encode(refused, forKey: .refused)
    }
  }
}
