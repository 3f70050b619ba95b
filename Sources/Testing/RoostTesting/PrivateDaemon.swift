// A supervisor of one's own: a real roostd in directories that nobody else uses, gone when the test is.
import ControlAPI
public import Foundation
import Synchronization

/// The reason why a private supervisor could not be used.
public enum TestingError: Error, CustomStringConvertible {
  case notStarted(program: String, why: String)
  case noEvent(waitedFor: String, seen: String)
  case noElement(_ element: String, app: String, shown: [String])

  public var description: String {
    switch self {
    case .notStarted(let program, let why): "unable to start \(program): \(why)"
    case .noEvent(let what, let seen):
      "waited in vain for \(what); give it a longer `timeout`, or in virtual time move the time on with `advance(by:)`; "
        + (seen.isEmpty ? "nothing happened meanwhile" : "what happened instead:\n\(seen)")
    case .noElement(let element, let app, let shown):
      "no \(element) is on the screen of \(app), which shows"
        + (shown.isEmpty
          ? " nothing yet; wait with `waitForExistence(timeout:)`"
          : ":\n" + shown.map { "  \($0)" }.joined(separator: "\n"))
    }
  }
}

/// A running roostd with its own runtime, state and apps directories. Its last reference ends it, its apps, and its
/// files.
public final class PrivateDaemon: Sendable {
  public let directory: URL
  /// The socket that it listens on, for ``Device`` or `roostctl --socket`.
  public var socket: String { runtimeDirectory + "/control" }
  /// The folder of its records, containers and logs.
  public var stateDirectory: String { directory.path + "/state" }
  private let runtimeDirectory: String
  /// The text that it has written to standard error.
  public var log: String { (try? String(contentsOfFile: directory.path + "/log", encoding: .utf8)) ?? "" }
  public var pid: pid_t { program.withLock { $0.pid } }

  private let command: [String]
  private let environment: [String: String]
  private let program: Mutex<Program>
  private let guardian: Guardian

  /// Starts `roostd` and returns when it serves.
  /// - Parameters:
  ///   - executable: the program; a name without a slash is looked for in `PATH` alone.
  ///   - apps: paths of bundles; they are linked into its apps directory.
  ///   - configuration: the text of its roostd.toml(5). Where the test runs as root and the text does not set `user` of
  ///     `[apps]`, apps run as root too: the bundles of a checkout in /root are closed to everybody else.
  ///     Where the text does not set `network` of `[sources]` or `stalls` of `[memory]`, the daemon does not look at the
  ///     machine's network or at the pressure on its memory.
  ///   - bus: the address of its system bus, with the services that tell what happens to the device. The machine's own
  ///     bus is never used, so that a test is not disturbed by what happens to the machine.
  ///   - virtualTime: whether its time stands still until ``Device/advance(by:patience:)`` moves it.
  ///   - runtime: a folder of a tmpfs(5), which `/run` is on a device, for its runtime directory. Nil: it is beside the others, on
  ///     whatever `/tmp` is.
  ///   - manager: a program that runs it, and what that is told before: `[manager, argument, …, roostd, …]`. It has to
  ///     end the daemon on SIGTERM, and then itself.
  /// - Throws: ``TestingError/notStarted(program:why:)`` with what it said.
  public init(
    roostd executable: String, apps: [String], configuration: String = "", bus: String? = nil,
    virtualTime: Bool = false, runtime: String? = nil,
    manager: [String] = []
  ) throws {
    directory = URL(fileURLWithPath: "/tmp/roost-test-\(getpid())-\(UInt32.random(in: 0 ... .max))")
    runtimeDirectory =
      runtime.map { [name = directory.lastPathComponent] in "\($0)/\(name)" } ?? directory.path + "/run"
    // sd_bus_open_system(3) connects to it.
    environment = ["DBUS_SYSTEM_BUS_ADDRESS": bus ?? "unix:path=\(directory.path)/no-bus"]
    command = manager + [executable] + (virtualTime ? ["--virtual-time"] : [])
    try Self.make(directory.path)
    if runtime != nil { try Self.make(runtimeDirectory) }
    guardian = try Guardian(of: [directory.path, runtimeDirectory])
    let started: Program
    do {
      try Self.fill(directory, apps, configuration)
      started = try Self.start(command, in: directory.path, runtimeDirectory, environment, guardian)
    } catch {
      Self.remove([directory.path, runtimeDirectory])
      guardian.dismiss()
      throw error
    }
    program = Mutex(started)
    DeviceRecorder.current?.add(self)
  }

  /// Everybody may make folders in `/tmp`, and read the guardian's arguments, which name this one. A stranger who makes it first gives
  /// the daemon its configuration. Apps with users of their own pass through it; one who lists it may hold its lock meanwhile, while
  /// the daemon waits for that.
  private static func make(_ directory: String) throws {
    guard mkdir(directory, 0o711) == 0 else {
      throw TestingError.notStarted(program: "roostd", why: "\(directory): \(String(cString: strerror(errno)))")
    }
  }

  private static func fill(_ directory: URL, _ apps: [String], _ configuration: String) throws {
    let files = FileManager.default
    try make(directory.path + "/apps")
    for app in apps {
      let name = URL(fileURLWithPath: app).lastPathComponent
      try files.createSymbolicLink(atPath: "\(directory.path)/apps/\(name)", withDestinationPath: app)
    }
    let file = directory.path + "/roostd.toml"
    let isMade = files.createFile(
      atPath: file, contents: Data(ofTest(configuration).utf8), attributes: [.posixPermissions: 0o600])
    guard isMade else { throw TestingError.notStarted(program: "roostd", why: "unable to write \(file)") }
  }

  private static func remove(_ directories: [String]) {
    for directory in directories { try? FileManager.default.removeItem(atPath: directory) }
  }

  /// The path of `roostd` where the shell looks for programs, or where `make install` puts it. Its name alone where it is in none of
  /// these, so that the error names it: ``Program`` finds none in the folder that the test runs in.
  static var installedProgram: String {
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let places = (path + ["/usr/local/sbin", "/usr/sbin"]).map { $0 + "/roostd" }
    return places.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "roostd"
  }

  /// With what a test needs where `configuration` does not say otherwise: it may run as root, and it is not disturbed by
  /// what the network of the machine does, nor loses apps because others keep its memory busy.
  private static func ofTest(_ configuration: String) -> String {
    let quiet = adding(
      "stalls", "false", to: "memory", of: adding("network", "false", to: "sources", of: configuration))
    return geteuid() == 0 ? adding("user", "\"root\"", to: "apps", of: quiet) : quiet
  }

  private static func adding(_ key: String, _ value: String, to table: String, of configuration: String) -> String {
    var lines = configuration.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func words(_ line: String) -> String { line.filter { $0 != " " && $0 != "\t" } }
    guard let head = lines.firstIndex(where: { words($0) == "[\(table)]" }) else {
      return configuration + "\n[\(table)]\n\(key) = \(value)\n"
    }
    let keys = lines[(head + 1)...].prefix { !words($0).hasPrefix("[") }
    if !keys.contains(where: { words($0).hasPrefix("\(key)=") }) { lines.insert("\(key) = \(value)", at: head + 1) }
    return lines.joined(separator: "\n")
  }

  private static func start(
    _ command: [String], in directory: String, _ runtime: String, _ environment: [String: String],
    _ guardian: Guardian
  ) throws -> Program {
    let program = try Program(
      command[0],
      command.dropFirst() + [
        "--config", directory + "/roostd.toml", "--runtime-dir", runtime, "--state-dir", directory + "/state",
        "--apps", directory + "/apps",
      ], output: directory + "/output", errors: directory + "/log", environment: environment)
    guardian.watch(program)
    let end = Date(timeIntervalSinceNow: 30)
    while (try? ControlClient(socket: runtime + "/control")) == nil {
      guard program.exitStatus == nil, Date() < end else {
        let said = try? String(contentsOfFile: directory + "/log", encoding: .utf8)
        let why = reason(said, program)
        guardian.end(program)
        throw TestingError.notStarted(program: command[0], why: why)
      }
      usleep(1000)
    }
    return program
  }

  /// The words of a daemon that does not serve, or its exit status where it has none.
  private static func reason(_ said: String?, _ program: Program) -> String {
    if let said, !said.isEmpty { return said }
    guard let status = program.exitStatus else { return "it serves nobody after 30 s; look at what the machine does" }
    return "it ended with status \(status) and said nothing; start it in a terminal to see why"
  }

  /// Ends it by `signal` and starts it again in the same directories. One that has not ended after 30 s is killed.
  public func restart(after signal: Int32 = SIGTERM) throws {
    try program.withLock { program in
      guardian.end(program, by: signal)
      program = try Self.start(command, in: directory.path, runtimeDirectory, environment, guardian)
    }
  }

  /// Ends it as systemd would, and waits until it and all its apps are gone. One that has not ended after 30 s is killed; its
  /// apps go on.
  public func stop() { program.withLock { guardian.end($0) } }

  deinit {
    stop()
    Self.remove([directory.path, runtimeDirectory])
    guardian.dismiss()
  }
}
