// Erasing an app whose container is being taken away: once more however often somebody asks, and by the next daemon. And its keys.
import Keys
import LifecycleModel
import Linux
import Stores
import Synchronization
import SystemPackage
import Testing

@testable import AppLink
@testable import DaemonConfiguration
@testable import Processes
@testable import Supervisor

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct ErasingTests {
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

  // In a process of its own, as above.
  @Test("LA11 the next daemon takes away the data of an app that is being erased, and not those that come afterwards")
  func next() async {
    await #expect(processExitsWith: .success) { try await Self.checkNext() }
  }

  private static func checkNext() throws {
    let app = AppID("com.example.app")
    try WholeSupervisor.with([app], script: "", kernel: .live) { supervisor, _ in
      try WholeSupervisor.wait(supervisor) { left(by: supervisor) == [] }
      supervisor.request(.erase(app)) { _ in }
      #expect(left(by: supervisor) == [app])
      supervisor.handOver()
      #expect(left(by: supervisor) == [app])
      try WholeSupervisor.wait(supervisor) { left(by: supervisor) == [] }
      #expect(supervisor.erasing.isIdle)
    }
  }

  // In a process of its own, as above.
  @Test("LA11 the keys of protected files are forgotten when the container is gone, and kept where it stays")
  func keys() async {
    await #expect(processExitsWith: .success) { try await Self.checkKeys() }
  }

  private static func checkKeys() throws {
    let app = AppID("com.example.app")
    try WholeSupervisor.with([app], script: "", kernel: .live) { supervisor, _ in
      let containers = supervisor.configuration.stateDirectory + "/containers"
      let container = "\(containers)/\(app.string)"
      for folder in [containers, container] { try Folder.make(folder) }
      let before = try publicKey(of: app, supervisor)
      SystemCall.setGate { call, subject in
        guard call == .rename, case .path(container) = subject else { return nil }
        return .ioError
      }
      supervisor.erasing.eraseData(of: app)
      try WholeSupervisor.wait(supervisor) { supervisor.erasing.isIdle }
      SystemCall.setGate(nil)
      #expect(try FileStatus(of: container).kind == .folder)
      #expect(try publicKey(of: app, supervisor) == before)
      supervisor.erasing.eraseData(of: app)
      try WholeSupervisor.wait(supervisor) { supervisor.erasing.isIdle }
      #expect(throws: Errno.noSuchFileOrDirectory) { try FileStatus(of: container) }
      #expect(try publicKey(of: app, supervisor) != before)
    }
  }

  // In a process of its own, as above.
  @Test("LA11 everybody who asks is told why the data of an app stay, and nobody any more when they are gone")
  func reasons() async {
    await #expect(processExitsWith: .success) { try await Self.checkReasons() }
  }

  private static func checkReasons() throws {
    let app = AppID("com.example.app")
    try WholeSupervisor.with([app], script: "", kernel: .live) { supervisor, _ in
      let containers = supervisor.configuration.stateDirectory + "/containers"
      let container = "\(containers)/\(app.string)"
      for folder in [containers, container] { try Folder.make(folder) }
      let (told, erased) = (Counter(), Counter())
      @MainActor func ask() {
        supervisor.erasing.whenErased(app) { problem in (problem == nil ? erased : told).count += 1 }
      }
      SystemCall.setGate { call, subject in
        guard call == .rename, case .path(container) = subject else { return nil }
        return .ioError
      }
      supervisor.erasing.eraseData(of: app)
      for _ in 0..<3 { ask() }
      try WholeSupervisor.wait(supervisor) { supervisor.erasing.isIdle }
      SystemCall.setGate(nil)
      ask()
      #expect(told.count == 4 && erased.count == 0)
      supervisor.erasing.eraseData(of: app)
      for _ in 0..<2 { ask() }
      try WholeSupervisor.wait(supervisor) { erased.count + told.count == 6 }
      #expect(erased.count == 2)
    }
  }

  /// Answers, on the actor that gives them.
  @MainActor private final class Counter { var count = 0 }

  private static func publicKey(of app: AppID, _ supervisor: Supervisor) throws -> [UInt8] {
    let key = Mutex<[UInt8]?>(nil)
    supervisor.keyBag.publicKey(of: app) { result in key.withLock { $0 = try? result.get() } }
    try WholeSupervisor.wait(supervisor) { key.withLock { $0 != nil } }
    let found = key.withLock { $0 }
    return try #require(found)
  }

  /// The apps that the next daemon would erase, if this one ended now; nil where it would restore nothing.
  private static func left(by supervisor: Supervisor) -> Set<AppID>? {
    let folder = StateFolder(runtimeDirectory: supervisor.configuration.runtimeDirectory)
    let earlierState = EarlierState(folder, boot: supervisor.survival.boot) { _ in }
    guard case .state(let replay) = earlierState else { return nil }
    var apps = replay.erased
    for case .eraseData(let app) in replay.unfinished { apps.insert(app) }
    return apps
  }
}
