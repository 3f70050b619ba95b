// The line that launches an app: whatever is kept of the app, it is short enough to be read.
import AgentProtocol
import LifecycleModel
import Testing
import WireJSON

@testable import AppLink

@MainActor @Suite struct LaunchLineTests {
  private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  /// As many scenes as an app may have, each with an activity as large as one may be.
  private static let sessions: Sessions = {
    let activity = #"{"activityType":"read","userInfo":{"text":"\#(Self.text(32_700))"}}"#
    return Sessions(
      (0..<64).map { number in
        LifecycleModel.Session(
          id: SessionID("scene \(number)"), configuration: Self.text(256), activity: activity, used: UInt64(number))
      })
  }()

  private static func launched(_ launch: AgentProtocol.Launch) throws -> AgentProtocol.Launch? {
    let line = AgentProtocol.Event(sequence: 1, .launch(launch)).fittingLine.dropLast()
    #expect(line.count <= LineFramer.messageLimit)
    guard case .event(let event) = try SupervisorMessage(line: Array(line)), case .launch(let read) = event.body else {
      return nil
    }
    return read
  }

  @Test("SC1 a launch with all that is kept of 64 scenes, and all settings, is a line that the app can read")
  func full() throws {
    let settings = Dictionary(
      uniqueKeysWithValues: (0..<16).map { ("key \($0)", WrittenJSON(written: "\"\(Self.text(32_700))\"")) })
    let exits = (0..<8).map { _ in JSON.object(["reason": "crash", "text": .string(Self.text(2048))]) }
    let launch = try #require(
      try Self.launched(
        AgentProtocol.Launch(
          style: .scene, sessions: Self.sessions.toldAtLaunch, exits: exits, settings: settings,
          device: ["display": ["connected": .array((0..<256).map { _ in .string(Self.text(255)) })]])))
    #expect(launch.sessions.count == 64 && launch.settings.count == 16 && launch.exits.count == 8)
    // Those used last have theirs, and the others have it when they are connected.
    #expect(launch.sessions.first?.id == "scene 63")
    #expect(launch.sessions.map { $0.activity != nil } == (0..<64).map { $0 < 4 })
    #expect(launch.sessions.allSatisfy { $0.configuration != nil })
  }

  @Test("SC1 the activities of a few scenes are all in the launch; a session that its app has not seen is not")
  func few() {
    let sessions = Sessions([
      LifecycleModel.Session(id: SessionID("A"), activity: #"{"activityType":"read"}"#, used: 2),
      LifecycleModel.Session(id: SessionID("B"), used: 1),
      LifecycleModel.Session(id: SessionID("C"), isNew: true),
    ])
    #expect(sessions.toldAtLaunch.map(\.id) == ["A", "B"])
    #expect(sessions.toldAtLaunch.first?.activity?.text == #"{"activityType":"read"}"#)
  }

  @Test("An app starts without its settings where JSON writes them in more than a line may have")
  func spelledOut() throws {
    let keys = (0..<16).map { "\($0)" + String(repeating: "\u{1}", count: 32_000) }
    let settings = Dictionary(uniqueKeysWithValues: keys.map { ($0, WrittenJSON(written: "1")) })
    let launch = try #require(
      try Self.launched(AgentProtocol.Launch(sessions: Self.sessions.toldAtLaunch, settings: settings)))
    #expect(launch.settings.isEmpty && launch.sessions.count == 64)
  }
}
