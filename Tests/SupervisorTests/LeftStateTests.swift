// The state that a daemon leaves which ends in order: none, unless the disk has not taken all of it.
import Glibc
import LifecycleModel
import TestFolders
import Testing

@testable import AppLink
@testable import DaemonConfiguration
@testable import Processes
@testable import Stores
@testable import Supervisor
@testable import Systemd

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct LeftStateTests {
  // In a process of its own, as all supervisors are that are tested whole.
  @Test("An orderly end leaves nothing to the next daemon where all is on disk")
  func onDisk() async {
    await #expect(processExitsWith: .success) { try await Self.check(isDiskInOrder: true) }
  }

  // In a process of its own, as above.
  @Test("An orderly end while the disk takes nothing leaves the state without processes, and the log says so")
  func inMemory() async {
    await #expect(processExitsWith: .success) { try await Self.check(isDiskInOrder: false) }
  }

  private static func check(isDiskInOrder: Bool) throws {
    try WholeSupervisor.with([AppID("com.example.app")], script: "", kernel: .live) { supervisor, lines in
      supervisor.takeUpUnwritten()
      // A folder in the file's place fails for root as well, which permissions do not.
      let file = supervisor.configuration.stateDirectory + "/notifications.sqlite"
      if !isDiskInOrder { try #require(mkdir(file, 0o700) == 0) }
      let content = NotificationRow.Content(identifier: "n", title: "", body: "b", content: "{}", isRemote: false)
      supervisor.state.notifications.keep(
        NotificationRow(app: "com.example.app", planned: [], shown: [.init(content: content, date: 1)]))
      supervisor.end()
      let status = try supervisor.loop.run()
      #expect(status == 0)
      supervisor.leave()
      let said = lines.all.filter { $0.contains("roostd leaves it in \(supervisor.survival.directory)") }
      let folder = StateFolder(runtimeDirectory: supervisor.configuration.runtimeDirectory)
      switch EarlierState(folder, boot: supervisor.survival.boot, say: { Issue.record("\($0)") }) {
      case .nothing: #expect(isDiskInOrder && said.isEmpty)
      case .state(let replay): #expect(!isDiskInOrder && replay.processes.isEmpty && said.count == 1)
      case .processes: Issue.record("the model was not left")
      }
    }
  }
}
