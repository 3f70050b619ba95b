// The directories of a daemon that starts: closed to others, or refused.
import Glibc
import Linux
import Settings
import TestFolders
import Testing

@testable import DaemonConfiguration
@testable import Supervisor

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct DirectoriesTests {
  private static func mode(_ path: String) throws -> UInt32 { try FileStatus(of: path).permissions }

  // Each in a process of its own: a daemon takes the process's signals, umask and descriptors.

  @Test("A start closes what an earlier version has left open to others")
  func mended() async {
    await #expect(processExitsWith: .success) { try await Self.checkMended(.root) }
    await #expect(processExitsWith: .success) { try await Self.checkMended(.shared("nobody")) }
    await #expect(processExitsWith: .success) { try await Self.checkMended(.own) }
  }

  private static func checkMended(_ user: AppUserSetting) throws {
    let folder = try TestFolder()
    var configuration = Configuration.alone(in: folder)
    configuration.appUser = user
    let state = configuration.stateDirectory
    for name in ["exits.sqlite", "exits.sqlite-wal", "containers/a.b/file"] { try folder.write("state/" + name, "") }
    for path in [state, state + "/containers", state + "/containers/a.b"] { try #require(chmod(path, 0o755) == 0) }
    let daemon = try Daemon(configuration)
    let passed: UInt32 = user == .root || geteuid() != 0 ? 0o700 : 0o711
    #expect(try mode(state) == passed)
    #expect(try mode(state + "/containers") == passed)
    for name in ["exits.sqlite", "exits.sqlite-wal"] { #expect(try mode("\(state)/\(name)") == 0o600) }
    // The app's own.
    #expect(try mode(state + "/containers/a.b") == 0o755)
    #expect(try mode(state + "/containers/a.b/file") == 0o644)
    // Its socket has rights of its own.
    #expect(try mode(configuration.runtimeDirectory) == 0o711)
    #expect(umask(0o077) == 0o077)
    withExtendedLifetime(daemon) {}
  }

  @Test("A start is refused in directories that somebody else could change")
  func refused() async {
    await #expect(processExitsWith: .success) { try await Self.checkRefused("run") }
    await #expect(processExitsWith: .success) { try await Self.checkRefused("state") }
    await #expect(processExitsWith: .success) { try await Self.checkRefused("state/containers") }
  }

  private static func checkRefused(_ name: String) throws {
    let folder = try TestFolder()
    try folder.write(name + "/file", "")
    try #require(chmod(folder.path + "/state", 0o700) == 0 || name == "run")
    try #require(chmod("\(folder.path)/\(name)", 0o777) == 0)
    let error = try #require(throws: OwnFolder.Problem.self) { try Daemon(Configuration.alone(in: folder)) }
    #expect(error == .writable("\(folder.path)/\(name)"))
    #expect(Daemon.exitStatus(of: error) == 78)
    #expect(!folder.exists("run/lock"))
  }
}
