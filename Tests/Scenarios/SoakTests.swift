// NQ1 to NQ5 in the long run: ten thousand random device events over twenty apps, half of them asleep.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct SoakTests {
  @Test(
    "NQ1 NQ3 NQ4 NQ5 after 10,000 random events every app knows the device, and no sleeper was told twice of a kind")
  func soak() throws {
    // ROOST_SOAK_SEED plays one again.
    let seed = ProcessInfo.processInfo.environment["ROOST_SOAK_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
    print("ROOST_SOAK_SEED=\(seed)")
    let soak = try Soak(seed: seed)
    try soak.begin()
    for _ in 0..<10_000 { try soak.step() }
    try soak.expectAgreement()
  }
}

/// A device with twenty apps, and what is known to have happened to it.
private final class Soak {
  private let daemon: PrivateDaemon
  private let client: ControlClient
  private let sleepers: [String]
  private let players: [String]
  private var random: SplitMix
  private var truth = Truth()

  init(seed: UInt64) throws {
    random = SplitMix(state: seed)
    let numbers = 0..<10
    let bundles = try numbers.flatMap { number in
      [
        try PythonApp.make("sleeper\(number)", on: Self.watcher, functions: Self.hear),
        try PythonApp.make("player\(number)", on: Self.player, functions: Self.hear, keys: Self.audio),
      ]
    }
    daemon = try PrivateDaemon(
      roostd: Programs.roostd, apps: bundles,
      configuration: "[apps]\nuser = \"\(TestDevice.user)\"\nread = \(TestDevice.programs)\n")
    client = try ControlClient(socket: daemon.socket)
    sleepers = numbers.map { "com.example.sleeper\($0)" }
    players = numbers.map { "com.example.player\($0)" }
  }

  private var apps: [String] { sleepers + players }

  // MARK: The apps

  /// Keeps a view of the device by what it is told, and the kinds it was told between didEnterBackground and
  /// willEnterForeground.
  private static let watcher = [
    "launch": """
    global view, batch
    batch = None
    view = {"orientation": event["orientation"], "battery": {"level": 1, "state": "full"}, "near": False, "volume": 1,
      "accessories": [], "displays": [], "modes": {}, "locale": None, "zone": None, "account": None,
      "appearance": "light", "content-size": "large",
      "available": True, "settings": {}}
    for kind, payload in event.get("device", {}).items():
      hear(kind, payload)
    hear("settings", {"values": event.get("settings", {})})
    """,
    "notification": """
    if batch is not None: batch.append(event["kind"])
    hear(event["kind"], event["payload"])
    """,
    "didEnterBackground": "global batch\nbatch = []",
    "willEnterForeground": """
    global batch
    with open("batches", "a") as file: file.write(" ".join(batch) + "\\n")
    batch = None
    """,
    "didBecomeActive": "with open(\"view\", \"w\") as file: json.dump(view, file)",
  ]

  private static let hear = """
    def hear(kind, payload):
      def change(name):
        view[name] = sorted(set(view[name]) - set(payload["disconnected"]) | set(payload["connected"]))
      if kind == "orientation": view["orientation"] = payload["orientation"]
      elif kind == "time":
        if "zone" in payload: view["zone"] = payload["zone"]
      elif kind == "battery": view["battery"] = payload
      elif kind == "proximity": view["near"] = payload["near"]
      elif kind == "volume": view["volume"] = payload["level"]
      elif kind == "accessory": change("accessories")
      elif kind == "display":
        change("displays")
        for name in payload["disconnected"]: view["modes"].pop(name, None)
      elif kind == "display-mode":
        for name, mode in payload["modes"].items():
          if mode is None: view["modes"].pop(name, None)
          else: view["modes"][name] = mode
      elif kind == "settings": view["settings"].update(payload["values"])
      elif kind == "locale": view["locale"] = payload["locale"]
      elif kind == "icloud": view["account"] = payload["account"]
      elif kind == "appearance": view["appearance"] = payload["style"]
      elif kind == "content-size": view["content-size"] = payload["category"]
      elif kind == "protected-files": view["available"] = payload["available"]
      else: raise Exception(kind)
    """

  private static let audio = ["UIBackgroundModes": ["audio"]]
  private static let player = watcher.merging(
    ["didBecomeActive": (watcher["didBecomeActive"] ?? "") + "\nask('beginActivity', mode='audio')"]) { $1 }

  // MARK: Events

  /// All apps have been in front once; then half of them sleep.
  func begin() throws {
    for app in apps { try bringForward(app) }
    _ = try client.call(DeviceInterface.Home())
    let states = try client.call(AppsInterface.List()).apps.map(\.state)
    #expect(states.filter { $0 == .suspended }.count == 10)
    #expect(states.filter { $0 == .background }.count == 10)
  }

  /// One event of the device; now and then another app comes forward, or one ends.
  func step() throws {
    // The news before an app falls asleep is no part of the news when it wakes up.
    let moves = random.next(below: 40) == 0
    let notice = random.notice(for: apps)
    truth.hear(notice)
    _ = try client.call(DeviceInterface.Notify(notice, wait: moves || random.next(below: 10) == 0))
    guard moves else { return }
    let app = random.choice(of: apps)
    switch random.next(below: 10) {
    case 0: try ignoringRefusal { _ = try client.call(AppsInterface.Terminate(id: app)) }
    case 1: try ignoringRefusal { _ = try client.call(AppsInterface.Quit(id: app)) }
    case 2: _ = try client.call(DeviceInterface.Home())
    default: try bringForward(app)
    }
  }

  /// In front an app says what it knows, which is how the device is.
  private func bringForward(_ app: String) throws {
    // The app that was in front is asleep when this returns.
    _ = try client.call(DeviceInterface.Home())
    _ = try client.call(AppsInterface.Launch(id: app))
    let view = try JSONSerialization.jsonObject(with: file("view", of: app)) as? NSDictionary
    let device = truth.view(of: app)
    #expect(view == device, "\(app) knows \(view as Any), and the device is \(device)")
  }

  /// Nobody can end what is not running.
  private func ignoringRefusal(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch ControlFailure.refused(.appRefused) {}
  }

  // MARK: Requirements

  func expectAgreement() throws {
    for app in apps { try bringForward(app) }
    var longest = 0
    for app in sleepers {
      // There is no such file if the app ended each time before it could wake up: so in one of eighty runs.
      let batches = (try? file("batches", of: app)) ?? Data()
      for batch in String(decoding: batches, as: UTF8.self).split(separator: "\n") {
        let kinds = batch.split(separator: " ")
        longest = max(longest, kinds.count)
        #expect(Set(kinds).count == kinds.count, "\(app) was told twice of a kind when it woke up: \(batch)")
      }
    }
    #expect(longest <= DeviceNotice.Kind.allCases.count)
    // Else there was nothing to merge.
    #expect(longest > 3)
    for app in apps {
      for exit in try client.call(AppsInterface.ListExits(id: app)).exits {
        #expect(exit.code == nil || exit.code == "0xdeadfa11", "\(app) ended: \(exit.text)")
      }
    }
  }

  private func file(_ name: String, of app: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(daemon.stateDirectory)/containers/\(app)/\(name)"))
  }
}

/// The device as all its events have made it.
private struct Truth {
  private var view: [String: Any] = [
    "orientation": "portrait", "near": false, "volume": 1, "available": true, "locale": NSNull(), "zone": NSNull(),
    "account": NSNull(), "appearance": "light", "content-size": "large",
  ]
  private var battery: [String: Any] = ["level": 1.0, "state": "full"]
  private var accessories: Set<String> = []
  private var displays: Set<String> = []
  private var modes: [String: String] = [:]
  private var settings: [String: [String: Any]] = [:]

  mutating func hear(_ notice: DeviceNotice) {
    switch notice {
    case .orientation(let orientation): view["orientation"] = orientation.rawValue
    case .timeZone(let zone): view["zone"] = zone
    case .timeJump: break
    case .battery(let level, let state):
      if let level { battery["level"] = level }
      if let state { battery["state"] = state.rawValue }
    case .proximity(let near): view["near"] = near
    case .volume(let level): view["volume"] = level
    case .accessory(let name, true): accessories.insert(name)
    case .accessory(let name, false): accessories.remove(name)
    case .display(let name, true): displays.insert(name)
    case .display(let name, false):
      displays.remove(name)
      modes[name] = nil
    case .displayMode(let name, let mode): modes[name] = mode
    case .settings(let app, let key, let json):
      settings[app, default: [:]][key] =
        try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
    case .locale(let locale): view["locale"] = locale
    case .appearance(let style): view["appearance"] = style.rawValue
    case .contentSize(let category): view["content-size"] = category.rawValue
    case .icloud(let account): view["account"] = account.map { $0 as Any } ?? NSNull()
    case .protectedFiles(let available): view["available"] = available
    // No app is told.
    case .network: break
    }
  }

  func view(of app: String) -> NSDictionary {
    view.merging([
      "battery": battery, "accessories": accessories.sorted(), "displays": displays.sorted(), "modes": modes,
      "settings": settings[app] ?? [:],
    ]) { $1 } as NSDictionary
  }
}

extension SplitMix {
  /// Few names and values, so that things come and go and come back.
  mutating func notice(for apps: [String]) -> DeviceNotice {
    let isOn = Bool.random(using: &self)
    return switch choice(of: DeviceNotice.Kind.allCases) {
    case .orientation: .orientation(choice(of: DeviceNotice.Orientation.allCases))
    case .time where isOn: .timeZone(choice(of: ["Asia/Seoul", "Europe/Berlin", "America/New_York"]))
    case .time: .timeJump(seconds: Int64(1 + next(below: 100)))
    case .battery where isOn: .battery(level: Double(next(below: 65)) / 64, state: nil)
    case .battery: .battery(level: nil, state: choice(of: DeviceNotice.BatteryState.allCases))
    case .proximity: .proximity(isOn)
    case .volume: .volume(level: Double(next(below: 17)) / 16)
    case .accessory: .accessory(name: choice(of: ["pen", "keyboard", "pad"]), connected: isOn)
    case .display: .display(name: choice(of: ["TV", "wall"]), connected: isOn)
    case .displayMode: .displayMode(name: choice(of: ["TV", "wall"]), mode: choice(of: ["1920x1080", "640x480"]))
    case .settings:
      .settings(
        app: choice(of: apps), key: choice(of: ["size", "color"]),
        valueJSON: choice(of: ["1", "true", "[1,2]", #""red""#, "null"]))
    case .locale: .locale(choice(of: ["ko_KR", "de_DE", "en_US"]))
    case .appearance: .appearance(isOn ? .dark : .light)
    case .contentSize: .contentSize(choice(of: [.small, .large, .accessibilityLarge]))
    case .icloud: .icloud(account: choice(of: ["kim", "lee", nil]))
    case .protectedFiles: .protectedFiles(available: isOn)
    case .network: .network(choice(of: DeviceNotice.Network.allCases))
    }
  }
}
