// bundle: make an app out of a program and its Info.plist.
import ArgumentParser
import Glibc

struct BundleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle", abstract: "Make an app bundle; needs no daemon.")
  @Argument(help: "The program.", completion: .file()) var executable: String
  @Option(help: ArgumentHelp("Its Info.plist, XML or binary.", valueName: "plist")) var info: String
  @Option(help: ArgumentHelp("A directory whose contents go into the bundle.", valueName: "dir")) var resources: String?
  @Option(name: .shortAndLong, help: ArgumentHelp("The bundle to make.", valueName: "name.app")) var output: String
  @Option(
    name: .customLong("define"),
    help: ArgumentHelp("The value of a build setting that Info.plist names as $(NAME).", valueName: "name=value"))
  var definitions: [String] = []
  @Flag(help: "Print JSON.") var json = false

  private struct Made: Encodable {
    var id: String
    var path: String
  }

  func validate() throws {
    guard output.hasSuffix(".app") else { throw ValidationError("The bundle must end in .app, as in \(output).app.") }
    guard definitions.allSatisfy({ $0.contains("=") && !$0.hasPrefix("=") }) else {
      throw ValidationError("A definition must be NAME=VALUE, as in PRODUCT_BUNDLE_IDENTIFIER=com.example.notes.")
    }
  }

  func run() throws {
    let variables = definitions.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
    let bundle = BundleLayout(
      executable: executable, info: info, resources: resources, output: output,
      variables: Dictionary(variables.map { (String($0[0]), String($0[1])) }) { _, last in last })
    let id = try bundle.make()
    if json { try JSONOutput.say(Made(id: id, path: output)) }
  }
}
