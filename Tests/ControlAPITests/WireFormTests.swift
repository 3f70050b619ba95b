// The types that are written by hand, and samples of those that are made: they write what is declared.
import FoundationEssentials
import Testing
import Varlink
import WireJSON

@testable import ControlAPI
@testable import VarlinkGenerator

struct WireFormTests {
  static let notices: [DeviceNotice] = [
    .orientation(.landscapeLeft), .timeZone("Asia/Seoul"), .timeJump(seconds: -3600),
    .battery(level: 0.5, state: .charging), .battery(level: 1, state: nil), .battery(level: nil, state: .full),
    .proximity(true), .volume(level: 0.5), .accessory(name: "Keyboard", connected: true),
    .display(name: "TV", connected: false),
    .displayMode(name: "TV", mode: "1920x1080"), .settings(app: "a", key: "font", valueJSON: #"{"size":12}"#),
    .locale("ko_KR"), .icloud(account: "kim"), .icloud(account: nil), .appearance(.dark),
    .contentSize(.accessibilityExtraLarge), .protectedFiles(available: false), .network(.cellular),
  ]

  static let events: [MonitorEvent.Kind] = [
    .state(app: "a", from: .inactive, to: .active), .entering(app: "a", name: "sceneWillConnect"),
    .callback(app: "a", name: "sceneWillConnect", scene: "s", took: 1),
    .exit(ControlValueTests.record), .deadline(app: "a", step: "launch", limit: 5, elapsed: 6),
    .device(name: "call", detail: "ring"), .notice(app: "a", text: "t"),
  ]

  @Test("NQ2 a notice writes the declared parameters of Notify, and every one of them is written by some notice")
  func notify() throws {
    let interface = try Self.interface("org.roost.Device")
    let declared = try #require(interface.methods.first { $0.name == "Notify" }).parameters
    let written = try Self.notices.map { try Self.wire(DeviceInterface.Notify($0, wait: true, timeout: 1)) }
    try Self.expect(written, of: declared, in: interface)
  }

  @Test("A monitor event writes the declared members of Event, and every one of them is written by some event")
  func event() throws {
    let interface = try Self.interface("org.roost.Monitor")
    let type = try #require(interface.types.first { $0.name == "Event" })
    guard case .structure(let declared) = type.shape else { return #expect(Bool(false), "Event is an enumeration") }
    let written = try Self.events.map { try Self.wire(MonitorEvent(time: 1, kind: $0)) }
    try Self.expect(written, of: declared, in: interface)
  }

  @Test("A request and a reply that are made write what is declared")
  func made() throws {
    let interface = try Self.interface("org.roost.Apps")
    let launch = try #require(interface.methods.first { $0.name == "Launch" })
    let full = AppsInterface.Launch(
      id: "a", background: true, url: "n:1", shortcut: "new", activity: "{}", arguments: ["-v"],
      environment: ["A=b"], waitForDebugger: true, wait: true, timeout: 1)
    try Self.expect([Self.wire(full)], of: launch.parameters, in: interface)
    let list = try #require(interface.methods.first { $0.name == "List" })
    let app = AppStatus(
      id: "a", name: "Ä", state: .active, pid: 7, user: "roost-a-70000", style: .scene, footprint: 1,
      cpu: 5, callback: .init(name: "willResignActive", elapsed: 3),
      deadlines: [.init(step: "resign", limit: 7, elapsed: 3)],
      scenes: [.init(session: "s", state: .background)],
      assertions: [.init(app: "a", id: 1, kind: "backgroundTask", name: "upload", left: 9)],
      lastExit: ControlValueTests.record, heldBack: .init(deaths: 5, left: 1), saying: nil, debugger: nil,
      entitlements: .init(
        network: .client, devices: ["gpu"], programs: .any, read: ["/a"], write: ["/b"], debuggable: true,
        bus: true),
      missing: [.init(app: "a", key: "RoostNetwork", text: "b")])
    try Self.expect([Self.wire(AppsInterface.List.Reply(apps: [app]))], of: list.reply, in: interface)
  }

  @Test("The service describes its interfaces with the files themselves")
  func texts() throws {
    let interfaces = try Generator.interfaces(in: GeneratorTests.root)
    #expect(ControlService.interfaces.map(\.name) == interfaces.map(\.name))
    #expect(ControlService.interfaces.map(\.text) == interfaces.map(\.text))
    #expect(ControlService.interfaces.map(\.methods) == interfaces.map { Set($0.methods.map(\.name)) })
  }

  // MARK: Values against declarations

  private static func interface(_ name: String) throws -> Interface {
    try #require(try Generator.interfaces(in: GeneratorTests.root).first { $0.name == name })
  }

  private static func wire(_ value: some Encodable) throws -> JSON {
    try WireDecoder.decode(JSON.self, from: Array(try JSONEncoder().encode(value)))
  }

  /// Each value fits the fields, and together they have all of them.
  private static func expect(_ values: [JSON], of fields: [Interface.Field], in interface: Interface) throws {
    var written: Set<String> = []
    for value in values {
      #expect(interface.mismatch(value, .structure(fields)) == nil)
      if case .object(let members) = value { written.formUnion(members.names) }
    }
    #expect(written == Set(fields.map(\.name)))
  }
}

extension Interface {
  /// The reason why a value is not of a shape: it has exactly the declared members, and only an optional one may be
  /// absent.
  func mismatch(_ value: JSON, _ shape: Shape) -> String? {
    switch (shape, value) {
    case (.enumeration(let words), .string(let word)): words.contains(word) ? nil : "\(word) is not one of \(words)"
    case (.structure(let fields), .object(let members)):
      Set(members.names).subtracting(fields.map(\.name)).first.map { "\($0) is not declared" }
        ?? fields.lazy.compactMap { field in
          mismatch(members[field.name], field.form).map { "\(field.name): \($0)" }
        }.first
    case (.enumeration, _), (.structure, _): "\(value) is not of \(shape)"
    }
  }

  private func mismatch(_ value: JSON?, _ form: Form) -> String? {
    switch (form, value) {
    case (.optional, nil), (.optional, .null): return nil
    case (.optional(let form), let value): return mismatch(value, form)
    case (.array(let form), .array(let elements)): return elements.lazy.compactMap { mismatch($0, form) }.first
    case (.dictionary(let form), .object(let members)):
      return members.dictionary.values.lazy.compactMap { mismatch($0, form) }.first
    case (.named(let name), let value?):
      guard let type = types.first(where: { $0.name == name }) else { return "no type \(name)" }
      return mismatch(value, type.shape)
    case (.bool, .bool), (.int, .integer), (.float, .number), (.float, .integer), (.string, .string),
      (.object, .object):
      return nil
    default: return "\(String(describing: value)) is not of \(form)"
    }
  }
}
