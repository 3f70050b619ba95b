// From messages to lines.

extension Event {
  /// The line that carries it, its newline included.
  public var line: [UInt8] {
    ObjectWriter.line { line in
      line.put("seq", sequence)
      line.put("event", body.name)
      line.put("state", ifPresent: state?.rawValue)
      line.put("scene", ifPresent: scene)
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
    case .openURL: "openURL"
    case .protectedData: "protectedData"
    case .input: "input"
    case .expireTasks: "expireTasks"
    case .other(let name): name
    }
  }

  fileprivate func write(to line: inout ObjectWriter) {
    switch self {
    case .launch(let launch):
      line.put("style", launch.style.rawValue)
      line.put("orientation", launch.orientation)
      line.put("options") { options in
        options.put("url", ifPresent: launch.options.url)
        options.put("sourceApplication", ifPresent: launch.options.sourceApplication)
      }
      line.put("exits", .array(launch.exits))
    case .notification(let kind, let payload):
      line.put("kind", kind)
      line.put("payload", payload)
    case .openURL(let url, let sourceApplication):
      line.put("url", url)
      line.put("sourceApplication", ifPresent: sourceApplication)
    case .protectedData(let available):
      line.put("available", .bool(available))
    case .input(let payload):
      line.put("payload", payload)
    case .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive, .willTerminate,
      .memoryWarning, .expireTasks, .other:
      break
    }
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
        case .unsupported: line.put("unsupported", true)
        }
      case .request(let request):
        line.put("request", request.id)
        request.method.write(to: &line)
      case .entering(let callback):
        line.put("trace") { $0.put("entering", callback) }
      case .took(let callback, let duration):
        line.put("trace") { trace in
          trace.put("callback", callback)
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
    case .other(let name): name
    }
  }

  fileprivate func write(to line: inout ObjectWriter) {
    line.put("method", name)
    switch self {
    case .beginBackgroundTask(let name?): line.put("params") { $0.put("name", name) }
    case .endBackgroundTask(let task): line.put("params") { $0.put("task", task) }
    case .beginBackgroundTask(nil), .backgroundTimeRemaining, .other: break
    }
  }
}

extension Duration {
  /// Whole nanoseconds; what does not fit 64 bits (292 years) becomes the nearest that does.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    return scaled.addingReportingOverflow(attoseconds / 1_000_000_000).partialValue
  }
}
