// Decodes lines into the messages of an app.

import WireJSON

extension AppMessage: Decodable {
  public init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Key.self)
    if line.contains(.ack) {
      self = .ack(try Ack(line))
    } else if line.contains(.trace) {
      self = try Self(trace: try line.nestedContainer(keyedBy: Key.self, forKey: .trace))
    } else if line.contains(.request) {
      self = .request(try Request(line))
    } else if line.contains(.hello) {
      let hello = try line.nestedContainer(keyedBy: Key.self, forKey: .hello)
      self = .hello(
        protocol: try hello.decode(Int.self, forKey: .version),
        library: try hello.decodeIfPresent(String.self, forKey: .library) ?? "unnamed")
    } else {
      throw UnknownMessage(description: "none of 'hello', 'ack', 'request', 'trace'")
    }
  }

  private init(trace: KeyedDecodingContainer<Key>) throws {
    let scene = try trace.decodeIfPresent(String.self, forKey: .scene)
    if let callback = try trace.decodeIfPresent(String.self, forKey: .entering) {
      self = .entering(callback: callback, scene: scene)
    } else if let signal = try trace.decodeIfPresent(Int32.self, forKey: .crashing) {
      self = .crashing(signal: signal, thread: try trace.decode(Int32.self, forKey: .thread))
    } else {
      self = .took(
        callback: try trace.decode(String.self, forKey: .callback), scene: scene,
        .nanoseconds(try trace.decode(Int64.self, forKey: .took)))
    }
  }
}

extension Ack {
  fileprivate init(_ line: KeyedDecodingContainer<Key>) throws {
    self.init(try line.decode(UInt64.self, forKey: .ack))
    if line.contains(.result) {
      let result = try line.nestedContainer(keyedBy: Key.self, forKey: .result)
      if let handled = try result.decodeIfPresent(Bool.self, forKey: .handled) {
        self.result = .answered(handled: handled)
      } else if result.contains(.configuration) {
        self.result = .connected(configuration: try result.decodeIfPresent(String.self, forKey: .configuration))
      } else if result.contains(.activity) {
        self.result = .restorable(activity: try result.decodeIfPresent(JSON.self, forKey: .activity))
      } else if result.contains(.file) {
        self.result = .pictured(file: try result.decodeIfPresent(String.self, forKey: .file))
      } else if let elements = try result.decodeIfPresent(JSON.self, forKey: .elements) {
        self.result = .elements(elements)
      } else if let picture = try result.decodeIfPresent(String.self, forKey: .picture) {
        self.result = .drawn(picture: picture, svg: try result.decodeIfPresent(String.self, forKey: .svg))
      }
    } else if try line.decodeIfPresent(Bool.self, forKey: .unsupported) == true {
      result = .unsupported
    }
  }
}

extension Request {
  fileprivate init(_ line: KeyedDecodingContainer<Key>) throws {
    self.init(
      id: try line.decode(UInt64.self, forKey: .request), try Method(line),
      now: try line.decodeIfPresent(Double.self, forKey: .now))
  }
}

extension Request.Method {
  fileprivate init(_ line: KeyedDecodingContainer<Key>) throws {
    let method = try line.decode(String.self, forKey: .method)
    switch method {
    case "beginBackgroundTask":
      let hasParams = line.contains(.params)
      let params = hasParams ? try line.nestedContainer(keyedBy: Key.self, forKey: .params) : nil
      self = .beginBackgroundTask(name: try params?.decodeIfPresent(String.self, forKey: .name))
    case "endBackgroundTask":
      let params = try line.nestedContainer(keyedBy: Key.self, forKey: .params)
      self = .endBackgroundTask(try params.decode(Int.self, forKey: .task))
    case "backgroundTimeRemaining": self = .backgroundTimeRemaining
    case "requestScene":
      let hasParams = line.contains(.params)
      let params = hasParams ? try line.nestedContainer(keyedBy: Key.self, forKey: .params) : nil
      self = .requestScene(
        session: try params?.decodeIfPresent(String.self, forKey: .session),
        activity: try params?.decodeIfPresent(JSON.self, forKey: .activity))
    case "destroySession": self = .destroySession(try Self.parameter(.session, of: line))
    case "refreshSession": self = .refreshSession(try Self.parameter(.session, of: line))
    case "beginActivity": self = .beginActivity(mode: try Self.parameter(.mode, of: line))
    case "endActivity":
      self = .endActivity(
        try line.nestedContainer(keyedBy: Key.self, forKey: .params).decode(Int.self, forKey: .activity))
    case "submitTaskRequest": self = .submitTaskRequest(try line.decode(TaskRequest.self, forKey: .params))
    case "cancelTaskRequest":
      let hasParams = line.contains(.params)
      let params = hasParams ? try line.nestedContainer(keyedBy: Key.self, forKey: .params) : nil
      self = .cancelTaskRequest(identifier: try params?.decodeIfPresent(String.self, forKey: .identifier))
    case "protectedKey":
      let params = try line.nestedContainer(keyedBy: Key.self, forKey: .params)
      self = .protectedKey(
        kind: try params.decode(String.self, forKey: .protectionClass),
        isPublic: try params.decodeIfPresent(Bool.self, forKey: .isPublic) ?? false)
    case "untoldExits":
      let hasParams = line.contains(.params)
      let params = hasParams ? try line.nestedContainer(keyedBy: Key.self, forKey: .params) : nil
      self = .untoldExits(after: try params?.decodeIfPresent(Int.self, forKey: .after))
    case "exitsTold":
      self = .exitsTold(
        through: try line.nestedContainer(keyedBy: Key.self, forKey: .params).decode(Int.self, forKey: .through))
    case "scheduleNotification":
      self = .scheduleNotification(try line.decode(PlannedNotification.self, forKey: .params))
    case "cancelNotifications": self = .cancelNotifications(try Self.identifiers(of: line))
    case "removeNotifications": self = .removeNotifications(try Self.identifiers(of: line))
    case "deliveredNotifications": self = .deliveredNotifications
    case "beginTransfer": self = .beginTransfer(try line.decode(TransferRequest.self, forKey: .params))
    case "cancelTransfer":
      let params = try line.nestedContainer(keyedBy: Key.self, forKey: .params)
      self = .cancelTransfer(
        session: try params.decode(String.self, forKey: .session), number: try params.decode(Int.self, forKey: .number))
    case "transfers": self = .transfers(session: try Self.parameter(.session, of: line))
    case "requestPermission": self = .requestPermission(service: try Self.parameter(.service, of: line))
    case "permission": self = .permission(service: try Self.parameter(.service, of: line))
    case "pendingTaskRequests": self = .pendingTaskRequests
    case "openURL": self = .openURL(try Self.parameter(.url, of: line))
    case "canOpenURL": self = .canOpenURL(try Self.parameter(.url, of: line))
    default: self = .other(name: method)
    }
  }

  private static func identifiers(of line: KeyedDecodingContainer<Key>) throws -> [String]? {
    guard line.contains(.params) else { return nil }
    return try line.nestedContainer(keyedBy: Key.self, forKey: .params)
      .decodeIfPresent([String].self, forKey: .identifiers)
  }

  private static func parameter(_ key: Key, of line: KeyedDecodingContainer<Key>) throws -> String {
    try line.nestedContainer(keyedBy: Key.self, forKey: .params).decode(String.self, forKey: key)
  }
}
