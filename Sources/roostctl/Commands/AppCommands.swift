// launch, activate, quit, terminate, input: what a person does to one app.
import ArgumentParser
import ControlAPI
import Varlink

struct LaunchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "launch", abstract: "Start an app, or bring it forward when it runs.")
  @Argument(help: "The app's bundle identifier.") var id: String
  @Flag(help: "Start it without showing it.") var background = false
  @Option(help: "A URL for it to open.") var url: String?
  @Argument(parsing: .postTerminator, help: "Arguments for the app's process.") var arguments: [String] = []
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let running = try connection.change(
      AppsInterface.Launch(
        id: id, background: background ? true : nil, url: url, arguments: arguments.isEmpty ? nil : arguments,
        wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(running) }
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
      throw ValidationError("The event is a JSON object such as '{\"key\":\"a\"}'.")
    }
  }

  func run() throws {
    let done = try connection.change(
      AppsInterface.SendInput(id: id, input: event, wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(done) }
  }
}
