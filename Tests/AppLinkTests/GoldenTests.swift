// This release, and every later one, reads the state that earlier releases have left in RUNTIME/state.
import AgentProtocol
import Foundation
import LifecycleModel
import Testing
import WireJSON

@testable import AppLink

/// A folder each in Tests/Golden: `checkpoint-1` and `log-1` as a daemon left them, and in `reads-as` what they mean. A
/// release adds its own: `ROOST_WRITE_GOLDEN=1 swift test --filter GoldenTests`. Those of a release are never changed.
@MainActor @Suite struct GoldenTests {
  private nonisolated static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .appendingPathComponent("Golden").path
  private static let writes = ProcessInfo.processInfo.environment["ROOST_WRITE_GOLDEN"] != nil
  private static let current = "\(root)/format-\(StateFormat.current)-revision-\(Lifecycle.revision)"

  private nonisolated static var folders: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: root).sorted().map { "\(root)/\($0)" }) ?? []
  }

  @Test("the state of every release is read, or its processes are adopted", arguments: folders)
  func golden(folder: String) throws {
    if Self.writes, folder == Self.current { return }
    let meaning = try Self.meaning(of: folder)
    let expected = "\(folder)/reads-as"
    if Self.writes, !FileManager.default.fileExists(atPath: expected) {
      try meaning.processes.write(toFile: expected, atomically: false, encoding: .utf8)
    }
    let parts = try String(contentsOfFile: expected, encoding: .utf8).components(separatedBy: "\n\n")
    #expect(meaning.processes == parts[0])
    if let state = meaning.state { #expect(state == parts[1]) }
    let head = StateFormat.head(of: try Self.bytes(folder, "checkpoint-1")).format
    let isAlike = StateFormat.readable.contains(head.format) && head.model == Lifecycle.revision
    #expect(!isAlike || meaning.state != nil, "a state of the current format and model is read whole")
  }

  @Test("this release has its golden files") func ownGolden() throws {
    if Self.writes { try write(Self.current) }
    #expect(Self.folders.contains(Self.current), "make them: ROOST_WRITE_GOLDEN=1 swift test --filter GoldenTests")
  }

  // MARK: Members that are missing

  /// The members that cannot be made up: names and numbers by which things are known, the place of a process, and the
  /// values of an enumeration.
  private static let missed: Set<String> = [
    // Of a checkpoint and its processes.
    "boot", "era", "lifecycle", "channels", "processes", "serial", "app", "pid", "startTime", "executable", "events",
    "replies", "number", "string",
    // Of the model.
    "apps", "device", "owners", "lastSerial", "sessionNames", "seed", "description", "id", "style", "phase", "began",
    "conversation", "lastSequence", "process", "session", "state", "step", "limit", "left", "lastNumber", "identifier",
    "kind", "notification", "next", "time", "band", "lastUsed", "nanoseconds", "wake", "countdown",
    "matter", "service",
  ]

  @Test("whatever stored property is missing, a checkpoint is read; one that is not known is ignored")
  func anyMember() throws {
    let body = StateFormat.head(of: try Self.bytes(Self.current, "checkpoint-1")).body
    let whole = try JSONSerialization.jsonObject(with: Data(body))
    var paths: [[Step]] = []
    Self.walk(whole, [], &paths)
    #expect(paths.count > 300)
    var isMissed: Set<String> = []
    for path in paths {
      guard case .member(let name)? = path.last else { continue }
      let without = try JSONSerialization.data(withJSONObject: Self.removing(path[...], from: whole))
      do { _ = try Checkpoint(body: without) } catch { isMissed.insert(name) }
    }
    #expect(isMissed.subtracting(Self.missed).filter { !Self.isCase($0) }.sorted() == [])

    var more = try #require(whole as? [String: Any])
    var lifecycle = try #require(more["lifecycle"] as? [String: Any])
    (more["laterIdea"], lifecycle["laterIdea"]) = (1, ["of": "the model"])
    more["lifecycle"] = lifecycle
    let read = try Checkpoint(body: JSONSerialization.data(withJSONObject: more))
    #expect(read.lifecycle == (try Checkpoint(body: Data(body))).lifecycle)
  }

  private enum Step { case member(String), element(Int) }

  /// The cases of an enumeration and what they hold: `{"resting":{"_0":{"background":{}}}}`.
  private static func isCase(_ name: String) -> Bool {
    let cases: Set<String> = [
      "resting", "calling", "suspended", "background", "active", "inactive", "none", "no", "unlocked", "nothing",
      "presentation", "running", "app", "foreground", "since", "from", "until", "measuring", "greeting", "launching",
      "push",
    ]
    return name.hasPrefix("_") || cases.contains(name)
  }

  private static func walk(_ value: Any, _ path: [Step], _ paths: inout [[Step]]) {
    if let object = value as? [String: Any] {
      for (name, member) in object.sorted(by: { $0.key < $1.key }) {
        paths.append(path + [.member(name)])
        walk(member, path + [.member(name)], &paths)
      }
    } else if let array = value as? [Any] {
      // The members that are stored of one element are stored of all.
      for (index, element) in array.prefix(4).enumerated() { walk(element, path + [.element(index)], &paths) }
    }
  }

  private static func removing(_ path: ArraySlice<Step>, from value: Any) -> Any {
    switch path.first {
    case .member(let name)?:
      guard var object = value as? [String: Any] else { return value }
      object[name] = path.count == 1 ? nil : object[name].map { removing(path.dropFirst(), from: $0) }
      return object
    case .element(let index)?:
      guard var array = value as? [Any] else { return value }
      array[index] = removing(path.dropFirst(), from: array[index])
      return array
    case nil: return value
    }
  }

  // MARK: Its meaning

  private static func bytes(_ folder: String, _ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
  }

  /// In words that no version changes: who runs, and where it can be read, what the device and its apps are.
  private static func meaning(of folder: String) throws -> (processes: String, state: String?) {
    let body = StateFormat.head(of: try bytes(folder, "checkpoint-1")).body
    let anchor = try Anchor(body: Data(body))
    var remnant = Remnant(anchor)
    for record in RawLogRecord.readable(in: Array(try bytes(folder, "log-1"))) { remnant.play(record) }
    var processes = ["era \(remnant.era)"]
    for process in remnant.processes.values.sorted(by: { $0.serial.number < $1.serial.number }) {
      let standing = remnant.standings[process.serial]
      let scenes = standing?.scenes.map { "\($0.key) \($0.value.rawValue)" }.sorted().joined(separator: ", ") ?? ""
      processes.append(
        "process \(process.serial.number) of \(process.app): pid \(process.pid), \(standing?.state.rawValue ?? "?") "
          + "[\(scenes)], \(channel(remnant.channels[process.serial]))")
    }
    let earlierState = EarlierState(StateFolder(path: folder), boot: anchor.boot) { _ in }
    guard case .state(let replay) = earlierState else { return (processes.joined(separator: "\n"), nil) }
    let device = replay.lifecycle.device
    var state = [
      "device: locked \(device.isLocked), alerts \(device.alerts), in front \(device.front), "
        + "locale \(device.facts.locale ?? "-"), battery \(device.facts.battery.level)",
      "waiting \(replay.waiting.count), last request \(replay.lastRequest)",
    ]
    for (id, app) in replay.lifecycle.apps.sorted(by: { $0.key < $1.key }) {
      let tasks = app.process?.tasks.open.values.sorted() ?? []
      let scenes = app.scenes.map { "\($0.session) \($0.state.rawValue)" }.sorted().joined(separator: ", ")
      let notifications = app.estate.notifications.planned.map(\.notification.identifier)
      state.append(
        "app \(id): \(app.state.rawValue) [\(scenes)], tasks \(tasks), "
          + "work \(app.estate.tasks.pending.map(\.identifier)), planned \(notifications), force-quit \(app.estate.isForceQuit)"
      )
    }
    return (processes.joined(separator: "\n"), state.joined(separator: "\n"))
  }

  private static func channel(_ channel: Replay.Channel?) -> String {
    let unread = String(decoding: channel?.framer.unfinished ?? [], as: UTF8.self)
    let unwritten = String(decoding: channel?.unwritten ?? [], as: UTF8.self)
    return "unread \(unread.debugDescription), unwritten \(unwritten.debugDescription)"
  }

  // MARK: Making them

  private func write(_ folder: String) throws {
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var life = ModelLife()
    life.begin()
    try life.checkpoint().file(version: "golden").write(to: URL(fileURLWithPath: folder + "/checkpoint-1"))
    let log = try StateLog(folder + "/log-1")
    life.continueLog(log)
    try FileHandle(forWritingTo: URL(fileURLWithPath: folder + "/log-1")).truncate(atOffset: UInt64(log.end + 16))
    let meaning = try Self.meaning(of: folder)
    let text = meaning.processes + "\n\n" + (meaning.state ?? "")
    try text.write(toFile: folder + "/reads-as", atomically: false, encoding: .utf8)
  }
}
