// The command line of roostd (roostd(8)).
import ArgumentParser
import Systemd

struct Arguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roostd", abstract: "Plays the operating system to apps: life cycle, deadlines, memory, reasons.",
    discussion: "Runs in the foreground and prints where its control socket is. See roostd(8) and roostd.toml(5).")

  @Option(help: ArgumentHelp("Read this configuration instead of the default one.", valueName: "file"))
  var config: String?

  @Flag(help: "Only check the configuration: say what is wrong with it, or nothing.")
  var check = false

  @Option(help: ArgumentHelp("Where the control socket is made.", valueName: "dir"))
  var runtimeDir: String?

  @Option(help: ArgumentHelp("Where containers, exit records and logs are kept.", valueName: "dir"))
  var stateDir: String?

  @Option(help: ArgumentHelp("A directory with app bundles; may be given more than once.", valueName: "dir"))
  var apps: [String] = []

  @Option(help: ArgumentHelp("error, warning, notice, info or debug.", valueName: "level"))
  var logLevel: String?
}
