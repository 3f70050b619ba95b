// console: a device in the browser, by a program of its own.
import ArgumentParser
import ControlAPI

struct ConsoleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "console", abstract: "Show the device in the browser, with its apps to touch, until interrupted.",
    discussion: "Prints the address to open. Everybody with the address has the device; it is another each time.")
  @Option(help: ArgumentHelp("Listen on this port of 127.0.0.1 (any that is free).", valueName: "port"))
  var port: UInt16 = 0
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    // A page could not say as clearly that there is no daemon.
    _ = try connection.ask(DaemonInterface.GetVersion())
    let options = ["--socket", connection.path, "--port", "\(port)"] + (connection.json ? ["--json"] : [])
    try Companion.become("roost-console", options, to: "show the console")
  }
}
