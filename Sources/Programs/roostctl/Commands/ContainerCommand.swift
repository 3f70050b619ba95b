// container: where an app and its data are.
import ArgumentParser
import ControlAPI

struct ContainerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "container", abstract: "Print the path of the directory that has an app's data.",
    discussion: """
      Examples:
        roostctl container com.example.notes
        roostctl container com.example.notes --bundle
      """)
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @Flag(help: "Print the path of its bundle instead.") var bundle = false
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let places = try connection.ask(BundlesInterface.Locate(id: id))
    if connection.json { return try JSONOutput.say(places) }
    Terminal.say("\(bundle ? places.bundle : places.container)")
  }
}
