// The model with a kernel and with apps that do all they are told at once.
import LifecycleModel

struct Obedient {
  var lifecycle = Lifecycle(policy: Policy())
  /// The time of all that happens.
  var now = Instant(nanoseconds: 1)
  private var requests: UInt64 = 0

  mutating func wish(_ wish: Wish) { handle(wishing(wish)) }

  /// `wish` as somebody's request.
  mutating func wishing(_ wish: Wish) -> Input {
    requests += 1
    return .wish(wish, Request(id: RequestID(number: requests), answer: .whenTaken))
  }

  mutating func handle(_ input: Input) {
    var inputs = [input]
    while !inputs.isEmpty {
      for effect in lifecycle.handle(inputs.removeFirst(), at: now) { Self.answer(effect, &inputs) }
    }
  }

  static func answer(_ effect: Effect, _ inputs: inout [Input]) {
    switch effect {
    case .spawn(let process, _, _):
      inputs += [.kernel(process, .spawned(pid: 1)), .app(process, .hello(protocolVersion: 1))]
    case .send(let process, let sequence, _): inputs.append(.app(process, .acknowledged(sequence)))
    case .freeze(let process): inputs.append(.kernel(process, .froze()))
    case .inspect(let process): inputs.append(.kernel(process, .inspected(Holdings())))
    case .sampleCPU(let process): inputs.append(.kernel(process, .sampledCPU(.zero)))
    case .kill(let process): inputs.append(.kernel(process, .exited(.signaled(9), Usage())))
    case .reply, .replyWhenStored, .thaw, .unseal, .arm, .store, .keepPicture, .forgetPicture, .eraseData, .keys,
      .memory, .transfers, .answer, .report, .shutdownComplete:
      break
    }
  }
}
