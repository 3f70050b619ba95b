// home, lock, call, alert, overlay, banner: the actions of a user on the device.
// Public, because it lends its protocol to public types.
public import ArgumentParser
public import ControlAPI

extension DeviceInterface.Call.Action: ExpressibleByArgument {}
extension DeviceInterface.Alert.Action: ExpressibleByArgument {}
extension DeviceInterface.Overlay.Action: ExpressibleByArgument {}

struct HomeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "home", abstract: "Press the home button.")
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let done = try connection.change(DeviceInterface.Home(wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(done) }
  }
}

struct LockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "lock", abstract: "Press the sleep button.")
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let done = try connection.change(DeviceInterface.Lock(wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(done) }
  }
}

struct CallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "call", abstract: "Simulate a telephone call.")
  @Argument(help: "ring, accept, decline or end.") var action: DeviceInterface.Call.Action
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let done = try connection.change(
      DeviceInterface.Call(action: action, wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(done) }
  }
}

struct AlertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alert", abstract: "Show or dismiss an alert over the app in front.")
  @Argument(help: "show or dismiss.") var action: DeviceInterface.Alert.Action
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let done = try connection.change(
      DeviceInterface.Alert(action: action, wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(done) }
  }
}

struct OverlayCommand: ParsableCommand {
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

  func run() throws {
    let done = try connection.change(
      DeviceInterface.Overlay(name: panel.name, action: action, wait: change.wait, timeout: change.milliseconds))
    if connection.json { try JSONOutput.say(done) }
  }
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
