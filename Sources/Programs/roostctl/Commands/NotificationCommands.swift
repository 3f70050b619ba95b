// notifications, notification: the notifications that apps show, and the actions of a user on them.
import ArgumentParser
import ControlAPI

struct NotificationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notifications", abstract: "List the notifications that are shown.")
  @Argument(help: "Only this app's.", completion: .apps) var id: String?
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let shown = try connection.ask(NotificationsInterface.List(id: id)).notifications
    if connection.json { return try JSONOutput.say(shown) }
    guard !shown.isEmpty else { return }
    var table = Table(("TIME", .left), ("APP", .left), ("NOTIFICATION", .left), ("TITLE", .left), ("TEXT", .left))
    for notification in shown {
      table.add(
        .init(text: notification.time), .init(text: notification.app), .init(text: notification.identifier),
        .init(text: notification.title, style: .bold), .init(text: notification.body))
    }
    table.say()
  }
}

struct NotificationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notification", abstract: "Open or dismiss a notification.", subcommands: [Open.self, Dismiss.self])

  struct Open: ChangeCommand {
    static let configuration = CommandConfiguration(
      commandName: "open", abstract: "Choose a notification, or one of its actions: its app comes forward.")
    @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
    @Argument(help: "The notification's identifier.", completion: .notifications) var identifier: String
    @Option(help: "The identifier of one of its actions.") var action: String?
    @Option(help: "The text that the user types for an action that asks for one.") var text: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var connection: ConnectionOptions

    var request: NotificationsInterface.Open {
      .init(id: id, identifier: identifier, action: action, text: text)
    }
  }

  struct Dismiss: ChangeCommand {
    static let configuration = CommandConfiguration(commandName: "dismiss", abstract: "Swipe a notification away.")
    @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
    @Argument(help: "The notification's identifier.", completion: .notifications) var identifier: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var connection: ConnectionOptions

    var request: NotificationsInterface.Dismiss { .init(id: id, identifier: identifier) }
  }
}
