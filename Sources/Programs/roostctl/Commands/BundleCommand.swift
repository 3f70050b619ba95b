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
  @Flag(help: "The program shares a Swift runtime with others: let the app read it.") var sharedRuntime = false
  @Option(
    help: ArgumentHelp("Where the device has it, if not where the program finds it here.", valueName: "dir"),
    completion: .directory)
  var runtime: String?
  @Flag(help: "Print JSON.") var json = false

  private struct Made: Encodable {
    var id: String
    var path: String
    /// Where the shared Swift runtime lies.
    var runtime: String?
  }

  func validate() throws {
    guard output.hasSuffix(".app") else { throw ValidationError("The bundle must end in .app, as in \(output).app.") }
    guard definitions.allSatisfy({ $0.contains("=") && !$0.hasPrefix("=") }) else {
      throw ValidationError("A definition must be NAME=VALUE, as in PRODUCT_BUNDLE_IDENTIFIER=com.example.notes.")
    }
    if let runtime {
      guard sharedRuntime else { throw ValidationError("--runtime is of a program with --shared-runtime; add that.") }
      guard runtime.hasPrefix("/") else { throw ValidationError("The runtime must be an absolute path: \(runtime).") }
    }
  }

  func run() throws {
    let variables = definitions.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
    let shared = sharedRuntime ? try SharedRuntime(of: executable, at: runtime) : nil
    let bundle = BundleLayout(
      executable: executable, info: info, resources: resources, output: output,
      variables: Dictionary(variables.map { (String($0[0]), String($0[1])) }) { _, last in last },
      runtime: shared)
    let id = try bundle.make()
    if json { try JSONOutput.say(Made(id: id, path: output, runtime: shared?.folder)) }
  }
}
