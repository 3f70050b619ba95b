// A device whose keys could not be read at the start: shut, until an unlock can read them.
import Keys
import LifecycleModel
import Linux
import SystemPackage
import TestFolders
import Testing

@testable import DaemonConfiguration
@testable import Supervisor
@testable import Systemd

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct UnreadKeysTests {
  // In a process of its own, as all supervisors are that are tested whole.
  @Test("DP2 an unlock that cannot be judged is refused, and one that finds no passcode opens the device for good")
  func unread() async {
    await #expect(processExitsWith: .success) { try await Self.checkUnread() }
  }

  // In a process of its own, as above.
  @Test("DP2 the passcode of a daemon that could not read the keys is none for the next, which can and finds none")
  func next() async {
    await #expect(processExitsWith: .success) { try await Self.checkNext() }
  }

  private static func checkNext() throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let configuration = try prepared(in: folder)
    let supervisor = try Supervisor(configuration: configuration, loop: EventLoop(), log: LogLines().logger)
    defer { supervisor.flushStores() }
    // As the model of the daemon before has it.
    supervisor.submit(.recalled(.passcode))
    #expect(supervisor.model.lifecycle.policy.hasPasscode && !supervisor.keyBag.hasPasscode)
    supervisor.recallPasscode()
    #expect(!supervisor.model.lifecycle.policy.hasPasscode)
  }

  /// With keys that have no passcode.
  private static func prepared(in folder: TestFolder) throws -> Configuration {
    var configuration = Configuration(in: .init(isRoot: true, environment: [:]))
    (configuration.runtimeDirectory, configuration.stateDirectory) = (folder.path + "/run", folder.path + "/state")
    configuration.usesCgroups = false
    try Directories(configuration).prepare()
    let problem = KeyBag(stateDirectory: configuration.stateDirectory, deliver: { _ in }).problem
    #expect(problem == nil)
    return configuration
  }

  private static func checkUnread() throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let configuration = try prepared(in: folder)
    let bag = configuration.stateDirectory + "/keys/bag"
    SystemCall.setGate { call, subject in
      guard call == .open, case .path(bag) = subject else { return nil }
      return .ioError
    }
    let supervisor = try Supervisor(configuration: configuration, loop: EventLoop(), log: LogLines().logger)
    defer { supervisor.flushStores() }
    #expect(supervisor.keyBag.hasPasscode)
    supervisor.submit(.recalled(.passcode))
    var answers: [KeyBagError?] = []
    supervisor.unlock(passcode: "any") { answers.append($0) }
    try WholeSupervisor.wait(supervisor) { answers.count == 1 }
    SystemCall.setGate(nil)
    #expect(answers == [.unread(path: bag, .ioError)])
    #expect(supervisor.model.lifecycle.policy.hasPasscode)
    supervisor.unlock(passcode: nil) { answers.append($0) }
    try WholeSupervisor.wait(supervisor) { answers.count == 2 }
    #expect(answers.count == 2 && answers[1] == nil)
    #expect(!supervisor.keyBag.hasPasscode && !supervisor.model.lifecycle.policy.hasPasscode)
  }
}
