// Between the model's words and the protocol's: events and answers going down, messages coming up.
import AgentProtocol
import LifecycleModel

extension AppChannel {
  /// Writes one event of the model as a line.
  func send(_ event: LifecycleModel.Event, _ sequence: EventSequence, exits: [ExitRow]) {
    let message = AgentProtocol.Event(
      sequence: sequence.number, state: event.state.flatMap(ApplicationState.init), Self.body(of: event, exits: exits))
    send(message.line)
  }

  func reply(_ answer: AppAnswer, to request: UInt64) {
    send(Reply(to: request, Reply.Outcome(answer)).line)
  }

  private static func body(of event: LifecycleModel.Event, exits: [ExitRow]) -> AgentProtocol.Event.Body {
    switch event {
    case .launch(let options, let style, _):
      .launch(
        AgentProtocol.Launch(
          style: AgentProtocol.LifecycleStyle(style),
          options: AgentProtocol.LaunchOptions(url: options.url, sourceApplication: options.sourceApplication),
          exits: exits.map(\.json)))
    case .willResignActive: .willResignActive
    case .didEnterBackground: .didEnterBackground
    case .willEnterForeground: .willEnterForeground
    case .didBecomeActive: .didBecomeActive
    case .willTerminate: .willTerminate
    case .input(let json): .input((try? JSON(parsing: json)) ?? .string(json))
    case .expireTasks: .expireTasks
    }
  }
}

extension Input {
  /// What `message`, from the process `serial`, is to the model.
  init(_ message: AppMessage, from serial: ProcessSerial) {
    switch message {
    case .hello(let version, _): self = .hello(serial, protocolVersion: version)
    case .ack(let ack): self = .acknowledged(serial, EventSequence(number: ack.sequence))
    case .entering(let callback, _): self = .entering(serial, callback: callback)
    case .took(let callback, _, let time): self = .returned(serial, callback: callback, took: time)
    case .request(let request): self = .requested(serial, id: request.id, AppRequest(request.method))
    }
  }
}

extension AppRequest {
  init(_ method: AgentProtocol.Request.Method) {
    switch method {
    case .beginBackgroundTask(let name): self = .beginBackgroundTask(name: name)
    case .endBackgroundTask(let number): self = .endBackgroundTask(BackgroundTaskID(number: number))
    case .backgroundTimeRemaining: self = .backgroundTimeRemaining
    case .requestScene, .destroySession, .refreshSession, .openURL, .canOpenURL, .other:
      self = .unknown(method: method.name)
    }
  }
}

extension Reply.Outcome {
  init(_ answer: AppAnswer) {
    switch answer {
    case .backgroundTask(let task): self = .result(.backgroundTask(task.number))
    case .done: self = .result(.done)
    case .timeRemaining(let time):
      self = .result(.timeRemaining(seconds: time.map { Double($0.wholeNanoseconds) / 1e9 }))
    case .unknownTask(let task):
      self = .error(
        code: "UnknownTask", message: "no background task \(task.number) is open; it may have been ended already")
    case .unknownMethod(let name):
      self = .error(code: "UnknownMethod", message: "this supervisor does not know \(name); see roost-agent(7)")
    }
  }
}

extension ApplicationState {
  init?(_ state: AppState) {
    switch state {
    case .active: self = .active
    case .inactive: self = .inactive
    case .background: self = .background
    case .notRunning, .suspended: return nil
    }
  }
}

extension AgentProtocol.LifecycleStyle {
  init(_ style: LifecycleModel.LifecycleStyle) {
    switch style {
    case .app: self = .app
    case .scene: self = .scene
    }
  }
}

extension ExitRow {
  /// As an app is told of it at its launch.
  var json: JSON {
    [
      "time": .integer(Int(time)), "pid": JSON(pid), "state": .string(state), "namespace": .string(namespace),
      "code": JSON(code), "reason": .string(reason), "text": .string(text), "signal": JSON(signal),
      "status": JSON(status), "footprint": .integer(Int(footprint)), "cpu": .integer(Int(cpu)),
      "callback": JSON(callback), "elapsed": JSON(elapsed),
    ]
  }
}

extension JSON {
  init(_ number: (some BinaryInteger)?) { self = number.map { .integer(Int($0)) } ?? .null }
  init(_ text: String?) { self = text.map(JSON.string) ?? .null }
}
