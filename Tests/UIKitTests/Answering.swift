// A roostd that answers what an app asks.

import AgentProtocol
import RoostAgent
import Synchronization

@testable import UIKit

/// A thread that answers an app's requests one after the other, and then hangs up.
final class Answering: Sendable {
  private let seen = Mutex<[Request.Method]>([])

  init(_ pipes: Pipes, _ outcomes: [Reply.Outcome]) {
    pipes.channel.start(library: "test/1") { _ in }
    Thread.detachNewThread { [self] in
      var outcomes = outcomes[...]
      while let outcome = outcomes.first, let messages = try? pipes.read(), !messages.isEmpty {
        for case .request(let request) in messages {
          seen.withLock { $0.append(request.method) }
          pipes.send(Reply(to: request.id, outcome).line)
          outcomes.removeFirst()
        }
      }
      close(pipes.events)
    }
  }

  var requests: [Request.Method] { seen.withLock { $0 } }
}
