// install, uninstall, verify: bundles that are sealed (LA7).
import ArgumentParser
import ControlAPI
import FoundationEssentials
import Glibc

struct InstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Install a bundle and seal it; roostd does not launch it after a change.")
  @Argument(help: "The bundle, NAME.app.", completion: .directory) var path: String
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard URL(filePath: path).lastPathComponent.hasSuffix(".app") else {
      throw ValidationError("The bundle's name must end in .app; `roostctl bundle` makes a bundle.")
    }
  }

  func run() throws {
    let reply = try Installation(path: path, connection: OwnDaemon(connection)).install()
    if connection.json { try JSONOutput.say(reply) }
  }
}

struct UninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Remove an installed bundle and its seal; the app's data stays.")
  @Argument(help: "The app.", completion: .apps) var id: String
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try Uninstallation(id: id, connection: OwnDaemon(connection)).uninstall()
  }
}

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check that a bundle has not changed since it was installed.")
  @Argument(help: "The app.", completion: .apps) var id: String
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    _ = try Progress.during("comparing the bundle of \(id) with its seal") { () throws(CommandFailure) in
      try connection.ask(BundlesInterface.Verify(id: id), patience: nil)
    }
  }
}
