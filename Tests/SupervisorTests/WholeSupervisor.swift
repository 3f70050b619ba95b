// A whole supervisor with real processes, of apps that are scripts: for tests in a process of their own.
import Glibc
import LifecycleModel
import Linux
import Settings
import TestFolders
import TestLoop
import Testing

@testable import DaemonConfiguration
@testable import Processes
@testable import Supervisor
@testable import Systemd

@MainActor enum WholeSupervisor {
  /// - Parameters:
  ///   - script: the program of each app, after its `hello`.
  ///   - body: is handed the supervisor when it knows the apps, and the lines of its log.
  static func with(
    _ apps: [AppID], script: String, kernel: Kernel, _ body: (Supervisor, LogLines) throws -> Void
  ) throws {
    // As the daemon's start does: without it, a line for an app that has just ended is the end of this process.
    IgnoredSignals.beCaught()
    let folder = try TestFolder()
    for app in apps {
      try folder.bundle(
        "apps/\(app.string)", TestFolder.plist(app.string),
        script: """
          #!/bin/sh
          echo '{"hello":{"protocol":1,"library":"test/1"}}' >&4
          \(script)
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
    try body(supervisor, lines)
  }

  /// The supervisor of a configuration file, which it reads again.
  ///
  /// - Parameter body: is handed the folder with `roostd.toml` as well, in which are `run`, `state` and `apps`.
  static func configured(_ text: String, _ body: (Supervisor, TestFolder) throws -> Void) throws {
    let folder = try TestFolder()
    let files = ConfigurationFiles(
      try folder.write("roostd.toml", text),
      overriding: Configuration.Overrides(
        runtimeDirectory: folder.path + "/run", stateDirectory: folder.path + "/state",
        appDirectories: [folder.path + "/apps"]))
    let configuration = try files.read()
    try Directories(configuration).prepare()
    let supervisor = try Supervisor(
      configuration: configuration, reread: { () throws(ConfigurationError) in try files.read() }, loop: EventLoop(),
      log: LogLines().logger)
    defer { supervisor.flushStores() }
    try body(supervisor, folder)
  }

  static func wait(_ supervisor: Supervisor, until isSo: () -> Bool) throws {
    try supervisor.loop.run(until: isSo)
  }
}
