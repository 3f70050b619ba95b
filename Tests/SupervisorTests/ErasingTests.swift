// Erasing an app again while its container is being taken away: however often somebody asks, that is once more.
import LifecycleModel
import Stores
import Synchronization
import Testing

@testable import DaemonConfiguration
@testable import Processes
@testable import Supervisor

@MainActor @Suite(.serialized, .timeLimit(.minutes(15))) struct ErasingTests {
  // In a process of its own, as all supervisors are that are tested whole.
  @Test("LA11 an app that is erased ten thousand times while it is being erased is erased once more")
  func again() async {
    await #expect(processExitsWith: .success) { try await Self.checkAgain() }
  }

  private static func checkAgain() throws {
    let app = AppID("com.example.app")
    try WholeSupervisor.with([app], script: "", kernel: .live) { supervisor, _ in
      let answers = Mutex(0)
      let deliver = supervisor.runtime.deliver
      let containers = ErasedContainers(
        directory: supervisor.configuration.stateDirectory,
        deliver: { answer in
          answers.withLock { $0 += 1 }
          deliver(answer)
        },
        note: { Issue.record("\($0)") })
      let erasing = Erasing(supervisor.runtime, containers, supervisor.keyBag, supervisor.state)
      for _ in 0..<10_000 { erasing.eraseData(of: app) }
      try WholeSupervisor.wait(supervisor) { erasing.isIdle }
      #expect(answers.withLock { $0 } == 2)
    }
  }
}
