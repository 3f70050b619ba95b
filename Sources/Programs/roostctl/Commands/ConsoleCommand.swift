// console: a device in the browser, by a program of its own.
import ArgumentParser
import ControlAPI
import Glibc

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

  private static let program = "roost-console"

  func run() throws {
    // A page could not say as clearly that there is no daemon.
    _ = try connection.ask(DaemonInterface.GetVersion())
    guard let path = Self.path else {
      throw CommandFailure.refused(
        "unable to show the console: no \(Self.program) is installed beside roostctl or in ../libexec/roost; "
          + "install it with make install")
    }
    let arguments =
      [Self.program, "--socket", connection.path, "--port", "\(port)"]
      + (listen.map { ["--listen", $0] } ?? []) + (connection.json ? ["--json"] : [])
    var pointers = arguments.map { strdup($0) } + [nil]
    execv(path, &pointers)
    throw CommandFailure.refused("unable to run \(path): \(String(cString: strerror(errno)))")
  }

  /// Beside this program where both are built, in `libexec/roost` where they are installed.
  private static var path: String? {
    guard let own = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(own) }
    let folder = String(cString: own).split(separator: "/").dropLast()
    return [folder + [Substring(program)], folder.dropLast() + ["libexec", "roost", Substring(program)]]
      .map { "/" + $0.joined(separator: "/") }.first { access($0, X_OK) == 0 }
  }
}
