// Many apps that are killed at one moment, under a whole supervisor with real processes: others have their turns in between.
import Glibc
import LifecycleModel
import Linux
import Settings
import SystemPackage
import TestFolders
import Testing

@testable import DaemonConfiguration
@testable import Processes
@testable import Supervisor
@testable import Systemd

@MainActor @Suite(.serialized, .timeLimit(.minutes(15))) struct KillsInTurnTests {
  /// A kernel that takes three milliseconds to kill an app, as it does of one with fifty processes.
  @MainActor private final class Slow: Kernel {
    private(set) var kills = 0

    override func releaseMemory(of process: Pidfd) throws(Errno) {
      kills += 1
      usleep(3000)
    }
  }

  private static let apps = (1...8).map { AppID("com.example.app\($0)") }

  // In a process of its own: a supervisor ends children that it does not know, those of other tests as well.
  @Test(
    "Of many apps that clients end at one moment, the first are killed at once, and the others in turns of the loop")
  func turns() async {
    await #expect(processExitsWith: .success) { try await Self.checkTurns() }
  }

  private static func checkTurns() throws {
    let (folder, kernel) = (try TestFolder(), Slow())
    for app in apps {
      try folder.bundle(
        "apps/\(app.string)", TestFolder.plist(app.string),
        script: """
          #!/bin/sh
          echo '{"hello":{"protocol":1,"library":"test/1"}}' >&4
          while read -r line <&3; do
            case $line in *willTerminate*) exit ;; esac
            number=${line#*:}
            echo "{\\"ack\\":${number%%,*}}" >&4
          done
          """)
    }
    var configuration = Configuration(in: .init(isRoot: true, environment: [:]))
    configuration.runtimeDirectory = folder.path + "/run"
    configuration.stateDirectory = folder.path + "/state"
    configuration.appDirectories = [folder.path + "/apps"]
    (configuration.usesCgroups, configuration.sandbox) = (false, .off)
    for directory in [configuration.runtimeDirectory, configuration.stateDirectory] {
      try #require(mkdir(directory, 0o755) == 0)
    }
    let (loop, lines) = (try EventLoop(), LogLines())
    let supervisor = try Supervisor(configuration: configuration, loop: loop, kernel: kernel, log: lines.logger)
    defer { supervisor.flushStores() }
    supervisor.findApps()
    supervisor.checkpoint()
    var launched = 0
    for (before, app) in apps.enumerated() {
      supervisor.request(.launch(app, Launch(), .foreground)) { _ in launched += 1 }
      try wait(supervisor, "\(lines.all)") { launched > before }
    }
    #expect(supervisor.model.lifecycle.apps.values.allSatisfy { $0.process != nil }, "\(lines.all)")
    var ended = 0
    for app in apps { supervisor.request(.terminate(app)) { _ in ended += 1 } }
    #expect((1...3).contains(kernel.kills), "before anybody else has a turn: \(kernel.kills)")
    try wait(supervisor, "\(lines.all)") { ended == apps.count }
    // The one in front has ended by itself, as it was told to.
    #expect(kernel.kills == apps.count - 1 && supervisor.processes.all.isEmpty)
  }

  private static func wait(_ supervisor: Supervisor, _ what: @autoclosure () -> String, until isSo: () -> Bool) throws {
    let deadline = monotonicNow() + 60_000_000_000
    while !isSo(), monotonicNow() < deadline { try supervisor.loop.runOnce(timeout: .milliseconds(100)) }
    try #require(isSo(), "\(what())")
  }
}
