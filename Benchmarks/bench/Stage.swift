// The place of all measurements: a folder with the bundles to measure, and the daemons that run them, all gone at the
// end.
import ControlAPI
import Foundation
import RoostTesting
import Synchronization

/// Starts private daemons and makes bundles for them.
final class Stage: Sendable {
  let roostd: String
  let roostctl: String
  /// The bundle of the UIKit sample app.
  let notes: String
  let notesID = "com.example.notes"
  private let programs: String
  let directory: String
  private let daemons = Mutex<[PrivateDaemon]>([])

  /// - Parameters:
  ///   - binaries: where roostd and roostctl are.
  ///   - apps: where the sample apps' bundles are.
  ///   - programs: where the programs of Benchmarks/programs are.
  init(binaries: String, apps: String, programs: String) throws {
    roostd = binaries + "/roostd"
    roostctl = binaries + "/roostctl"
    notes = apps + "/notes.app"
    directory = "/tmp/roost-bench-\(getpid())"
    self.programs = directory + "/programs"
    // The apps' users pass through what is made here.
    umask(0o022)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    // Beside the bundles, so that a thousand of them can be links to one file.
    try FileManager.default.copyItem(atPath: programs, toPath: self.programs)
  }

  /// There is no bus; it would be looked for in vain again and again.
  private static let configuration = """
    [log]
    app-output = "file"
    [sources]
    logind = false
    upower = false
    timedate = false
    locale = false
    network = false

    """

  func program(_ name: String) -> String { "\(programs)/\(name)" }

  /// For the reader of the table: which users apps have.
  static var users: String {
    geteuid() == 0
      ? "Apps in the sandbox have a user each, as in an installation; apps without one are root."
      : "All apps have the user of this benchmark."
  }

  /// - Parameter configuration: more sections of its roostd.toml(5).
  /// - Parameter inSandbox: whether its apps are in the sandbox. They are as an installation has them then, each with a
  ///   user of its own if this program is root; without it they have this program's user, since they write where it reads.
  /// - Parameter program: another copy of roostd.
  /// - Parameter manager: a command that becomes it.
  func daemon(
    _ apps: [String], configuration: String = "", inSandbox: Bool = false, program: String? = nil,
    manager: [String] = []
  ) throws -> PrivateDaemon {
    let apart = inSandbox ? "sandbox = true\nuser = \"\"\n" : "sandbox = false\n"
    let daemon = try PrivateDaemon(
      roostd: program ?? roostd, apps: apps, configuration: "[apps]\n" + apart + Self.configuration + configuration,
      runtime: Self.tmpfs, manager: manager)
    daemons.withLock { $0.append(daemon) }
    return daemon
  }

  /// As `/run` is on every device, and not in every container: a FIFO or a socket in a file system on a disk takes 50 to 100 us.
  private static let tmpfs: String? = {
    // Not as a string at once: of a file whose size is said to be 0, Foundation takes the first page alone.
    let mounts = try? FileHandle(forReadingFrom: URL(filePath: "/proc/self/mounts")).readToEnd()
    return String(decoding: mounts ?? Data(), as: UTF8.self).contains(" /dev/shm tmpfs ") ? "/dev/shm" : nil
  }()

  /// A bundle of one of Benchmarks/programs, with the identifier `id`, and `more` in its Info.plist.
  func bundle(_ name: String, id: String, more: [String: Any] = [:]) throws -> String {
    let bundle = "\(directory)/\(id).app"
    let files = FileManager.default
    try files.createDirectory(atPath: bundle, withIntermediateDirectories: false)
    try files.linkItem(atPath: program(name), toPath: "\(bundle)/\(name)")
    let info = ["CFBundleIdentifier": id, "CFBundleExecutable": name].merging(more) { _, more in more }
    try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
      .write(to: URL(fileURLWithPath: "\(bundle)/Info.plist"))
    return bundle
  }

  /// Makes a FIFO for many apps, each of which has a user of its own.
  func makeFIFO(_ path: String) throws {
    // The umask takes from the first mode, and not from the second.
    guard mkfifo(path, 0o600) == 0, chmod(path, 0o622) == 0 else {
      throw BenchError.system(action: "make \(path)", errno: errno)
    }
  }

  /// Ends what was started and removes what was made.
  func clear() {
    let daemons = self.daemons.withLock { $0 }
    for daemon in daemons {
      daemon.stop()
      try? FileManager.default.removeItem(at: daemon.directory)
    }
    try? FileManager.default.removeItem(atPath: directory)
  }
}

extension ControlClient {
  func launch(_ id: String) throws { _ = try call(AppsInterface.Launch(id: id)) }
  func home() throws { _ = try call(DeviceInterface.Home()) }
  func terminate(_ id: String) throws { _ = try call(AppsInterface.Terminate(id: id)) }

  func wait(for id: String, toBe state: AppStatus.State) throws {
    while try call(AppsInterface.Status(id: id)).app.state != state { usleep(100) }
  }
}

/// Lets the machine come to rest, so that one sample does not pay for the clean-up after the one before it.
func rest() { usleep(5_000) }
