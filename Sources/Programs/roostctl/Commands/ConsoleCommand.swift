// console: a device in the browser, by a program of its own.
import ArgumentParser
import ControlAPI

struct ConsoleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "console", abstract: "Show the device in the browser, with its apps to touch, until interrupted.",
    discussion: """
      Prints the address to open. Everybody with the address has the device; it is another each time. On another \
      address than this machine's own it crosses the network in clear.
      """)
  @Option(help: ArgumentHelp("Listen on this address, or on unix:PATH (127.0.0.1).", valueName: "address"))
  var listen: String?
  @Option(help: ArgumentHelp("Listen on this port (any that is free).", valueName: "port"))
  var port: UInt16 = 0
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    // A page could not say as clearly that there is no daemon.
    _ = try connection.ask(DaemonInterface.GetVersion())
    let options = ["--socket", connection.path, "--port", "\(port)"] + (listen.map { ["--listen", $0] } ?? [])
    try Companion.become("roost-console", options + (connection.json ? ["--json"] : []), to: "show the console")
  }
}
