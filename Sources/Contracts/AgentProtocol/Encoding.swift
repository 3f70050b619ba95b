// Encodes messages as lines.

import WireJSON

extension Event {
  /// The line that carries it, its newline included.
  public var line: [UInt8] {
    ObjectWriter.line { line in
      line.put("seq", sequence)
      line.put("event", body.name)
      line.put("state", ifPresent: state?.rawValue)
      line.put("scene", ifPresent: scene)
      if isFollowed { line.put("more", true) }
      body.write(to: &line)
    }
  }
}

extension Event.Body {
  /// Its name on the wire.
  public var name: String {
    switch self {
    case .launch: "launch"
    case .willResignActive: "willResignActive"
    case .didEnterBackground: "didEnterBackground"
    case .willEnterForeground: "willEnterForeground"
    case .didBecomeActive: "didBecomeActive"
    case .willTerminate: "willTerminate"
    case .memoryWarning: "memoryWarning"
    case .notification: "notification"
    case .connectScene: "connectScene"
    case .disconnectScene: "disconnectScene"
    case .discardSessions: "discardSessions"
    case .openURL: "openURL"
    case .shortcut: "shortcut"
    case .userActivity: "userActivity"
    case .presentNotification: "presentNotification"
    case .notificationResponse: "notificationResponse"
    case .snapshot: "snapshot"
    case .settled: "settled"
    case .backgroundEvent: "backgroundEvent"
    case .expireEvent: "expireEvent"
    case .statusBar: "statusBar"
    case .protectedData: "protectedData"
    case .closeDevices: "closeDevices"
    case .input: "input"
    case .transferProgress: "transferProgress"
    case .expireTasks: "expireTasks"
    case .other(let name): name
    }
  }

  fileprivate func write(to line: inout ObjectWriter) {
    switch self {
    case .launch(let launch):
      line.put("style", launch.style.rawValue)
      line.put("orientation", launch.orientation)
      line.put("statusBar", .number(launch.statusBar))
      if launch.firstAppearance != .byStyle { line.put("firstAppearance", launch.firstAppearance.rawValue) }
      line.put("options") { launch.options.write(to: &$0) }
      line.put("sessions", each: launch.sessions) { $0.write(to: &$1) }
      line.put("exits", .array(launch.exits))
      if !launch.settings.isEmpty {
        line.put("settings") { $0.put(sorted: launch.settings) { $2.put($0, written: $1) } }
      }
      if !launch.device.isEmpty { line.put("device", .object(launch.device)) }
    case .connectScene(let connection):
      line.put("session") { connection.session.write(to: &$0) }
      line.put("new", .bool(connection.isNew))
      line.put("options") { connection.options.write(to: &$0) }
    case .discardSessions(let sessions):
      line.put("sessions", .array(sessions.map(JSON.string)))
    case .shortcut(let item):
      line.put("item", written: item)
    case .userActivity(let activity):
      line.put("activity", written: activity)
    case .presentNotification(let notification):
      line.put("notification") { notification.write(to: &$0) }
    case .notificationResponse(let response):
      line.put("response") { response.write(to: &$0) }
    case .backgroundEvent(let kind, let payload), .notification(let kind, let payload):
      line.put("kind", kind)
      line.put("payload", written: payload)
    case .transferProgress(let transfer):
      line.put("transfer") { transfer.write(to: &$0) }
    case .expireEvent(let sequence):
      line.put("of", sequence)
    case .statusBar(let height):
      line.put("height", .number(height))
    case .openURL(let url, let sourceApplication):
      line.put("url", url)
      line.put("sourceApplication", ifPresent: sourceApplication)
    case .protectedData(let available):
      line.put("available", .bool(available))
    case .closeDevices(let paths):
      line.put("paths", .array(paths.map(JSON.string)))
    case .input(let payload):
      line.put("payload", written: payload)
    case .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive, .willTerminate,
      .memoryWarning, .expireTasks, .disconnectScene, .snapshot, .settled, .other:
      break
    }
  }
}

extension LaunchOptions {
  fileprivate func write(to options: inout ObjectWriter) {
    options.put("url", ifPresent: url)
    options.put("sourceApplication", ifPresent: sourceApplication)
    if let shortcut { options.put("shortcut", written: shortcut) }
    if let userActivity { options.put("userActivity", written: userActivity) }
    if let notificationResponse { options.put("response") { notificationResponse.write(to: &$0) } }
    options.put("backgroundEvent", ifPresent: backgroundEvent)
    if let payload { options.put("payload", written: payload) }
  }
}

extension Session {
  fileprivate func write(to session: inout ObjectWriter) {
    session.put("id", id)
    session.put("role", role)
    session.put("configuration", ifPresent: configuration)
    if let activity { session.put("activity", written: activity) }
  }
}

extension Reply {
  /// The line that carries it, its newline included.
  public var line: [UInt8] {
    ObjectWriter.line { line in
      line.put("reply", request)
      switch outcome {
      case .result(.done): line.put("result", [:])
      case .result(.backgroundTask(let task)): line.put("result", ["task": .integer(task)])
      case .result(.timeRemaining(let seconds)): line.put("result", ["seconds": seconds.map(JSON.number) ?? .null])
      case .result(.handled(let handled)): line.put("result", ["handled": .bool(handled)])
      case .result(.activity(let activity)): line.put("result", ["activity": .integer(activity)])
      case .result(.pendingTasks(let requests)):
        line.put("result", ["requests": .array(requests.map(\.json))])
      case .result(.notifications(let notifications, let now)):
        line.put("result") { result in
          result.put("notifications", each: notifications) { $0.write(to: &$1) }
          if let now { result.put("now", .number(now)) }
        }
      case .result(.key(let key)): line.put("result", ["key": .string(key)])
      case .result(.permission(let word)): line.put("result", ["permission": .string(word)])
      case .result(.exits(let exits)): line.put("result", ["exits": .array(exits)])
      case .result(.transfers(let all)): line.put("result") { $0.put("transfers", each: all) { $0.write(to: &$1) } }
      case .result(.session(let session)): line.put("result", ["session": .string(session)])
      case .error(let code, let message):
        line.put("error", ["code": .string(code), "message": .string(message)])
      }
    }
  }
}

extension AppMessage {
  /// The line that carries it, its newline included.
  public var line: [UInt8] {
    ObjectWriter.line { line in
      switch self {
      case .hello(let version, let library):
        line.put("hello", ["protocol": .integer(version), "library": .string(library)])
      case .ack(let ack):
        line.put("ack", ack.sequence)
        switch ack.result {
        case .handled: break
        case .answered(let handled): line.put("result", ["handled": .bool(handled)])
        case .connected(let configuration):
          line.put("result", ["configuration": configuration.map(JSON.string) ?? .null])
        case .restorable(let activity): line.put("result", ["activity": activity ?? .null])
        case .pictured(let file): line.put("result", ["file": file.map(JSON.string) ?? .null])
        case .elements(let elements): line.put("result", ["elements": elements])
        case .drawn(let picture, nil): line.put("result", ["picture": .string(picture)])
        case .drawn(let picture, let svg?):
          line.put("result", ["picture": .string(picture), "svg": .string(svg)])
        case .unsupported: line.put("unsupported", true)
        }
      case .request(let request):
        line.put("request", request.id)
        if let now = request.now { line.put("now", .number(now)) }
        request.method.write(to: &line)
      case .entering(let callback, let scene):
        line.put("trace") { trace in
          trace.put("entering", callback)
          trace.put("scene", ifPresent: scene)
        }
      case .crashing(let signal, let thread):
        line.put("trace", ["crashing": .integer(Int(signal)), "thread": .integer(Int(thread))])
      case .took(let callback, let scene, let duration):
        line.put("trace") { trace in
          trace.put("callback", callback)
          trace.put("scene", ifPresent: scene)
          trace.put("took", duration.nanoseconds)
        }
      }
    }
  }
}

extension Request.Method {
  /// Its name on the wire.
  public var name: String {
    switch self {
    case .beginBackgroundTask: "beginBackgroundTask"
    case .endBackgroundTask: "endBackgroundTask"
    case .backgroundTimeRemaining: "backgroundTimeRemaining"
    case .requestScene: "requestScene"
    case .destroySession: "destroySession"
    case .refreshSession: "refreshSession"
    case .openURL: "openURL"
    case .canOpenURL: "canOpenURL"
    case .beginActivity: "beginActivity"
    case .endActivity: "endActivity"
    case .submitTaskRequest: "submitTaskRequest"
    case .cancelTaskRequest: "cancelTaskRequest"
    case .pendingTaskRequests: "pendingTaskRequests"
    case .scheduleNotification: "scheduleNotification"
    case .cancelNotifications: "cancelNotifications"
    case .removeNotifications: "removeNotifications"
    case .deliveredNotifications: "deliveredNotifications"
    case .beginTransfer: "beginTransfer"
    case .cancelTransfer: "cancelTransfer"
    case .transfers: "transfers"
    case .protectedKey: "protectedKey"
    case .requestPermission: "requestPermission"
    case .permission: "permission"
    case .untoldExits: "untoldExits"
    case .exitsTold: "exitsTold"
    case .other(let name): name
    }
  }

  fileprivate func write(to line: inout ObjectWriter) {
    line.put("method", name)
    switch self {
    case .beginBackgroundTask(let name?): line.put("params") { $0.put("name", name) }
    case .endBackgroundTask(let task): line.put("params") { $0.put("task", task) }
    case .requestScene(let session, let activity):
      line.put("params") { params in
        params.put("session", ifPresent: session)
        if let activity { params.put("activity", activity) }
      }
    case .destroySession(let session), .refreshSession(let session):
      line.put("params") { $0.put("session", session) }
    case .openURL(let url), .canOpenURL(let url): line.put("params") { $0.put("url", url) }
    case .protectedKey(let kind, let isPublic):
      line.put("params") { params in
        params.put("class", kind)
        if isPublic { params.put("public", true) }
      }
    case .requestPermission(let service), .permission(let service):
      line.put("params") { $0.put("service", service) }
    case .untoldExits(let number?): line.put("params") { $0.put("after", number) }
    case .exitsTold(let number): line.put("params") { $0.put("through", number) }
    case .beginActivity(let mode): line.put("params") { $0.put("mode", mode) }
    case .endActivity(let activity): line.put("params") { $0.put("activity", activity) }
    case .submitTaskRequest(let request): line.put("params", request.json)
    case .beginTransfer(let request): line.put("params", request.json)
    case .cancelTransfer(let session, let number):
      line.put("params") { params in
        params.put("session", session)
        params.put("number", number)
      }
    case .transfers(let session): line.put("params") { $0.put("session", session) }
    case .scheduleNotification(let plan): line.put("params") { plan.write(to: &$0) }
    case .cancelNotifications(let identifiers?), .removeNotifications(let identifiers?):
      line.put("params", ["identifiers": .array(identifiers.map(JSON.string))])
    case .cancelTaskRequest(let identifier?): line.put("params") { $0.put("identifier", identifier) }
    case .beginBackgroundTask(nil), .cancelTaskRequest(nil), .cancelNotifications(nil), .removeNotifications(nil),
      .backgroundTimeRemaining, .pendingTaskRequests, .deliveredNotifications, .untoldExits(nil),
      .other:
      break
    }
  }
}

extension TaskRequest {
  fileprivate var json: JSON {
    var members: [String: JSON] = [
      "identifier": .string(identifier), "kind": .string(kind.rawValue), "power": .bool(needsPower),
      "network": .bool(needsNetwork),
    ]
    if let earliest { members["earliest"] = .number(earliest) }
    return .object(members)
  }
}

extension Duration {
  /// Whole nanoseconds; a time that does not fit 64 bits (292 years) becomes the nearest that does.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    return scaled.addingReportingOverflow(attoseconds / 1_000_000_000).partialValue
  }
}
