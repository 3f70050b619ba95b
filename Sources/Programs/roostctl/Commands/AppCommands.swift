// launch, open, activate, quit, terminate, erase: the actions of a user on one app.
import ArgumentParser
import ControlAPI
import Glibc
import Varlink

struct LaunchCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "launch", abstract: "Start an app, or bring it forward when it runs.",
    discussion: """
      Examples:
        roostctl launch com.example.notes
        roostctl launch com.example.notes --background
        roostctl launch com.example.notes --url notes://12 -- --verbose
        roostctl launch com.example.notes --env LOG_LEVEL=debug
        roostctl launch com.example.notes --wait-for-debugger
      """)
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @Flag(help: "Start it without showing it.") var background = false
  @Flag(help: "Show its output until it ends, and end with its exit status; Ctrl-C quits it.") var console = false
  @Flag(
    name: .customLong("wait-for-debugger"),
    help: "Stop it before main, and print how to attach a debugger; its deadlines stand still until then.")
  var waitForDebugger = false
  @Option(
    name: .customLong("env"),
    help: ArgumentHelp("A variable of its environment; may be given several times.", valueName: "name=value"))
  var environment: [String] = []
  @Option(help: "A URL for it to open.") var url: String?
  @Option(help: ArgumentHelp("The type of the shortcut item that was chosen.", valueName: "type")) var shortcut: String?
  @Option(help: ArgumentHelp("A user activity for it to continue: a JSON object.", valueName: "json"))
  var activity: String?
  @Argument(parsing: .postTerminator, help: "Arguments for the app's process.") var arguments: [String] = []
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard !console || !(connection.json || change.noWait || change.timeout != nil) else {
      throw ValidationError("--console waits for the app's end; leave --json, --no-wait and --timeout out.")
    }
    guard !(console && waitForDebugger) else {
      throw ValidationError("--console waits for an app that runs; leave --wait-for-debugger out.")
    }
    guard LaunchVariable.all(environment) != nil else {
      throw ValidationError("A variable must be \(LaunchVariable.form); \(LaunchVariable.most) at most.")
    }
    guard shortcut?.isEmpty != true else { throw ValidationError("The shortcut item's type must not be empty.") }
    guard let activity, UserActivityText.compact(activity) == nil else { return }
    throw ValidationError("The activity must be \(UserActivityText.form).")
  }

  func run() throws {
    guard console else { return try makeChange() }
    // Its destructor ends what it has started.
    let status = try Self.attach(id, connection, request)
    Glibc.exit(status)
  }

  private static func attach(
    _ id: String, _ connection: ConnectionOptions, _ launch: AppsInterface.Launch
  ) throws -> Int32 {
    var app = try AttachedApp(id, connection)
    return try app.run(launch)
  }

  var request: AppsInterface.Launch {
    .init(
      id: id, background: background ? true : nil, url: url, shortcut: shortcut,
      activity: activity.flatMap(UserActivityText.compact), arguments: arguments.isEmpty ? nil : arguments,
      environment: environment.isEmpty ? nil : environment, waitForDebugger: waitForDebugger ? true : nil)
  }

  func show(_ running: AppsInterface.Launch.Reply) {
    guard waitForDebugger, let pid = running.pid else { return }
    Terminal.say("\(id) (pid \(pid)) is stopped before main; attach a debugger:")
    for line in DebuggerLine.all(for: pid) { Terminal.say("  \(line)") }
    Terminal.say("or let it run: kill -CONT \(pid)")
  }
}

struct OpenCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a URL in the app that declares its scheme, and print that app.",
    discussion: """
      Examples:
        roostctl open notes://12
      """)
  @Argument(help: "The URL.") var url: String
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard URLScheme(of: url) != nil else { throw ValidationError("The URL must begin with a scheme, as in notes://1.") }
  }

  var request: AppsInterface.Open { .init(url: url) }

  func show(_ opened: AppsInterface.Open.Reply) { Terminal.say("\(opened.app)") }
}

struct ActivateCommand: ChangeCommand {
  static let configuration = CommandConfiguration(commandName: "activate", abstract: "Bring a running app forward.")
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: AppsInterface.Activate { .init(id: id) }
}

struct QuitCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "quit", abstract: "End an app as the user does from the switcher.")
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: AppsInterface.Quit { .init(id: id) }
}

struct TerminateCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "terminate", abstract: "End an app as the system does.")
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: AppsInterface.Terminate { .init(id: id) }
}

struct EraseCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase", abstract: "End an app and erase its data, so that it begins as after its installation.",
    discussion: """
      Its permissions, settings, sessions, pictures, notifications, planned work and transfers are forgotten as well. Its \
      bundle and the records of its ends stay.

      Examples:
        roostctl erase com.example.notes
      """)
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: AppsInterface.Erase { .init(id: id) }
}
