// The beginning of every scenario: a private supervisor with the sample apps, and a look at the kernel's side.
import ControlAPI
import Foundation
import RoostTesting
import Synchronization
import Testing

/// Whole-system tests run the programs that `make build` left behind, as a person would.
enum Programs {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  static let roostd = root + "/build/bin/roostd"
  static let roostctl = root + "/build/bin/roostctl"
  static func app(_ name: String) -> String { "\(root)/build/apps/\(name).app" }
}

/// A supervisor and its device for one test; both end with it.
final class TestDevice {
  static let samples = ["notes", "clock", "oldgame", "faulty", "pynote", "shellcount"].map(Programs.app)

  /// The machine's own pressure and its swap change no test that is not about them.
  static let calm = "stalls = false\npush-out = false"

  /// The folder of this machine's python3, if not in /usr: beside the folder that PATH names.
  static let programs = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .filter { $0.hasPrefix("/root/") || $0.hasPrefix("/home/") }
    .map { URL(fileURLWithPath: String($0)).deletingLastPathComponent().path }

  /// Whom apps run as where a test does not say: as root, whose checkout and whose Python others may not get to, or as
  /// ROOST_TEST_USER, which may be empty, so that every scenario can be played by apps with users of their own.
  static let user = ProcessInfo.processInfo.environment["ROOST_TEST_USER"] ?? (geteuid() == 0 ? "root" : "")

  /// Suites run beside each other, and each device gives its apps users that those of no other have: the kernel counts processes
  /// by their user, and some tests look for another's.
  private static let devices = Mutex<UInt32>(0)

  static func usersOfItsOwn() -> String {
    let device = devices.withLock { number in
      defer { number += 1 }
      return number
    }
    let first = 80_000 + device % 200 * 100
    return "\(first)-\(first + 99)"
  }

  let daemon: PrivateDaemon
  let device: Device
  var events: EventLog { device.events }

  var notes: AppUnderTest { device.app("com.example.notes") }
  var clock: AppUnderTest { device.app("com.example.clock") }
  var oldgame: AppUnderTest { device.app("com.example.oldgame") }
  var faulty: AppUnderTest { device.app("com.example.faulty") }

  /// - Parameters:
  ///   - deadlines: lines of the `[deadlines]` table; a test of a deadline shortens that one, and no other.
  ///   - bus: the address of its system bus; there is none without.
  init(
    deadlines: String = "", device settings: String = "", push: String = "", metrics: String = "",
    apps: [String] = TestDevice.samples, memory: String = TestDevice.calm, cgroups: Bool = false, sources: String = "",
    bus: String? = nil,
    sandbox: Bool = true, user: String = TestDevice.user, users: String = TestDevice.usersOfItsOwn(),
    virtualTime: Bool = false
  ) throws {
    daemon = try PrivateDaemon(
      roostd: Programs.roostd, apps: apps,
      configuration: """
        [deadlines]
        \(deadlines)
        [device]
        \(settings)
        [memory]
        \(memory)
        [cgroups]
        use = \(cgroups)
        [apps]
        sandbox = \(sandbox)
        user = "\(user)"
        users = "\(users)"
        read = \(TestDevice.programs)
        [sources]
        \(sources)
        [push]
        \(push)
        [metrics]
        \(metrics)
        [log]
        app-output = "file"
        """, bus: bus, virtualTime: virtualTime)
    device = try Device(socket: daemon.socket)
  }

  /// The daemon becomes the same program anew, which ends the caller's connection, and serves again.
  func replaceDaemon() throws {
    #expect(throws: ControlFailure.self) { try ControlClient(socket: daemon.socket).call(DaemonInterface.Reexec()) }
    try eventually("it serves again") {
      (try? ControlClient(socket: daemon.socket).call(DaemonInterface.GetVersion())) != nil
    }
  }

  /// The one record of the one process that `app` has had.
  func onlyExit(of app: AppUnderTest) throws -> ExitRecord {
    let records = try app.exits()
    guard let record = records.last, records.count == 1 else {
      throw Unexpected("\(records.count) exit records: \(records)")
    }
    return record
  }

  func waitForEnd(of app: AppUnderTest, from start: Int = 0) throws -> ExitRecord {
    let event = try events.wait(for: "the end of \(app.id)", from: start) {
      if case .exit(let record) = $0.kind { record.app == app.id } else { false }
    }
    guard case .exit(let record) = event.kind else { throw Unexpected("\(event)") }
    return record
  }

  @discardableResult
  func wait(for state: AppStatus.State, of app: AppUnderTest, from start: Int = 0) throws -> MonitorEvent {
    try events.wait(for: "\(app.id) \(state)", from: start) {
      if case .state(app.id, _, state) = $0.kind { true } else { false }
    }
  }

  /// The text that an app has printed.
  func output(of app: AppUnderTest) -> String {
    (try? String(contentsOfFile: "\(daemon.stateDirectory)/logs/\(app.id).log", encoding: .utf8)) ?? ""
  }
}

struct Unexpected: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// The refusal that `body` meets; the test fails where it is not refused.
func refusal(_ body: () throws -> Void) throws -> ControlError {
  do {
    try body()
  } catch let failure as ControlFailure {
    guard case .refused(let error) = failure else { throw failure }
    return error
  }
  throw Unexpected("it was not refused")
}

/// For what the kernel tells nobody of: looks again until `isSo`, and fails after `deadline` seconds.
///
/// - Parameter what: is put together when it fails.
func eventually(_ what: @autoclosure () throws -> String, deadline: Double = 30, isSo: () throws -> Bool) throws {
  let end = Date(timeIntervalSinceNow: deadline)
  while try !isSo() {
    guard Date() < end else { throw Unexpected("it never came true that \(try what())") }
    usleep(1000)
  }
}
