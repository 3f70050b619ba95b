// The command line of roostd (roostd(8)).
import ArgumentParser
import Supervisor

struct Arguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roostd", abstract: "Run apps by the rules of iOS: life cycle, deadlines, memory, exit records.",
    discussion: "Runs in the foreground and prints where its control socket is. See roostd(8) and roostd.toml(5).")

  @Option(help: ArgumentHelp("Read this configuration instead of the default one.", valueName: "file"))
  var config: String?

  @Flag(help: "Only check the configuration, and print its mistakes.")
  var check = false

  @Option(help: ArgumentHelp("Directory of the control socket.", valueName: "dir"))
  var runtimeDir: String?

  @Option(help: ArgumentHelp("Directory of containers, exit records and logs.", valueName: "dir"))
  var stateDir: String?

  @Option(help: ArgumentHelp("A directory with app bundles; may be given more than once.", valueName: "dir"))
  var apps: [String] = []

  @Option(help: ArgumentHelp("Least severe level to log: error, warning, notice, info or debug.", valueName: "level"))
  var logLevel: String?

  @Flag(help: "For tests: let the time of apps stand still until `roostctl advance` moves it. Takes --runtime-dir.")
  var virtualTime = false

  @Flag(help: "For the unit: give systemd a procfs to keep for the daemon, and exit.")
  var storeProc = false

  func validate() throws {
    guard virtualTime, runtimeDir == nil else { return }
    throw ValidationError("--virtual-time is for a private daemon; give it a --runtime-dir of its own.")
  }
}
