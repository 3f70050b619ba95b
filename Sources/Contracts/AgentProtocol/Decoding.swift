// Decodes lines into messages, here those of the supervisor.

import WireJSON

extension SupervisorMessage {
  /// - Throws: ``ProtocolError`` when `line` is no message of the supervisor's.
  public init(line: [UInt8]) throws(ProtocolError) {
    self = try decodeLine(line, as: SupervisorMessage.self, limits: .answer)
  }
}

extension AppMessage {
  /// - Throws: ``ProtocolError`` when `line` is no message of an app's.
  public init(line: [UInt8]) throws(ProtocolError) {
    self = try decodeLine(line, as: AppMessage.self, limits: .line)
  }
}

func decodeLine<Value: Decodable>(
  _ line: [UInt8], as type: Value.Type, limits: JSONLimits
) throws(ProtocolError) -> Value {
  do {
    return try WireDecoder.decode(type, from: line, limits: limits)
  } catch let error as JSONError where error.fault == .notUTF8 {
    throw .invalidUTF8
  } catch {
    throw .invalidMessage("\(reason(error)) in '\(beginning(of: line))'")
  }
}

/// Enough of a line to know it again.
private func beginning(of line: [UInt8]) -> Substring {
  // No character has more than a few bytes, and a line may have a million.
  String(decoding: line.prefix(400), as: UTF8.self).prefix(80)
}

private func reason(_ error: any Error) -> String {
  switch error {
  case DecodingError.keyNotFound(let key, let context):
    "'\(dotted(context.codingPath + [key]))' missing"
  case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
    context.codingPath.isEmpty ? "not a JSON object" : "'\(dotted(context.codingPath))': \(context.debugDescription)"
  case DecodingError.dataCorrupted(let context):
    "'\(dotted(context.codingPath))': \(context.debugDescription)"
  default:
    "\(error)"
  }
}

private func dotted(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }

/// An object that has none of the keys by which messages are told apart.
struct UnknownMessage: Error, CustomStringConvertible {
  let description: String
}

// MARK: - Supervisor to app

/// The keys of the protocol.
enum Key: String, CodingKey {
  case after, through, crashing, thread
  case number, httpMethod, headers, discretionary, cellular, received, expected, status, transfer, transfers
  case seq, event, state, scene, more, style, options, orientation, exits, kind, payload, url, sourceApplication
  case available
  case paths
  case shortcut, userActivity, statusBar, firstAppearance, session, sessions, new, id, role, configuration, activity
  case item, height, file, of, backgroundEvent, requests, identifier, mode, power, network, earliest
  case reply, result, error, code, message, task, seconds
  case hello, library, ack, handled, unsupported, request, method, params, name, trace, entering, callback, took
  case key, notification, notifications, response, identifiers, settings, device, elements, picture, svg
  case service, permission, now
  case protectionClass = "class"
  case isPublic = "public"
  case version = "protocol"
}

extension SupervisorMessage: Decodable {
  public init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Key.self)
    if line.contains(.seq) {
      self = .event(try Event(line))
    } else if line.contains(.reply) {
      self = .reply(try Reply(line))
    } else {
      throw UnknownMessage(description: "neither 'seq' nor 'reply'")
    }
  }
}

extension Event {
  fileprivate init(_ line: KeyedDecodingContainer<Key>) throws {
    self.init(
      sequence: try line.decode(UInt64.self, forKey: .seq),
      state: try line.decodeIfPresent(ApplicationState.self, forKey: .state),
      scene: try line.decodeIfPresent(String.self, forKey: .scene),
      isFollowed: try line.decodeIfPresent(Bool.self, forKey: .more) ?? false,
      try Body(line))
  }
}

extension Event.Body {
  fileprivate init(_ line: KeyedDecodingContainer<Key>) throws {
    switch try line.decode(String.self, forKey: .event) {
    case "launch": self = .launch(try Launch(line))
    case "willResignActive": self = .willResignActive
    case "didEnterBackground": self = .didEnterBackground
    case "willEnterForeground": self = .willEnterForeground
    case "didBecomeActive": self = .didBecomeActive
    case "willTerminate": self = .willTerminate
    case "memoryWarning": self = .memoryWarning
    case "notification":
      self = .notification(
        kind: try line.decode(String.self, forKey: .kind), payload: try Self.payload(line))
    case "openURL":
      self = .openURL(
        try line.decode(String.self, forKey: .url),
        sourceApplication: try line.decodeIfPresent(String.self, forKey: .sourceApplication))
    case "connectScene": self = .connectScene(try SceneConnection(line))
    case "disconnectScene": self = .disconnectScene
    case "closeDevices": self = .closeDevices(try line.decode([String].self, forKey: .paths))
    case "discardSessions": self = .discardSessions(try line.decode([String].self, forKey: .sessions))
    case "shortcut": self = .shortcut(try line.decode(WrittenJSON.self, forKey: .item))
    case "userActivity": self = .userActivity(try line.decode(WrittenJSON.self, forKey: .activity))
    case "presentNotification":
      self = .presentNotification(try line.decode(UserNotification.self, forKey: .notification))
    case "notificationResponse":
      self = .notificationResponse(try line.decode(NotificationResponse.self, forKey: .response))
    case "snapshot": self = .snapshot
    case "settled": self = .settled
    case "backgroundEvent":
      self = .backgroundEvent(
        kind: try line.decode(String.self, forKey: .kind), payload: try Self.payload(line))
    case "expireEvent": self = .expireEvent(try line.decode(UInt64.self, forKey: .of))
    case "transferProgress":
      self = .transferProgress(try line.decode(TransferStatus.self, forKey: .transfer))
    case "statusBar": self = .statusBar(height: try line.decode(Double.self, forKey: .height))
    case "protectedData": self = .protectedData(available: try line.decode(Bool.self, forKey: .available))
    case "input": self = .input(try Self.payload(line))
    case "expireTasks": self = .expireTasks
    case let name: self = .other(name: name)
    }
  }

  private static func payload(_ line: KeyedDecodingContainer<Key>) throws -> WrittenJSON {
    try line.decodeIfPresent(WrittenJSON.self, forKey: .payload) ?? WrittenJSON(.null)
  }
}

extension Launch {
  fileprivate init(_ line: KeyedDecodingContainer<Key>) throws {
    self.init()
    style = try line.decodeIfPresent(LifecycleStyle.self, forKey: .style) ?? style
    orientation = try line.decodeIfPresent(String.self, forKey: .orientation) ?? orientation
    statusBar = try line.decodeIfPresent(Double.self, forKey: .statusBar) ?? statusBar
    firstAppearance = try line.decodeIfPresent(FirstAppearance.self, forKey: .firstAppearance) ?? firstAppearance
    exits = try line.decodeIfPresent([JSON].self, forKey: .exits) ?? exits
    sessions = try line.decodeIfPresent([Session].self, forKey: .sessions) ?? sessions
    settings = try line.decodeIfPresent([String: WrittenJSON].self, forKey: .settings) ?? settings
    device = try line.decodeIfPresent([String: JSON].self, forKey: .device) ?? device
    options = try LaunchOptions(in: line)
  }
}

extension LaunchOptions {
  /// The member `options` of `line`, empty when there is none.
  fileprivate init(in line: KeyedDecodingContainer<Key>) throws {
    self.init()
    guard line.contains(.options) else { return }
    let options = try line.nestedContainer(keyedBy: Key.self, forKey: .options)
    url = try options.decodeIfPresent(String.self, forKey: .url)
    sourceApplication = try options.decodeIfPresent(String.self, forKey: .sourceApplication)
    shortcut = try options.decodeIfPresent(WrittenJSON.self, forKey: .shortcut)
    userActivity = try options.decodeIfPresent(WrittenJSON.self, forKey: .userActivity)
    notificationResponse = try options.decodeIfPresent(NotificationResponse.self, forKey: .response)
    backgroundEvent = try options.decodeIfPresent(String.self, forKey: .backgroundEvent)
    payload = try options.decodeIfPresent(WrittenJSON.self, forKey: .payload)
  }
}

extension Session: Decodable {
  public init(from decoder: any Decoder) throws {
    let session = try decoder.container(keyedBy: Key.self)
    self.init(
      id: try session.decode(String.self, forKey: .id),
      role: try session.decode(String.self, forKey: .role),
      configuration: try session.decodeIfPresent(String.self, forKey: .configuration),
      activity: try session.decodeIfPresent(WrittenJSON.self, forKey: .activity))
  }
}

extension SceneConnection {
  fileprivate init(_ line: KeyedDecodingContainer<Key>) throws {
    self.init(
      try line.decode(Session.self, forKey: .session),
      isNew: try line.decode(Bool.self, forKey: .new),
      options: try LaunchOptions(in: line))
  }
}

extension TaskRequest: Decodable {
  public init(from decoder: any Decoder) throws {
    let request = try decoder.container(keyedBy: Key.self)
    self.init(
      identifier: try request.decode(String.self, forKey: .identifier),
      kind: try request.decode(Kind.self, forKey: .kind),
      earliest: try request.decodeIfPresent(Double.self, forKey: .earliest),
      needsPower: try request.decodeIfPresent(Bool.self, forKey: .power) ?? false,
      needsNetwork: try request.decodeIfPresent(Bool.self, forKey: .network) ?? false)
  }
}

extension TaskRequest.Kind: Decodable {}

extension ApplicationState: Decodable {}
extension LifecycleStyle: Decodable {}
extension FirstAppearance: Decodable {}

extension Reply {
  fileprivate init(_ line: KeyedDecodingContainer<Key>) throws {
    let request = try line.decode(UInt64.self, forKey: .reply)
    if line.contains(.error) {
      let error = try line.nestedContainer(keyedBy: Key.self, forKey: .error)
      self.init(
        to: request,
        .error(
          code: try error.decode(String.self, forKey: .code),
          message: try error.decode(String.self, forKey: .message)))
    } else {
      let result = try line.nestedContainer(keyedBy: Key.self, forKey: .result)
      self.init(to: request, .result(try RequestResult(result)))
    }
  }
}

extension RequestResult {
  fileprivate init(_ result: KeyedDecodingContainer<Key>) throws {
    if result.contains(.task) {
      self = .backgroundTask(try result.decode(Int.self, forKey: .task))
    } else if result.contains(.seconds) {
      self = .timeRemaining(seconds: try result.decodeIfPresent(Double.self, forKey: .seconds))
    } else if result.contains(.handled) {
      self = .handled(try result.decode(Bool.self, forKey: .handled))
    } else if result.contains(.activity) {
      self = .activity(try result.decode(Int.self, forKey: .activity))
    } else if result.contains(.requests) {
      self = .pendingTasks(try result.decode([TaskRequest].self, forKey: .requests))
    } else if result.contains(.notifications) {
      self = .notifications(
        try result.decode([UserNotification].self, forKey: .notifications),
        now: try result.decodeIfPresent(Double.self, forKey: .now))
    } else if result.contains(.key) {
      self = .key(try result.decode(String.self, forKey: .key))
    } else if result.contains(.permission) {
      self = .permission(try result.decode(String.self, forKey: .permission))
    } else if result.contains(.exits) {
      self = .exits(try result.decode([JSON].self, forKey: .exits))
    } else if result.contains(.transfers) {
      self = .transfers(try result.decode([TransferStatus].self, forKey: .transfers))
    } else if result.contains(.session) {
      self = .session(try result.decode(String.self, forKey: .session))
    } else {
      self = .done
    }
  }
}
