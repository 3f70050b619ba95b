// privacy: the permissions of apps, and the user's way to change them (PR).
// Public, because it lends its protocol to public types.
public import ArgumentParser
public import ControlAPI

extension PrivacyInterface.Service: ExpressibleByArgument {}

struct PrivacyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "privacy",
    abstract: "List the permissions that apps have of the user, and change them.",
    subcommands: [
      ListPermissionsCommand.self, GrantCommand.self, DenyCommand.self, ResetCommand.self, AskCommand.self,
    ],
    defaultSubcommand: ListPermissionsCommand.self)

  /// The end of every change's help.
  static let consequence = """
    An app that runs is ended when a permission that was decided becomes another, as on iOS; notifications, location and \
    localNetwork end no app.
    """
}

struct ListPermissionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the permissions that are decided or asked for.")
  @Argument(help: "Only this app's.", completion: .apps) var id: String?
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let permissions = try connection.ask(PrivacyInterface.List(id: id)).permissions
    if connection.json { return try JSONOutput.say(permissions) }
    guard !permissions.isEmpty else { return }
    var table = Table(("APP", .left), ("SERVICE", .left), ("STATUS", .left))
    for permission in permissions {
      table.add(
        .init(text: permission.app), .init(text: permission.service.rawValue),
        .init(text: permission.status.rawValue + (permission.asking ? ", asking" : "")))
    }
    table.say()
  }
}

struct GrantCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "grant", abstract: "Grant an app a service.", discussion: PrivacyCommand.consequence)
  @OptionGroup var permission: PermissionArguments
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: PrivacyInterface.Set { permission.decided(.grant) }
}

struct DenyCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "deny", abstract: "Deny an app a service.", discussion: PrivacyCommand.consequence)
  @OptionGroup var permission: PermissionArguments
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: PrivacyInterface.Set { permission.decided(.deny) }
}

struct ResetCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Forget what was decided; the device answers as roostd.toml(5) says.",
    discussion: PrivacyCommand.consequence)
  @OptionGroup var permission: PermissionArguments
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: PrivacyInterface.Set { permission.decided(.reset) }
}

struct AskCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask", abstract: "Forget what was decided, and ask the user when the app asks.",
    discussion: PrivacyCommand.consequence)
  @OptionGroup var permission: PermissionArguments
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: PrivacyInterface.Set { permission.decided(.ask) }
}

/// An app and a service.
struct PermissionArguments: ParsableArguments {
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @Argument(help: "\(PrivacyInterface.Service.allCases.map(\.rawValue).joined(separator: ", ")).")
  var service: PrivacyInterface.Service

  func decided(_ decision: PrivacyInterface.Decision) -> PrivacyInterface.Set {
    PrivacyInterface.Set(id: id, service: service, decision: decision)
  }
}
