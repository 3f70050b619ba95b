// org.roost.History, made by `make generate` of org.roost.History.varlink: change that file instead.
// swift-format-ignore-file
public import Varlink
public import WireJSON

/// The past of apps and of the device, as far back as the daemon keeps it.
public enum HistoryInterface {
  /// Reads some entries, the oldest first. The history is a ring of 1 MiB in the runtime directory; a restart of the
  /// daemon keeps it, one of the machine does not.
  public struct Read: ControlRequest {
    public static let method = "org.roost.History.Read"
    /// Only entries after this position; null begins with the oldest.
    public var after: Int64?

    public init(after: Int64? = nil) {
      self.after = after
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      after = try parameters.read(ifPresent: "after")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("after", ifPresent: after)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// At most 512, or fewer that are long; none where the history ends.
      public var entries: [HistoryInterface.Entry]
      /// CLOCK_MONOTONIC in nanoseconds.
      public var now: Int64
      /// The same instant in nanoseconds since 1970.
      public var calendar: Int64

      public init(entries: [HistoryInterface.Entry], now: Int64, calendar: Int64) {
        self.entries = entries
        self.now = now
        self.calendar = calendar
      }
    }
  }

  /// Shows how much of the past there is.
  public struct GetExtent: ControlRequest {
    public static let method = "org.roost.History.GetExtent"

    public init() {}

    public init(reading parameters: CallParameters) throws(ServiceError) {}

    public func written() -> WrittenJSON {
      [:]
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// Bytes that the history may have.
      public var size: Int64
      /// Bytes that it has.
      public var used: Int64
      /// CLOCK_MONOTONIC of its oldest entry, in nanoseconds.
      public var oldest: Int64?
      /// CLOCK_MONOTONIC in nanoseconds.
      public var now: Int64

      public init(size: Int64, used: Int64, oldest: Int64?, now: Int64) {
        self.size = size
        self.used = used
        self.oldest = oldest
        self.now = now
      }
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.History",
    text: #"""
      # The past of apps and of the device, as far back as the daemon keeps it.
      interface org.roost.History

      # The subject of an entry.
      type Kind (
        began,
        launched,
        state,
        sent,
        acknowledged,
        callback,
        asked,
        answered,
        freezing,
        thawed,
        killed,
        exit,
        deadline,
        device,
        memory,
        footprint,
        held,
        released,
        notice,
        output
      )

      # One entry. The kind says which other members are set:
      #
      #     began         name (the daemon's version), number (its pid)
      #     launched      app
      #     state         app, name (the state now), detail (the state before)
      #     sent          app, name (of the delegate method), number, scene, cause
      #     acknowledged  app, number (of the event that was sent)
      #     callback      app, name, scene, value (nanoseconds that it ran)
      #     asked         name (the wish of a client), number; app for some
      #     answered      number (of the wish), name ("done" or "refused"), cause
      #     freezing      app
      #     thawed        app
      #     killed        app (the daemon sends SIGKILL)
      #     exit          app, name (the reason in a word), detail (in a sentence),
      #                   number (pid), value (bytes at the end)
      #     deadline      app, name (the step), value (nanoseconds that it has
      #                   taken), limit (nanoseconds that it was allowed)
      #     device        name; detail for some
      #     memory        detail (a sentence); name (the level now) when it changed
      #     footprint     app, value (bytes)
      #     held          app, name ("backgroundTask" or "activity"), detail (its
      #                   name), number
      #     released      app, name, number (of what was held)
      #     notice        app, detail (a sentence)
      #     output        app, value (bytes that the file of its output has, where it
      #                   goes to a file; the daemon looks once a second at most)
      #
      #   position  Where the entry is in the history; greater with every entry.
      #   time      CLOCK_MONOTONIC in nanoseconds.
      #   scene     The session of the scene.
      #   cause     The position of the entry that brought it about.
      type Entry (
        position: int,
        time: int,
        kind: Kind,
        app: ?string,
        name: ?string,
        detail: ?string,
        scene: ?string,
        number: ?int,
        value: ?int,
        limit: ?int,
        cause: ?int
      )

      # Reads some entries, the oldest first. The history is a ring of 1 MiB in the
      # runtime directory; a restart of the daemon keeps it, one of the machine does
      # not.
      #
      #   after     Only entries after this position; null begins with the oldest.
      #   entries   At most 512, or fewer that are long; none where the history ends.
      #   now       CLOCK_MONOTONIC in nanoseconds.
      #   calendar  The same instant in nanoseconds since 1970.
      method Read(after: ?int) -> (entries: []Entry, now: int, calendar: int)

      # Shows how much of the past there is.
      #
      #   size    Bytes that the history may have.
      #   used    Bytes that it has.
      #   oldest  CLOCK_MONOTONIC of its oldest entry, in nanoseconds.
      #   now     CLOCK_MONOTONIC in nanoseconds.
      method GetExtent() -> (size: int, used: int, oldest: ?int, now: int)

      # The daemon cannot keep a history; its log says why.
      error NoHistory (message: string)

      """#)
}

extension HistoryInterface {
  /// The subject of an entry.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case began, launched, state, sent, acknowledged, callback, asked, answered, freezing, thawed, killed, exit, deadline, device, memory, footprint, held, released, notice, output
  }
}

extension HistoryInterface {
  /// One entry. The kind says which other members are set:
  ///
  ///     began         name (the daemon's version), number (its pid)
  ///     launched      app
  ///     state         app, name (the state now), detail (the state before)
  ///     sent          app, name (of the delegate method), number, scene, cause
  ///     acknowledged  app, number (of the event that was sent)
  ///     callback      app, name, scene, value (nanoseconds that it ran)
  ///     asked         name (the wish of a client), number; app for some
  ///     answered      number (of the wish), name ("done" or "refused"), cause
  ///     freezing      app
  ///     thawed        app
  ///     killed        app (the daemon sends SIGKILL)
  ///     exit          app, name (the reason in a word), detail (in a sentence),
  ///                   number (pid), value (bytes at the end)
  ///     deadline      app, name (the step), value (nanoseconds that it has
  ///                   taken), limit (nanoseconds that it was allowed)
  ///     device        name; detail for some
  ///     memory        detail (a sentence); name (the level now) when it changed
  ///     footprint     app, value (bytes)
  ///     held          app, name ("backgroundTask" or "activity"), detail (its
  ///                   name), number
  ///     released      app, name, number (of what was held)
  ///     notice        app, detail (a sentence)
  ///     output        app, value (bytes that the file of its output has, where it
  ///                   goes to a file; the daemon looks once a second at most)
  public struct Entry: Codable, Hashable, Sendable {
    /// Where the entry is in the history; greater with every entry.
    public var position: Int64
    /// CLOCK_MONOTONIC in nanoseconds.
    public var time: Int64
    public var kind: HistoryInterface.Kind
    public var app: String?
    public var name: String?
    public var detail: String?
    /// The session of the scene.
    public var scene: String?
    public var number: Int64?
    public var value: Int64?
    public var limit: Int64?
    /// The position of the entry that brought it about.
    public var cause: Int64?

    public init(
      position: Int64, time: Int64, kind: HistoryInterface.Kind, app: String?, name: String?, detail: String?,
      scene: String?, number: Int64?, value: Int64?, limit: Int64?, cause: Int64?
    ) {
      self.position = position
      self.time = time
      self.kind = kind
      self.app = app
      self.name = name
      self.detail = detail
      self.scene = scene
      self.number = number
      self.value = value
      self.limit = limit
      self.cause = cause
    }

    /// Writes what is absent as `null`, so that scripts find every member.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(position, forKey: .position)
      try container.encode(time, forKey: .time)
      try container.encode(kind, forKey: .kind)
      try container.encode(app, forKey: .app)
      try container.encode(name, forKey: .name)
      try container.encode(detail, forKey: .detail)
      try container.encode(scene, forKey: .scene)
      try container.encode(number, forKey: .number)
      try container.encode(value, forKey: .value)
      try container.encode(limit, forKey: .limit)
      try container.encode(cause, forKey: .cause)
    }
  }
}
