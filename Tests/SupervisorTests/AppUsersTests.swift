// The user that an app runs as, settled before a launch and again when its container may not be the user's any more.
import Glibc
import LifecycleModel
import Linux
import Processes
import Settings
import Synchronization
import Systemd
import TestFolders
import TestLoop
import Testing

@testable import DaemonConfiguration
@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(40))) struct AppUsersTests {
  private static func runtime(_ folder: TestFolder, _ loop: EventLoop) throws -> Runtime {
    var configuration = Configuration(in: .init(isRoot: true, environment: [:]))
    configuration.runtimeDirectory = folder.path
    configuration.stateDirectory = folder.path
    configuration.appUser = .root
    return Runtime(
      loop: loop, kernel: .live, log: LogLines().logger, mailbox: try Mailbox(loop),
      inForce: ConfigurationInForce(configuration, reread: nil))
  }

  @Test(
    "LA7 a user that is forgotten, as when its container could not be made whole, is settled anew",
    .enabled(if: geteuid() == 0, "only a daemon of root settles users"))
  func forgotten() throws {
    let (folder, loop, app) = (try TestFolder(), try EventLoop(), AppID("a.b"))
    let users = AppUsers(try Self.runtime(folder, loop))
    users.settle(app) { _ in }
    let deadline = monotonicNow() + 60_000_000_000
    while users.settled(app) == nil {
      try #require(monotonicNow() < deadline)
      try loop.runOnce(timeout: .milliseconds(100))
    }
    users.forget(app)
    let isSettled = users.settled(app) != nil
    #expect(!isSettled)
  }

  @Test("A thread that settles a user keeps nothing of the loop's")
  func letsGo() throws {
    let (folder, loop) = (try TestFolder(), try EventLoop())
    // Its threads never come to their work.
    let starter = ThreadStarter { _ in true }
    weak var gone: AppUsers?
    do {
      let users = AppUsers(try Self.runtime(folder, loop), starter: starter)
      users.settle(AppID("a.b")) { _ in }
      users.known(AppID("a.b")) { _ in }
      users.writeRecords()
      gone = users
    }
    #expect(gone == nil)
  }

  @Test("Where there can be no thread, no container is looked at on the one that does everybody's work, and it is said")
  func noThread() throws {
    let (folder, loop) = (try TestFolder(), try EventLoop())
    let users = AppUsers(try Self.runtime(folder, loop), starter: ThreadStarter { _ in false })
    let told = Mutex<[String]>([])
    users.settle(AppID("a.b")) { error in told.withLock { $0.append(error.map { "\($0)" } ?? "settled") } }
    try loop.run { told.withLock { !$0.isEmpty } }
    let answers = told.withLock(\.self)
    #expect(answers.count == 1 && answers[0].contains("a.b cannot be looked at: there can be no thread"))
    #expect(!folder.exists("containers"))
  }
}
