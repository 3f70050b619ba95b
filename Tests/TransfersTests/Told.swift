// The news of transfers, as a test has been told them.
import LifecycleModel

@MainActor final class Told {
  var facts: [TransferFact] = []
  var end: TransferEnd? { if case .ended(let end)? = facts.last { end } else { nil } }
}
