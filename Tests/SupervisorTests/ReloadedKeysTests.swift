// Each key of the configuration after a reload: in force, or named as one that waits for a restart.
import Glibc
import Linux
import Settings
import TestFolders
import Testing

@testable import DaemonConfiguration
@testable import Supervisor

@Suite(.serialized, .timeLimit(.minutes(40))) struct ReloadedKeysTests {
  /// A value of each key that is not the default one. Where the key names a thing that the daemon opens or makes at its start, it
  /// waits; any other is looked up each time, or its part of the daemon is told of the reload (`Supervisor.apply`).
  private static let values: [(key: String, value: String, waits: Bool)] = [
    ("paths.runtime-dir", "\"/r\"", true), ("paths.state-dir", "\"/s\"", true), ("paths.apps", "[\"/a\"]", false),
    ("control.group", "\"staff\"", true),
    ("apps.desktop", "[\"/d\"]", false), ("apps.terminal", "[\"xterm\"]", false), ("apps.sandbox", "false", false),
    ("apps.tasks", "100", false), ("apps.read", "[\"/r\"]", false), ("apps.write", "[\"/w\"]", false),
    ("apps.user", "\"nobody\"", false), ("apps.users", "\"80000-80099\"", false),
    ("device.profile", "\"modern\"", false), ("device.foreground-slots", "2", false),
    ("device.multitasking", "false", false), ("device.first-appearance", "\"after-active\"", false),
    ("device.privacy", "\"deny\"", false),
    ("deadlines.launch", "\"7s\"", false), ("deadlines.come-forward", "\"7s\"", false),
    ("deadlines.leave", "\"7s\"", false), ("deadlines.terminate", "\"7s\"", false),
    ("deadlines.event", "\"7s\"", false),
    ("deadlines.background-tasks", "\"7s\"", false), ("deadlines.expiration", "\"7s\"", false),
    ("deadlines.snapshot", "\"7s\"", false), ("deadlines.wake", "\"7s\"", false),
    ("deadlines.key-discard", "\"7s\"", false),
    ("background.cpu-percent", "7", false), ("background.cpu-window", "\"7s\"", false),
    ("background.refresh-interval", "\"7s\"", false), ("background.processing-interval", "\"7s\"", false),
    ("background.transfer-quota", "7", false), ("background.transfer-stall", "\"7s\"", false),
    ("background.transfer-attempts", "7", false), ("background.camera", "[]", false), ("background.gpu", "[]", false),
    ("background.audio", "[]", false),
    ("memory.order", "\"least-recently-used\"", false), ("memory.push-out", "false", false),
    ("memory.stalls", "false", false), ("memory.stall-room", "7", false), ("memory.stall-warning", "\"\"", false),
    ("memory.stall-urgent", "\"\"", false), ("memory.stall-critical", "\"\"", false),
    ("cgroups.use", "false", true), ("sources.accessory-nodes", "[\"/dev/x*\"]", false),
    ("push.mqtt-broker", "\"mqtt://a\"", true), ("push.device", "\"a\"", true),
    ("push.username", "\"a\"", true), ("push.password-file", "\"/a\"\nusername = \"a\"", true),
    ("push.tls-ca-file", "\"/a\"", true),
    ("metrics.listen", "\"127.0.0.1:9464\"", false), ("log.level", "\"debug\"", false),
    ("log.app-output", "\"file\"", false), ("exits.keep", "7", false), ("exits.age", "\"7h\"", false),
    ("reports.keep", "7", false), ("reports.age", "\"7h\"", false),
  ]

  @Test(
    "Each key is in force after a reload, or the reload says that it waits: a new one is put into the list of this test"
  )
  func keys() throws {
    let folder = try TestFolder()
    let root = Configuration.Surroundings(isRoot: true, environment: [:])
    let old = Configuration(in: root)
    let sources = DeviceSource.allCases.map { (key: "sources.\($0.rawValue)", value: "false", waits: false) }
    let known = Setting.keys.flatMap { section, keys in keys.map { "\(section).\($0)" } }
    #expect((Self.values + sources).map(\.key).sorted() == known.sorted())
    for (key, value, waits) in Self.values + sources {
      let words = key.split(separator: ".")
      let file = try folder.write("roostd.toml", "[\(words[0])]\n\(words[1]) = \(value)\n")
      let new = try Configuration.load(file: file, in: root)
      #expect(new != old, "\(key)")
      let (next, waiting) = old.replaced(by: new)
      #expect(waiting.isEmpty == !waits && (next == new) == !waits, "\(key)")
      #expect(!waits || waiting == [words[0] == "push" ? "[push]" : key])
    }
  }

  // In a process of its own, as all supervisors are that are tested whole.
  @Test(
    "ME1 the kernel is asked to tell of other stalls after a reload, or of none",
    .enabled(if: access("/proc/pressure/memory", W_OK) == 0, "this kernel tells of no stalls"))
  func stalls() async {
    await #expect(processExitsWith: .success) { try await Self.checkStalls() }
  }

  @MainActor private static func checkStalls() throws {
    func text(stalls: Bool) -> String {
      "[apps]\nsandbox = false\n[cgroups]\nuse = false\n[memory]\nstalls = \(stalls)\n"
    }
    func triggers() throws -> Int {
      try Folder.names(in: "/proc/self/fd").count {
        (try? Sys.readlink("/proc/self/fd/\($0)")) == "/proc/pressure/memory"
      }
    }
    try WholeSupervisor.configured(text(stalls: false)) { supervisor, folder in
      supervisor.memory.watchStalls()
      #expect(try triggers() == 0)
      let reloads = Notes()
      for (stalls, count) in [(true, 3), (false, 0)] {
        try folder.write("roostd.toml", text(stalls: stalls))
        supervisor.reload { _ in reloads.texts.append("done") }
        try WholeSupervisor.wait(supervisor) { !reloads.texts.isEmpty }
        reloads.texts = []
        #expect(try triggers() == count)
      }
    }
  }
}
