// State of another version: what is read with defaults, what is adopted, and what is refused.
import AgentProtocol
import Foundation
import LifecycleModel
import SystemPackage
import TestFolders
import Testing
import WireJSON

@testable import AppLink

@MainActor @Suite struct StateFormatTests {
  private let place: TestFolder
  private var folder: String { place.path }
  private let app = AppID("com.example.notes")
  private let serial = ProcessSerial(number: 1)

  init() throws { place = try TestFolder() }

  private var process: ProcessIdentity {
    ProcessIdentity(serial: serial, app: app, pid: 77, startTime: 1, executable: "/bin/notes", events: 1, replies: 2)
  }

  private func checkpoint() -> Checkpoint {
    var lifecycle = Lifecycle(policy: Policy(), seed: 1)
    _ = lifecycle.handle(.installed(AppDescription(id: app, style: .app)), at: Instant(nanoseconds: 1))
    return Checkpoint(
      boot: "boot", era: "era", lifecycle: lifecycle,
      channels: [ChannelState(serial: serial, unread: Array("{\"ack\"".utf8)[...])], processes: [process],
      standings: [Standing(serial: serial, state: .active)])
  }

  private func write(_ file: Data, _ number: UInt64 = 1) throws {
    try file.write(to: URL(fileURLWithPath: "\(folder)/checkpoint-\(number)"))
  }

  private func earlierState() -> (EarlierState, said: [String]) {
    var said: [String] = []
    return (EarlierState(StateFolder(path: folder), boot: "boot") { said.append($0) }, said)
  }

  private func head(format: UInt32 = StateFormat.current, model: UInt32 = Lifecycle.revision) throws -> Data {
    try StateFormat(format: format, model: model, version: "9.9.9", boot: "boot").line()
  }

  private func remnant(_ earlierState: EarlierState) throws -> Remnant {
    guard case .processes(let remnant) = earlierState else {
      throw TestFailure(what: "\(earlierState)")
    }
    return remnant
  }

  private struct TestFailure: Error { let what: String }

  @Test("a checkpoint says of what format it is before anything else") func headComesFirst() throws {
    let file = try checkpoint().file(version: "1.2.3")
    #expect(file.starts(with: Data("{\"roost\":{".utf8)))
    let (format, body) = StateFormat.head(of: file)
    #expect(format == StateFormat(version: "1.2.3", boot: "boot"))
    #expect(try Checkpoint(body: body).lifecycle == checkpoint().lifecycle)
  }

  @Test("a daemon of the same format and model goes on with all of it") func same() throws {
    try write(checkpoint().file(version: "0.1.0"))
    let log = try StateLog(folder + "/log-1")
    log.append(.input, 0, try JSONEncoder().encode(Input.wish(.lock, Request(id: RequestID(number: 1)))))
    log.append(.turn, 9)
    guard case .state(let replay) = earlierState().0 else { throw TestFailure(what: "it was not read") }
    #expect(replay.lifecycle.device.isLocked)
    #expect(replay.processes == [serial: process])
  }

  @Test("a checkpoint says what Foundation's encoder would say of it") func asFoundation() throws {
    var checkpoint = checkpoint()
    checkpoint.channels = [ChannelState(serial: ProcessSerial(number: 1), unread: [0, 10, 255, 34])]
    let body = StateFormat.head(of: try checkpoint.file(version: "1")).body
    let ours = try JSON(parsing: String(decoding: body, as: UTF8.self))
    #expect(try ours == JSON(parsing: String(decoding: JSONEncoder().encode(checkpoint), as: UTF8.self)))
    #expect(try Checkpoint(body: body).channels == checkpoint.channels)
  }

  @Test("a stored property that an earlier version did not have gets its default") func propertyMore() throws {
    var object = try #require(
      JSONSerialization.jsonObject(with: JSONEncoder().encode(checkpoint())) as? [String: Any])
    var lifecycle = try #require(object["lifecycle"] as? [String: Any])
    var policy = try #require(lifecycle["policy"] as? [String: Any])
    policy["taskLeak"] = nil
    policy["laterIdea"] = ["a": 1]
    lifecycle["policy"] = policy
    lifecycle["memory"] = nil
    object["lifecycle"] = lifecycle
    object["standings"] = nil
    let read = try Checkpoint(body: JSONSerialization.data(withJSONObject: object))
    #expect(read.lifecycle == checkpoint().lifecycle)
    #expect(read.lifecycle.policy.taskLeak == 1000)
    #expect(read.channels == checkpoint().channels)
  }

  @Test(
    "BX10 BX11 the state of a daemon that knew no pauses of transfers is read, and one that lacks members of them",
    arguments: [
      ["pause", "attempt", "paidFor", "pace", "worth", "wakePause", "longestWakePause"],
      ["pause", "furthest", "isAnswered"],
    ])
  func transferPauses(missing: Set<String>) throws {
    var checkpoint = checkpoint()
    func request(_ session: String) -> LifecycleModel.TransferRequest {
      LifecycleModel.TransferRequest(TransferName(session: session, number: 1), url: "http://example.com/a")
    }
    // One has begun, and the app is launched for the end of the other.
    let transfers = [
      Transfer(TransferSerial(number: 1), request("films")),
      Transfer(TransferSerial(number: 2), request("books"), end: .failed(.tls, "no")),
    ]
    _ = checkpoint.lifecycle.handle(.recalled(.transfers(app, transfers)), at: Instant(nanoseconds: 2))
    let whole = try JSONSerialization.jsonObject(with: JSONEncoder().encode(checkpoint))
    var removed: Set<String> = []
    let rest = Self.removing(missing, from: whole, &removed)
    #expect(removed == missing)
    let read = try Checkpoint(body: JSONSerialization.data(withJSONObject: rest)).lifecycle
    #expect(read.transfers.map(\.stage) == checkpoint.lifecycle.transfers.map(\.stage))
    #expect(read.policy == Policy())
  }

  private static func removing(_ names: Set<String>, from whole: Any, _ removed: inout Set<String>) -> Any {
    if let list = whole as? [Any] { return list.map { removing(names, from: $0, &removed) } }
    guard var members = whole as? [String: Any] else { return whole }
    for (name, value) in members {
      if names.contains(name) { removed.insert(name) }
      members[name] = names.contains(name) ? nil : removing(names, from: value, &removed)
    }
    return members
  }

  @Test("what cannot be made up is missed") func requiredProperty() throws {
    var object = try #require(
      JSONSerialization.jsonObject(with: JSONEncoder().encode(checkpoint())) as? [String: Any])
    object["era"] = nil
    let body = try JSONSerialization.data(withJSONObject: object)
    #expect(throws: DecodingError.self) { try Checkpoint(body: body) }
  }

  @Test("a daemon of another model needs no replay after a hand-over: the log holds only what is on its way")
  func handedOver() throws {
    try write(try head(model: Lifecycle.revision + 1) + JSONEncoder().encode(checkpoint()))
    let log = try StateLog(folder + "/log-1")
    log.append(.rewriteBegan, 0)
    _ = log.appendLine(.rewritten, 1, Array("{}\n".utf8)[...])
    log.append(.rewriteEnded, 0)
    try markLog(model: Lifecycle.revision + 1)
    guard case .state(let replay) = earlierState().0 else { throw TestFailure(what: "it was not read") }
    #expect(replay.lifecycle == checkpoint().lifecycle)
    #expect(replay.channels[serial]?.unwritten == Array("{}\n".utf8))
  }

  @Test("a daemon of another model takes the later checkpoint where the earlier one is kept for the stores' sake")
  func handedOverWhileTheDiskIsFull() throws {
    try write(try head(model: Lifecycle.revision + 1) + JSONEncoder().encode(checkpoint()))
    let log = try StateLog(folder + "/log-1")
    log.append(.input, 0, Data("{\"of\":\"a later model\"}".utf8))
    log.append(.turn, 5)
    try markLog(model: Lifecycle.revision + 1)
    var later = checkpoint()
    later.era = "later"
    try write(try head(model: Lifecycle.revision + 1) + JSONEncoder().encode(later), 2)
    _ = try StateLog(folder + "/log-2")
    let (earlierState, said) = earlierState()
    guard case .state(let replay) = earlierState else { throw TestFailure(what: "it was not read: \(said)") }
    #expect(replay.era == "later" && said == [])
  }

  private func markLog(format: UInt32 = StateFormat.current, model: UInt32 = Lifecycle.revision) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder + "/log-1"))
    for (place, number) in [(LogHead.formatPlace, format), (LogHead.modelPlace, model)] {
      try file.seek(toOffset: UInt64(place))
      file.write(withUnsafeBytes(of: number) { Data($0) })
    }
    try file.close()
  }

  @Test("of a daemon of another model that was killed the processes are adopted, with what is on its way to them")
  func killedUnderAnotherModel() throws {
    try write(try head(model: Lifecycle.revision + 1) + JSONEncoder().encode(checkpoint()))
    let log = try StateLog(folder + "/log-1")
    let second = ProcessIdentity(
      serial: ProcessSerial(number: 2), app: AppID("com.example.clock"), pid: 78, startTime: 2,
      executable: "/bin/clock",
      events: 3, replies: 4)
    log.append(.input, 0, Data("{\"of\":\"a later model\"}".utf8))
    log.append(.turn, 5)
    log.append(.spawned, 2, try JSONEncoder().encode(second))
    log.append(.received, 2, Data("{\"hello\":{\"protocol\":1,\"library\":\"test/1\"}}\n{\"request\":".utf8))
    _ = log.appendLine(.line, 1, Array("{\"seq\":9,\"event\":\"willResignActive\"}\n".utf8)[...])
    try markLog(model: Lifecycle.revision + 1)
    let (earlierState, said) = earlierState()
    let remnant = try remnant(earlierState)
    #expect(said.count == 1)
    #expect(remnant.processes == [serial: process, second.serial: second])
    #expect(remnant.channels[serial]?.unwritten == Array("{\"seq\":9,\"event\":\"willResignActive\"}\n".utf8))
    #expect(remnant.channels[serial]?.framer.unfinished.elementsEqual("{\"ack\"".utf8) == true)
    #expect(remnant.channels[second.serial]?.framer.isMidLine == true)
    #expect(remnant.standings[serial]?.state == .inactive)
    #expect(remnant.standings[second.serial]?.state == .notRunning)
    #expect(remnant.unanswered.map(\.serial) == [second.serial])
  }

  @Test("PR2 a question to the user that is older than the log is asked again, unless the log has its answer")
  func questions() throws {
    var checkpoint = checkpoint()
    checkpoint.standings = [
      Standing(
        serial: serial, state: .inactive,
        questions: [.init(request: 4, service: "camera"), .init(request: 7, service: "photos")])
    ]
    try write(try head(model: Lifecycle.revision + 1) + JSONEncoder().encode(checkpoint))
    let log = try StateLog(folder + "/log-1")
    _ = log.appendLine(.line, 1, Array("{\"reply\":4,\"result\":{\"permission\":\"denied\"}}\n".utf8)[...])
    log.append(.input, 0, Data("{\"of\":\"a later model\"}".utf8))
    try markLog(model: Lifecycle.revision + 1)
    let remnant = try remnant(earlierState().0)
    #expect(
      remnant.unanswered.map(\.message) == [.request(Request(id: 7, .requestPermission(service: "photos")))])
  }

  @Test("a checkpoint whose model cannot be read is no reason to lose the processes") func unknownCase() throws {
    let text = String(decoding: try JSONEncoder().encode(checkpoint()), as: UTF8.self)
    let body = text.replacingOccurrences(of: "\"style\":\"app\"", with: "\"style\":\"unheard-of\"")
    try write(try head() + Data(body.utf8))
    let remnant = try remnant(earlierState().0)
    #expect(remnant.processes == [serial: process])
    #expect(remnant.standings[serial]?.state == .active)
  }

  @Test("of format 1, which has no head, the processes are adopted") func formatOne() throws {
    var object = try #require(
      JSONSerialization.jsonObject(with: JSONEncoder().encode(checkpoint())) as? [String: Any])
    object["standings"] = nil
    try write(JSONSerialization.data(withJSONObject: object))
    let remnant = try remnant(earlierState().0)
    #expect(remnant.processes == [serial: process])
    #expect(remnant.standings[serial]?.state == .background)
  }

  @Test("what another boot has left is nothing") func anotherBoot() throws {
    var old = checkpoint()
    old.boot = "before"
    try write(old.file(version: "0.1.0"))
    guard case .nothing = earlierState().0 else { throw TestFailure(what: "it was read") }
  }

  // MARK: Downgrade

  @Test("a folder that cannot be listed is not taken for an empty one: the daemon does not start over it")
  func unlistable() throws {
    try Data().write(to: URL(filePath: folder + "/file"))
    #expect(throws: StateProblem.unreadable(directory: folder + "/file", .notDirectory)) {
      try StateFolder(path: folder + "/file").refuseNewer(boot: "boot", reader: "0.1.0")
    }
    try StateFolder(path: folder + "/none").refuseNewer(boot: "boot", reader: "0.1.0")
  }

  @Test(
    "a daemon refuses the state of a newer format, says which version wrote it, and touches nothing",
    arguments: [true, false])
  func newerFormat(inLog: Bool) throws {
    try write(try head(format: StateFormat.current + (inLog ? 0 : 1)) + JSONEncoder().encode(checkpoint()))
    _ = try StateLog(folder + "/log-1")
    try markLog(format: StateFormat.current + 1)
    let before = try contents()
    let refusal = #expect(throws: StateProblem.self) {
      try StateFolder(path: folder).refuseNewer(boot: "boot", reader: "0.1.0")
    }
    #expect(refusal?.description.contains(inLog ? "a newer roostd" : "roostd 9.9.9") == true)
    #expect(refusal?.description.contains("format \(StateFormat.current + 1)") == true)
    #expect(try contents() == before)
  }

  @Test("of files of many megabytes the heads alone are read before anything else is done") func headsAlone() throws {
    try write(try head() + Data(count: 8 << 20))
    _ = try StateLog(folder + "/log-1")
    let log = try FileHandle(forUpdating: URL(fileURLWithPath: folder + "/log-1"))
    try log.truncate(atOffset: 8 << 20)
    try log.close()
    let before = try bytesRead()
    try StateFolder(path: folder).refuseNewer(boot: "boot", reader: "0.1.0")
    #expect(try bytesRead() - before < 4 << 20)
  }

  /// By this thread (proc_pid_io(5)).
  private func bytesRead() throws -> Int {
    let text = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("rchar: ") })
    return try #require(Int(line.dropFirst("rchar: ".count)))
  }

  private func contents() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let files = try names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))) }
    return Dictionary(uniqueKeysWithValues: files)
  }

  @Test("of an earlier boot a newer format is no reason to refuse") func newerFormatOfAnotherBoot() throws {
    try write(
      try StateFormat(format: StateFormat.current + 1, version: "9.9.9", boot: "before").line()
        + JSONEncoder().encode(checkpoint()))
    try StateFolder(path: folder).refuseNewer(boot: "boot", reader: "0.1.0")
  }

  @Test("the same and earlier formats are not refused", arguments: 1...StateFormat.current)
  func olderFormat(format: UInt32) throws {
    try write(try head(format: format) + JSONEncoder().encode(checkpoint()))
    try StateFolder(path: folder).refuseNewer(boot: "boot", reader: "0.1.0")
  }
}
