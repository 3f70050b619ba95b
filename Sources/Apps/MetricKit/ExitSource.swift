// The source of the app's past: roostd, which remembers what the app has been told.

import AgentProtocol
import RoostAgent

protocol ExitSource: Sendable {
  /// The oldest that the app has not been told of, from the one after `number` on; nil when nobody answers.
  func untold(after number: Int?) -> [PastExit]?
  /// The app has been told of all up to `number`; on disk when this returns.
  func told(through number: Int)
}

/// By way of the app's channel. Each call waits for roostd's answer.
struct RoostExits: ExitSource {
  func untold(after number: Int?) -> [PastExit]? {
    guard let channel = Channel.ofApp,
      case .exits(let exits)? = try? channel.request(.untoldExits(after: number))
    else { return nil }
    return exits.compactMap(PastExit.init)
  }

  func told(through number: Int) { _ = try? Channel.ofApp?.request(.exitsTold(through: number)) }
}
