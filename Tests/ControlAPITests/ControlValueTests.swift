// The values that scripts read: their members are a contract (roostctl(1)).
import FoundationEssentials
import Testing
import Varlink
import WireJSON

@testable import ControlAPI

struct ControlValueTests {
  static let record = ExitRecord(
    app: "com.example.notes", pid: nil, time: "2026-11-21T04:42:34.123Z", state: .background, namespace: "SPRINGBOARD",
    code: "0x8badf00d", reason: "watchdog", signal: nil, status: nil, footprint: 1 << 40, cpu: 12, callback: nil,
    elapsed: nil, text: "it missed a deadline")

  private func wire<Value: Codable & Equatable>(_ value: Value) throws -> JSON {
    let data = try JSONEncoder().encode(value)
    #expect(try WireDecoder.decode(Value.self, from: Array(data)) == value)
    return try WireDecoder.decode(JSON.self, from: Array(data))
  }

  @Test("TE3 an exit record has every member, null where it has no value")
  func exitRecord() throws {
    guard case .object(let members) = try wire(Self.record) else { return #expect(Bool(false), "not an object") }
    #expect(
      Set(members.names) == [
        "app", "pid", "time", "state", "namespace", "code", "reason", "signal", "status", "footprint", "cpu",
        "callback", "elapsed", "text",
      ])
    #expect(members["pid"] == .null && members["code"] == "0x8badf00d" && members["footprint"] == .integer(1 << 40))
  }

  @Test("ST1 an app's status has every member, null where it has no value")
  func appStatus() throws {
    let status = AppStatus(
      id: "a", name: nil, state: .notRunning, pid: nil, user: nil, style: .scene, footprint: 0, cpu: 0,
      callback: nil, deadlines: [.init(step: "resign", limit: 7, elapsed: 3)],
      scenes: [.init(session: "s", state: .background)],
      assertions: [.init(app: "a", id: 1, kind: "backgroundTask", name: "upload", left: 9)], lastExit: nil,
      heldBack: nil, saying: nil, debugger: nil, entitlements: nil, missing: [])
    #expect(
      try wire(status) == [
        "id": "a", "name": nil, "state": "notRunning", "pid": nil, "user": nil, "style": "scene", "footprint": 0,
        "cpu": 0, "callback": nil, "deadlines": [["step": "resign", "limit": 7, "elapsed": 3]],
        "scenes": [["session": "s", "state": "background"]],
        "assertions": [["app": "a", "id": 1, "kind": "backgroundTask", "name": "upload", "left": 9]], "lastExit": nil,
        "heldBack": nil, "saying": nil, "debugger": nil, "entitlements": nil, "missing": [],
      ])
  }

  @Test("BX4 a scheduled task has every member, null where it has no value")
  func scheduledTask() throws {
    let task = ScheduledTask(app: "a", identifier: "a.clean", kind: .processing, earliest: nil, needs: [.network])
    #expect(
      try wire(task) == [
        "app": "a", "identifier": "a.clean", "kind": "processing", "earliest": nil, "needs": ["network"],
      ])
  }

  @Test(
    "Monitor events are flat, with their type",
    arguments: [
      (
        .state(app: "a", from: .inactive, to: .active),
        ["app": "a", "type": "state", "from": "inactive", "to": "active"]
      ),
      (
        .entering(app: "a", name: "didBecomeActive"), ["app": "a", "type": "entering", "name": "didBecomeActive"]
      ),
      (
        .callback(app: "a", name: "didBecomeActive", scene: nil, took: 7),
        ["app": "a", "type": "callback", "name": "didBecomeActive", "took": 7]
      ),
      (
        .deadline(app: "a", step: "launch", limit: 5, elapsed: 6),
        ["app": "a", "type": "deadline", "step": "launch", "limit": 5, "elapsed": 6]
      ),
      (.device(name: "call", detail: "ring"), ["type": "device", "name": "call", "detail": "ring"]),
      (.device(name: "home", detail: nil), ["type": "device", "name": "home"]),
      (.notice(app: "a", text: "t"), ["app": "a", "type": "notice", "text": "t"]),
    ] as [(MonitorEvent.Kind, [String: JSON])])
  func monitorEvents(_ kind: MonitorEvent.Kind, _ members: [String: JSON]) throws {
    #expect(try wire(MonitorEvent(time: 42, kind: kind)) == .object(members.merging(["time": 42]) { _, time in time }))
  }

  @Test("TE3 an exit event carries the record")
  func exitEvent() throws {
    let event = try wire(MonitorEvent(time: 42, kind: .exit(Self.record)))
    #expect(event["type"] == "exit" && event["app"] == "com.example.notes")
    #expect(event["exit"] == (try wire(Self.record)))
  }
}
