// bundle: make an app out of a program and its Info.plist.
import ArgumentParser
import Glibc

struct BundleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle", abstract: "Make an app bundle; needs no daemon.")
  @Argument(help: "The program.") var executable: String
  @Option(help: ArgumentHelp("Its Info.plist, XML or binary.", valueName: "plist")) var info: String
  @Option(help: ArgumentHelp("A directory whose contents go into the bundle.", valueName: "dir")) var resources: String?
  @Option(name: .shortAndLong, help: ArgumentHelp("The bundle to make.", valueName: "name.app")) var output: String
  @Flag(help: "Print JSON.") var json = false

  private struct Made: Encodable {
    var id: String
    var path: String
  }

  func validate() throws {
    guard output.hasSuffix(".app") else { throw ValidationError("The bundle must end in .app, as in \(output).app.") }
  }

  func run() throws {
    let bundle = BundleLayout(executable: executable, info: info, resources: resources, output: output)
    let id = try bundle.make()
    if json { try JSONOutput.say(Made(id: id, path: output)) }
  }
}
