// The look at what the next daemon would begin with, before it is to take over the apps.
import FailingCalls
import Glibc
import Linux
import Settings
import SystemPackage
import TestFolders
import Testing

@testable import DaemonConfiguration
@testable import Supervisor
@testable import Systemd

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct NextStartTests {
  // In a process of its own, as all supervisors are that are tested whole.
  @Test("A daemon sees that the next would not begin: by its configuration, and by its directories")
  func seen() async {
    await #expect(processExitsWith: .success) { try await Self.checkSeen() }
  }

  private static func checkSeen() throws {
    let right = "[apps]\nsandbox = false\n[cgroups]\nuse = false\n"
    try WholeSupervisor.configured(right) { supervisor, folder in
      let (file, state) = (folder.path + "/roostd.toml", folder.path + "/state")
      #expect(supervisor.whyNextFails(isTriedAgain: true) == nil)
      try folder.write("roostd.toml", right + "[deadlines]\nlaunch = \"no time\"\nleave = 1\n")
      let mistakes = try #require(supervisor.whyNextFails(isTriedAgain: true))
      #expect(mistakes.contains("\(file):6: deadlines.launch: ") && mistakes.contains("; \(file):7: deadlines.leave: "))
      // The program that is installed is this one, and knows no more keys.
      try folder.write("roostd.toml", right + "[deadlines]\nlunch = \"5s\"\n")
      #expect(supervisor.whyNextFails(isTriedAgain: true)?.contains("deadlines.lunch") == true)
      try folder.write("roostd.toml", right)
      #expect(supervisor.whyNextFails(isTriedAgain: true) == nil)

      try #require(chmod(state, 0o777) == 0)
      for isTriedAgain in [true, false] {
        #expect(supervisor.whyNextFails(isTriedAgain: isTriedAgain)?.contains("other users may write to it") == true)
      }
      // systemd gives it its mode before it starts the next.
      try #require(setenv("STATE_DIRECTORY", "/nowhere:\(state)", 1) == 0)
      #expect(supervisor.whyNextFails(isTriedAgain: true) == nil)
      #expect(supervisor.whyNextFails(isTriedAgain: false)?.contains("other users may write to it") == true)
      try #require(unsetenv("STATE_DIRECTORY") == 0)
      try #require(chmod(state, 0o700) == 0)

      try folder.write("roostd.toml", right + "[control]\ngroup = \"roost-nosuch\"\n")
      for isTriedAgain in [true, false] {
        #expect(supervisor.whyNextFails(isTriedAgain: isTriedAgain)?.contains("roost-nosuch: no such group") == true)
      }
      // Of these two reasons this one comes first: no program takes the place of one that SIGTERM has come to.
      supervisor.isToldToStop = true
      #expect(supervisor.becomeAnew().contains("roostd has been told to stop"))
    }
  }

  // In a process of its own, as above.
  @Test("Another program may know a key, a section or a value that this one does not; it reads no TOML that is none")
  func replaced() async {
    await #expect(processExitsWith: .success) { try await Self.checkReplaced() }
  }

  private static func checkReplaced() throws {
    let right = "[apps]\nsandbox = false\n[cgroups]\nuse = false\n"
    try WholeSupervisor.configured(right) { supervisor, folder in
      for text in ["[novelty]\n", "[deadlines]\nlunch = \"5s\"\n", "[deadlines]\nlaunch = \"as needed\"\n"] {
        try folder.write("roostd.toml", right + text)
        #expect(supervisor.whyNextFails(isTriedAgain: true, isReplaced: true) == nil)
        #expect(supervisor.whyNextFails(isTriedAgain: true, isReplaced: false) != nil)
      }
      try folder.write("roostd.toml", right + "= no TOML")
      #expect(supervisor.whyNextFails(isTriedAgain: true, isReplaced: true)?.contains("not valid TOML") == true)
    }
  }

  // In a process of its own, as above.
  @Test("A file that may be read at the next try is no reason against a daemon that is started again")
  func unread() async {
    await #expect(processExitsWith: .success) { try await Self.checkUnread() }
  }

  private static func checkUnread() async throws {
    for errno in [Errno.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .ioError] {
      let folder = try TestFolder()
      let file = try folder.write("roostd.toml", "")
      let mayPass = errno != .ioError
      let failure = Failure(call: .open, number: 0, errno: errno)
      let error = await #expect(throws: ConfigurationError.self) {
        try await FailingCalls.during(.folder(file), failure) { _ in _ = try Configuration.load(file: file) }
      }
      let refusal = try #require(error)
      #expect(refusal.mayPass == mayPass, "\(errno)")
      #expect(Daemon.exitStatus(of: refusal) == (mayPass ? 1 : 78))
      var configuration = Configuration(in: .init(isRoot: true, environment: [:]))
      (configuration.runtimeDirectory, configuration.stateDirectory) = (folder.path + "/run", folder.path + "/state")
      configuration.usesCgroups = false
      try Directories(configuration).prepare()
      let supervisor = try Supervisor(
        configuration: configuration, reread: { () throws(ConfigurationError) -> Configuration in throw refusal },
        loop: EventLoop(), log: LogLines().logger)
      defer { supervisor.flushStores() }
      #expect((supervisor.whyNextFails(isTriedAgain: true, isReplaced: false) == nil) == mayPass)
      #expect(supervisor.whyNextFails(isTriedAgain: false, isReplaced: false)?.contains("unable to read it") == true)
    }
  }

  // In a process of its own, as above.
  @Test("A directory that may be there at the next try is no reason against a daemon that is started again")
  func passing() async {
    await #expect(processExitsWith: .success) { try await Self.checkPassing() }
  }

  private static func checkPassing() throws {
    let folder = try TestFolder()
    var configuration = Configuration(in: .init(isRoot: true, environment: [:]))
    (configuration.runtimeDirectory, configuration.stateDirectory) = (folder.path + "/run", folder.path + "/state")
    configuration.usesCgroups = false
    try Directories(configuration).prepare()
    var next = configuration
    // mkdir(2), ENOTDIR
    next.stateDirectory = try folder.write("file", "") + "/state"
    let supervisor = try Supervisor(
      configuration: configuration, reread: { [next] () throws(ConfigurationError) in next }, loop: EventLoop(),
      log: LogLines().logger)
    defer { supervisor.flushStores() }
    #expect(supervisor.whyNextFails(isTriedAgain: true) == nil)
    #expect(supervisor.whyNextFails(isTriedAgain: false)?.contains("unable to make the directory") == true)
  }

  // In a process of its own, as above.
  @Test(
    "The apps are left to no daemon that has another runtime or state directory; another path to the same one is none")
  func moved() async {
    await #expect(processExitsWith: .success) { try await Self.checkMoved() }
  }

  private static func checkMoved() throws {
    let members: [(String, WritableKeyPath<Configuration, String>)] = [
      ("paths.runtime-dir", \.runtimeDirectory), ("paths.state-dir", \.stateDirectory),
    ]
    for (key, member) in members {
      for isOther in [true, false] {
        let folder = try TestFolder()
        let configuration = Configuration.alone(in: folder)
        try Directories(configuration).prepare()
        var next = configuration
        next[keyPath: member] = folder.path + "/next"
        let link = folder.path + "/next"
        if !isOther { try #require(symlink(configuration[keyPath: member], link) == 0) }
        let supervisor = try Supervisor(
          configuration: configuration, reread: { [next] () throws(ConfigurationError) in next }, loop: EventLoop(),
          log: LogLines().logger)
        defer { supervisor.flushStores() }
        let change = "\(key) has changed from \(configuration[keyPath: member]) to \(link)"
        #expect(supervisor.whyNextIsElsewhere() == (isOther ? change : nil))
        // No program runs in place of this one, whatever the reason.
        if isOther { #expect(supervisor.becomeAnew().contains("it would not find the apps")) }
      }
    }
  }
}
