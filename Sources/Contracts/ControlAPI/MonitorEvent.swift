// One line of what `roostctl monitor` shows.

/// Something that happened to an app or to the device.
public struct MonitorEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case state(app: String, from: AppStatus.State, to: AppStatus.State)
    /// A delegate method is called; Roost's own libraries tell of it, and a program without one does not.
    case entering(app: String, name: String)
    /// A delegate method has returned; `name` is its selector's base name, `took` in nanoseconds.
    case callback(app: String, name: String, scene: String?, took: Int64)
    case exit(ExitRecord)
    /// A deadline was missed; `limit` and `elapsed` in nanoseconds.
    case deadline(app: String, step: String, limit: Int64, elapsed: Int64)
    /// Such as `home`, `locked`, or `call` with the detail `ring`.
    case device(name: String, detail: String?)
    /// An event that a person should know of and that no rule names, such as that something outside continued a stopped
    /// app (BG9).
    case notice(app: String, text: String)
  }

  /// CLOCK_MONOTONIC in nanoseconds.
  public var time: Int64
  public var kind: Kind

  public init(time: Int64, kind: Kind) {
    self.time = time
    self.kind = kind
  }

  /// Nil for an event of the device.
  public var app: String? {
    switch kind {
    case .state(let app, _, _), .entering(let app, _), .callback(let app, _, _, _), .deadline(let app, _, _, _),
      .notice(let app, _):
      app
    case .exit(let record): record.app
    case .device: nil
    }
  }
}

/// On the wire an event is flat: `type` says which of the other members there are.
extension MonitorEvent: Codable {
  private enum EventType: String, Codable { case state, entering, callback, exit, deadline, device, notice }

  private enum CodingKeys: String, CodingKey {
    case time, type, app, from, to, name, scene, took, exit, step, limit, elapsed, detail, text
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    time = try container.decode(Int64.self, forKey: .time)
    switch try container.decode(EventType.self, forKey: .type) {
    case .state:
      kind = .state(
        app: try container.decode(String.self, forKey: .app),
        from: try container.decode(AppStatus.State.self, forKey: .from),
        to: try container.decode(AppStatus.State.self, forKey: .to))
    case .entering:
      kind = .entering(
        app: try container.decode(String.self, forKey: .app), name: try container.decode(String.self, forKey: .name))
    case .callback:
      kind = .callback(
        app: try container.decode(String.self, forKey: .app),
        name: try container.decode(String.self, forKey: .name),
        scene: try container.decodeIfPresent(String.self, forKey: .scene),
        took: try container.decode(Int64.self, forKey: .took))
    case .exit:
      kind = .exit(try container.decode(ExitRecord.self, forKey: .exit))
    case .deadline:
      kind = .deadline(
        app: try container.decode(String.self, forKey: .app),
        step: try container.decode(String.self, forKey: .step),
        limit: try container.decode(Int64.self, forKey: .limit),
        elapsed: try container.decode(Int64.self, forKey: .elapsed))
    case .device:
      kind = .device(
        name: try container.decode(String.self, forKey: .name),
        detail: try container.decodeIfPresent(String.self, forKey: .detail))
    case .notice:
      kind = .notice(
        app: try container.decode(String.self, forKey: .app),
        text: try container.decode(String.self, forKey: .text))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(time, forKey: .time)
    try container.encodeIfPresent(app, forKey: .app)
    switch kind {
    case .state(_, let from, let to):
      try container.encode(EventType.state, forKey: .type)
      try container.encode(from, forKey: .from)
      try container.encode(to, forKey: .to)
    case .entering(_, let name):
      try container.encode(EventType.entering, forKey: .type)
      try container.encode(name, forKey: .name)
    case .callback(_, let name, let scene, let took):
      try container.encode(EventType.callback, forKey: .type)
      try container.encode(name, forKey: .name)
      try container.encodeIfPresent(scene, forKey: .scene)
      try container.encode(took, forKey: .took)
    case .exit(let record):
      try container.encode(EventType.exit, forKey: .type)
      try container.encode(record, forKey: .exit)
    case .deadline(_, let step, let limit, let elapsed):
      try container.encode(EventType.deadline, forKey: .type)
      try container.encode(step, forKey: .step)
      try container.encode(limit, forKey: .limit)
      try container.encode(elapsed, forKey: .elapsed)
    case .device(let name, let detail):
      try container.encode(EventType.device, forKey: .type)
      try container.encode(name, forKey: .name)
      try container.encodeIfPresent(detail, forKey: .detail)
    case .notice(_, let text):
      try container.encode(EventType.notice, forKey: .type)
      try container.encode(text, forKey: .text)
    }
  }
}
