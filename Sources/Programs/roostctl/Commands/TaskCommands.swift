// tasks: the background work that apps have asked for in advance, and a developer's way to begin and to end it now (BX4,
// BX8).
import ArgumentParser
import ControlAPI

struct TasksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tasks",
    abstract: "List the background work that apps have asked for in advance, run it or expire it.",
    subcommands: [ListTasksCommand.self, RunTaskCommand.self, ExpireTaskCommand.self],
    defaultSubcommand: ListTasksCommand.self)
}

struct ListTasksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List it.")
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let tasks = try connection.ask(AppsInterface.ListTasks()).tasks
    if connection.json { return try JSONOutput.say(tasks) }
    guard !tasks.isEmpty else { return }
    var table = Table(("APP", .left), ("TASK", .left), ("KIND", .left), ("NOT BEFORE", .left), ("NEEDS", .left))
    for task in tasks {
      let needs = task.needs.map(\.rawValue).joined(separator: ", ")
      table.add(
        .init(text: task.app), .init(text: task.identifier), .init(text: task.kind.rawValue),
        .init(text: task.earliest ?? "-"), .init(text: needs.isEmpty ? "-" : needs))
    }
    table.say()
  }
}

struct RunTaskCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Begin a task of an app now, and wait until the app has finished it.",
    discussion: "The task begins whatever it waits for: a date, the charger, the network, an idle device.")
  @OptionGroup var task: TaskArguments
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: AppsInterface.RunTask { .init(id: task.id, task: task.identifier) }
}

struct ExpireTaskCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "expire", abstract: "Tell an app that the time of a running task is up: its expirationHandler runs.")
  @OptionGroup var task: TaskArguments
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: AppsInterface.ExpireTask { .init(id: task.id, task: task.identifier) }
}

/// An app, and one of its tasks.
struct TaskArguments: ParsableArguments {
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @Argument(help: "The task's identifier; needed only where the app has several.", completion: .tasks) var identifier:
    String?
}
