// home, lock, unlock, call, alert, overlay, banner: the actions of a user on the device.
// Public, because it lends its protocol to public types.
public import ArgumentParser
public import ControlAPI

extension DeviceInterface.Call.Action: ExpressibleByArgument {}
extension DeviceInterface.Overlay.Action: ExpressibleByArgument {}

struct HomeCommand: ChangeCommand {
  static let configuration = CommandConfiguration(commandName: "home", abstract: "Press the home button.")
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: DeviceInterface.Home { .init() }

  func show(_ reply: DeviceInterface.Home.Reply) { Terminal.complain(ended: reply.ended) }
}

struct LockCommand: ChangeCommand {
  static let configuration = CommandConfiguration(commandName: "lock", abstract: "Press the sleep button.")
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: DeviceInterface.Lock { .init() }

  func show(_ reply: DeviceInterface.Lock.Reply) { Terminal.complain(ended: reply.ended) }
}

struct UnlockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock", abstract: "Wake the device and open it.",
    discussion: "If a passcode is set, roostctl asks for it on the terminal, or reads it from --passcode-file.")
  @OptionGroup var passcode: PasscodeOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let given = try passcode.read()
    do {
      try unlock(given)
    } catch CommandFailure.passcode where given == nil && Passcode.canAsk {
      try unlock(Passcode.ask("Passcode: "))
    }
  }

  private func unlock(_ passcode: String?) throws {
    let done = try connection.change(DeviceInterface.Unlock(passcode: passcode), change)
    if connection.json { try JSONOutput.say(done) }
  }
}

struct CallCommand: ChangeCommand {
  static let configuration = CommandConfiguration(commandName: "call", abstract: "Simulate a telephone call.")
  @Argument(help: "ring, accept, decline or end.") var action: DeviceInterface.Call.Action
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: DeviceInterface.Call { .init(action: action) }
}

struct AlertCommand: ChangeCommand {
  /// As words of a shell.
  enum Action: String, ExpressibleByArgument, CaseIterable {
    case show, dismiss, allow, deny
    case allowOnce = "allow-once"

    var action: DeviceInterface.Alert.Action {
      switch self {
      case .show: .show
      case .dismiss: .dismiss
      case .allow: .allow
      case .deny: .deny
      case .allowOnce: .allowOnce
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "alert",
    abstract: "Show or dismiss an alert over the app in front, or answer the one that asks for a permission.")
  @Argument(help: "show or dismiss; allow, deny or allow-once.") var action: Action
  @Argument(help: "Answer this app's alert alone.", completion: .apps) var id: String?
  @Argument(help: "Answer only the alert that asks for this service.") var service: PrivacyInterface.Service?
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    switch action {
    case .allow, .deny, .allowOnce: break
    case .show, .dismiss:
      guard id == nil else { throw ValidationError("show and dismiss take no app: leave it out.") }
    }
  }

  var request: DeviceInterface.Alert { .init(action: action.action, app: id, service: service) }
}

struct OverlayCommand: ChangeCommand {
  /// The panels, as words of a shell.
  enum Panel: String, ExpressibleByArgument, CaseIterable {
    case notificationCenter = "notification-center"
    case controlCenter = "control-center"
    case switcher

    var name: DeviceInterface.Overlay.Name {
      switch self {
      case .notificationCenter: .notificationCenter
      case .controlCenter: .controlCenter
      case .switcher: .switcher
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "overlay", abstract: "Open or close a panel of the system over the app in front.")
  @Argument(help: "notification-center, control-center or switcher.") var panel: Panel
  @Argument(help: "open or close.") var action: DeviceInterface.Overlay.Action
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  var request: DeviceInterface.Overlay { .init(name: panel.name, action: action) }
}

struct BannerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "banner", abstract: "Show a banner.")
  @Argument(help: "The banner's text.") var text: String
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let done = try connection.ask(DeviceInterface.Banner(text: text))
    if connection.json { try JSONOutput.say(done) }
  }
}
