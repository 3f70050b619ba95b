// scenes, scene new|activate|close|discard: the actions of a user on one app's scenes.
import ArgumentParser
import ControlAPI
import Varlink
import WireJSON

struct ScenesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenes", abstract: "List an app's scenes and sessions, the one used last first.")
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let scenes = try connection.ask(ScenesInterface.List(id: id)).scenes
    if connection.json { return try JSONOutput.say(scenes) }
    guard !scenes.isEmpty else { return }
    var table = Table(
      ("SESSION", .left), ("STATE", .left), ("FRONT", .left), ("CONFIGURATION", .left), ("ACTIVITY", .left))
    for scene in scenes {
      table.add(
        .init(text: scene.session), .init(text: scene.state.rawValue, style: scene.state.style),
        .init(text: scene.front ? "yes" : "-"), .init(text: scene.configuration ?? "-"),
        .init(text: scene.activityType ?? "-"))
    }
    table.say()
  }
}

struct SceneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scene", abstract: "Open, bring forward, close or discard a scene.",
    subcommands: [
      New.self, SceneChangeCommand<ScenesInterface.Activate>.self, SceneChangeCommand<ScenesInterface.Close>.self,
      SceneChangeCommand<ScenesInterface.Discard>.self,
    ])

  struct New: ChangeCommand {
    static let configuration = CommandConfiguration(abstract: "Open a new scene and print its session.")
    @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var connection: ConnectionOptions

    var request: ScenesInterface.New { .init(id: id) }

    func show(_ new: ScenesInterface.New.Reply) { Terminal.say("\(new.session)") }
  }
}

/// Something that is done to one scene.
protocol SceneChange: ChangeRequest where Reply == Done {
  static var command: CommandConfiguration { get }
  init(id: String, session: String, wait: Bool?, timeout: Int64?)
}

extension ScenesInterface.Activate: SceneChange {
  static var command: CommandConfiguration { .init(commandName: "activate", abstract: "Bring a scene forward.") }
}

extension ScenesInterface.Close: SceneChange {
  static var command: CommandConfiguration {
    .init(commandName: "close", abstract: "Disconnect a scene; its session stays.")
  }
}

extension ScenesInterface.Discard: SceneChange {
  static var command: CommandConfiguration {
    .init(commandName: "discard", abstract: "Close a scene and forget its session.")
  }
}

struct SceneChangeCommand<Change: SceneChange>: ChangeCommand {
  static var configuration: CommandConfiguration { Change.command }
  @OptionGroup var scene: SceneArguments
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: Change {
    get throws {
      let session = try connection.session(scene.session, of: scene.id)
      return Change(id: scene.id, session: session, wait: nil, timeout: nil)
    }
  }
}

/// One scene of one app.
struct SceneArguments: ParsableArguments {
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @Argument(help: "The scene's session, or a unique beginning of it.", completion: .sessions) var session: String

  func validate() throws {
    guard !session.isEmpty else { throw ValidationError("The session must not be empty; see `roostctl scenes`.") }
  }
}

extension ConnectionOptions {
  /// The session whose name begins so. When there is none, the daemon says so, about the name as it was given.
  func session(_ beginning: String, of id: String) throws(CommandFailure) -> String {
    let sessions = try ask(ScenesInterface.List(id: id)).scenes.map(\.session)
    if sessions.contains(beginning) { return beginning }
    let found = sessions.filter { $0.hasPrefix(beginning) }
    guard found.count > 1 else { return found.first ?? beginning }
    throw .refused(
      "\(found.count) scenes of \(id) begin with \(beginning): \(found.joined(separator: ", ")); give more of the name")
  }
}

extension SceneStatus {
  fileprivate var activityType: String? {
    guard let activity, case .string(let type)? = (try? JSON(parsing: activity))?["activityType"] else { return nil }
    return type
  }
}

extension AppStatus.Scene.State {
  fileprivate var style: Terminal.Style {
    switch self {
    case .unattached: .faint
    case .foregroundInactive: .yellow
    case .foregroundActive: .green
    case .background: .cyan
    }
  }
}
