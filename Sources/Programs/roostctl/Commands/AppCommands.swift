// launch, open, activate, quit, terminate, input: the actions of a user on one app.
import ArgumentParser
import ControlAPI
import Varlink

struct LaunchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "launch", abstract: "Start an app, or bring it forward when it runs.")
  @Argument(help: "The app's bundle identifier.") var id: String
  @Flag(help: "Start it without showing it.") var background = false
  @Option(help: "A URL for it to open.") var url: String?
  @Option(help: ArgumentHelp("The type of the shortcut item that was chosen.", valueName: "type")) var shortcut: String?
  @Option(help: ArgumentHelp("A user activity for it to continue: a JSON object.", valueName: "json"))
  var activity: String?
  @Argument(parsing: .postTerminator, help: "Arguments for the app's process.") var arguments: [String] = []
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard shortcut?.isEmpty != true else { throw ValidationError("The shortcut item's type must not be empty.") }
    guard let activity, UserActivityText.compact(activity) == nil else { return }
    throw ValidationError("The activity must be \(UserActivityText.form).")
  }

  func run() throws {
    let running = try connection.change(
      AppsInterface.Launch(
        id: id, background: background ? true : nil, url: url, shortcut: shortcut,
        activity: activity.flatMap(UserActivityText.compact), arguments: arguments.isEmpty ? nil : arguments,
        wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(running) }
  }
}

struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a URL in the app that declares its scheme, and print that app.")
  @Argument(help: "The URL.") var url: String
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard URLScheme(of: url) != nil else { throw ValidationError("The URL must begin with a scheme, as in notes://1.") }
  }

  func run() throws {
    let opened = try connection.change(AppsInterface.Open(url: url, wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(opened) } else { Terminal.say(opened.app) }
  }
}

struct ActivateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "activate", abstract: "Bring a running app forward.")
  @Argument(help: "The app's bundle identifier.") var id: String
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let running = try connection.change(
      AppsInterface.Activate(id: id, wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(running) }
  }
}

struct QuitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quit", abstract: "End an app as the user does from the switcher.")
  @Argument(help: "The app's bundle identifier.") var id: String
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let ended = try connection.change(AppsInterface.Quit(id: id, wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(ended) }
  }
}

struct TerminateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "terminate", abstract: "End an app as the system does.")
  @Argument(help: "The app's bundle identifier.") var id: String
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let ended = try connection.change(
      AppsInterface.Terminate(id: id, wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(ended) }
  }
}

struct InputCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "input", abstract: "Hand one input event to the active app.")
  @Argument(help: "The app's bundle identifier.") var id: String
  @Argument(help: "The event: a JSON object.") var event: String
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard let value = try? JSON(parsing: event), case .object = value else {
      throw ValidationError("The event must be a JSON object such as '{\"key\":\"a\"}'.")
    }
  }

  func run() throws {
    let done = try connection.change(
      AppsInterface.SendInput(id: id, input: event, wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(done) }
  }
}
