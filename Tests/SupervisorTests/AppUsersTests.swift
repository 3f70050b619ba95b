// The user that an app runs as, settled before a launch and again when its container may not be the user's any more.
import Glibc
import LifecycleModel
import Processes
import Settings
import Systemd
import TestFolders
import Testing

@testable import DaemonConfiguration
@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(15))) struct AppUsersTests {
  @Test(
    "LA7 a user that is forgotten, as when its container could not be made whole, is settled anew",
    .enabled(if: geteuid() == 0, "only a daemon of root settles users"))
  func forgotten() throws {
    let (folder, loop, app) = (try TestFolder(), try EventLoop(), AppID("a.b"))
    var configuration = Configuration(in: .init(isRoot: true, environment: [:]))
    configuration.runtimeDirectory = folder.path
    configuration.stateDirectory = folder.path
    configuration.appUser = .root
    let users = AppUsers(
      Runtime(
        loop: loop, kernel: .live, log: LogLines().logger, mailbox: try Mailbox(loop),
        inForce: ConfigurationInForce(configuration, reread: nil)))
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
}
