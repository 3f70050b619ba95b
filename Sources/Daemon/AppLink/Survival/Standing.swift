// The state that an app was told last, and its questions to the user that wait for an answer.
import FoundationEssentials
package import LifecycleModel

/// In words that every format has: those of roost-agent(7) and of `roostctl apps`.
package nonisolated struct Standing: Hashable, Codable, Sendable {
  package let serial: ProcessSerial
  /// `notRunning` until it is told of its launch.
  package var state: AppState
  /// By session.
  package var scenes: [String: SceneState]
  /// Asked before the log that goes with this began, so that nothing else tells of them.
  package var questions: [Question]

  /// A request for a permission that the user has not answered (PR2).
  package struct Question: Hashable, Codable, Sendable {
    package let request: UInt64
    package let service: String

    package init(request: UInt64, service: String) {
      self.request = request
      self.service = service
    }
  }

  package init(
    serial: ProcessSerial, state: AppState = .notRunning, scenes: [String: SceneState] = [:],
    questions: [Question] = []
  ) {
    self.serial = serial
    self.state = state
    self.scenes = scenes
    self.questions = questions
  }

  /// - Parameter prompts: of all processes.
  package init(_ process: AppProcess, asking prompts: [Prompt] = []) {
    // One that has not said hello has been told nothing.
    if case .greeting = process.phase {
      self.init(serial: process.serial)
    } else {
      let scenes = process.scenes.map { ($0.session.string, $0.state) }
      self.init(
        serial: process.serial, state: process.state,
        scenes: Dictionary(scenes, uniquingKeysWith: { first, _ in first }),
        questions: prompts.filter { $0.process == process.serial }.flatMap { prompt in
          prompt.requests.map { Question(request: $0, service: prompt.service.rawValue) }
        })
    }
  }

  private struct Line: Decodable {
    let event: String
    var state: String?
    var scene: String?
  }

  /// Takes in one line that the app was sent; a line that is no event says nothing of its state.
  mutating func take(_ line: some Sequence<UInt8>) {
    guard let line = try? JSONDecoder().decode(Line.self, from: Data(line)) else { return }
    if let scene = line.scene {
      take(line.event, scene)
      state = AppState(scenes: Array(scenes.values), isFrozen: false)
      return
    }
    switch line.event {
    case "launch": state = line.state.flatMap(AppState.init(rawValue:)) ?? .background
    case "willResignActive", "willEnterForeground": state = .inactive
    case "didBecomeActive": state = .active
    case "didEnterBackground": state = .background
    default: break
    }
  }

  private mutating func take(_ event: String, _ scene: String) {
    switch event {
    case "connectScene": scenes[scene] = .unattached
    case "willEnterForeground", "willResignActive": scenes[scene] = .foregroundInactive
    case "didBecomeActive": scenes[scene] = .foregroundActive
    case "didEnterBackground": scenes[scene] = .background
    case "disconnectScene": scenes[scene] = nil
    default: break
    }
  }
}
