// new: make an app that builds and runs.
import ArgumentParser

struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Make a new app that builds and runs; needs no daemon.",
    discussion: "Prints the commands that come next.")

  enum Kind: String, EnumerableFlag {
    case scenes, appBased, python, shell

    static func name(for value: Kind) -> NameSpecification {
      switch value {
      case .appBased: .customLong("app-based")
      case .scenes, .python, .shell: .long
      }
    }

    static func help(for value: Kind) -> ArgumentHelp? {
      switch value {
      case .scenes: "In Swift, with a scene delegate; so it is where nothing is said."
      case .appBased: "In Swift, with an app delegate alone."
      case .python: "In Python, without any library."
      case .shell: "In POSIX shell, without any library."
      }
    }
  }

  @Argument(help: "Its name, of letters and digits: of the program, the folder and the bundle.") var name: String
  @Flag(exclusivity: .exclusive) var kind: Kind = .scenes
  @Option(help: ArgumentHelp("Its bundle identifier (com.example.name).", valueName: "id")) var id: String?
  @Option(help: ArgumentHelp("The clone of Roost's repository that an app in Swift depends on.", valueName: "dir"))
  var roost: String?
  @Option(name: .shortAndLong, help: ArgumentHelp("The directory to make it in (.).", valueName: "dir"))
  var output = "."
  @Flag(help: "Print JSON.") var json = false

  private struct Made: Encodable {
    var id: String
    var path: String
    var next: [String]
  }

  func validate() throws {
    guard AppName(name) != nil else {
      throw ValidationError("The name must be letters and digits, and begin with a letter, as in Notes.")
    }
    guard id.map(Self.isIdentifier) ?? true else {
      throw ValidationError("The bundle identifier must be as com.example.notes: letters, digits, '-' and '.'.")
    }
  }

  func run() throws {
    guard let name = AppName(name) else { return }
    let template: AppTemplate =
      switch kind {
      case .scenes: .scenes(try RoostPackage.find(roost))
      case .appBased: .appBased(try RoostPackage.find(roost))
      case .python: .python
      case .shell: .shell
      }
    let id = id ?? name.bundleIdentifier
    let folder = output + "/" + template.folder(name)
    try NewFolder(folder).fill(template.files(name, id: id))
    let next = template.nextCommands(name, id: id)
    if json { return try JSONOutput.say(Made(id: id, path: folder, next: next)) }
    Terminal.say("\(folder) is made. Next:")
    for command in next { Terminal.say("  \(command)") }
  }

  private static func isIdentifier(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && text.utf8.count <= 155
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      }
  }
}
