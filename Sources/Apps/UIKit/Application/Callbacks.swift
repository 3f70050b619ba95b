// Tells roostd which callback the app is in, so that a report can name the one that hung (TE3, TE4).

import AgentProtocol
import RoostAgent

@MainActor struct Callbacks {
  private let channel: Channel
  /// CLOCK_MONOTONIC: a callback's duration does not count what the machine slept through.
  private let clock = SuspendingClock()

  init(_ channel: Channel) { self.channel = channel }

  /// Runs `body` as the callback `name`, a base name of roost-agent(7). Its duration waits for the next write.
  func run<Result>(_ name: String, of scene: UIScene? = nil, _ body: () -> Result) -> Result {
    let session = scene?.session.persistentIdentifier
    channel.send(.entering(callback: name, scene: session))
    let began = clock.now
    let result = body()
    channel.hold(.took(callback: name, scene: session, clock.now - began))
    return result
  }
}
