// The words of a command line before ArgumentParser reads them: options that came too early, and words that are no command.
import ArgumentParser

/// ArgumentParser reads the options of a command behind the command's name alone.
struct CommandWords {
  /// The words, with the options that stood before or between the names of commands right behind these.
  let words: [String]
  /// The command that they name, and the words behind its name; nil where more is to be known of them than ArgumentParser tells
  /// a command by itself, such as help.
  let named: (command: any ParsableCommand.Type, words: [String])?
  /// The sentence that says which command there is not; nil where all are there.
  let mistake: String?

  /// The options of most commands, and whether a value follows each as a word of its own.
  private static let early = ["--json": false, "--no-wait": false, "--socket": true, "--timeout": true]

  init(_ given: [String], of root: any ParsableCommand.Type) {
    var rest = given[...]
    var path: [String] = []
    var options: [String] = []
    var command = root
    var mistake: String?
    reading: while let word = rest.first, !command.configuration.subcommands.isEmpty {
      if let takesValue = Self.early[word.prefix { $0 != "=" }.description] {
        let count = takesValue && !word.contains("=") ? 2 : 1
        options += rest.prefix(count)
        rest = rest.dropFirst(count)
        continue
      }
      guard let next = command.subcommand(named: word) else {
        if !word.hasPrefix("-"), word != "help", command.configuration.defaultSubcommand == nil {
          // simctl's screenshot and film are both commands of its `io`.
          let meant = word == "io" && rest.contains("recordVideo") ? "recordVideo" : word
          mistake = Self.sentence(path, word, meant: meant, command)
        }
        break reading
      }
      path.append(word)
      rest = rest.dropFirst()
      command = next
    }
    words = path + options + rest
    self.mistake = mistake
    let behind = options + rest
    let isAsked = behind.contains { $0 == "-h" || $0 == "--help" || $0.hasPrefix("--generate") || $0.hasPrefix("---") }
    named = isAsked || !command.configuration.subcommands.isEmpty ? nil : (command, behind)
  }

  /// The command with its values. ArgumentParser builds the tree of all commands before it reads a word, which takes as long as
  /// all the rest: one that is written as it should be needs none, and all others are told with the whole in view.
  func parsed() throws -> any ParsableCommand {
    if let named, let command = try? named.command.parseAsRoot(named.words), type(of: command) == named.command {
      return command
    }
    return try Roostctl.parseAsRoot(words)
  }

  private static func sentence(
    _ path: [String], _ word: String, meant: String, _ command: any ParsableCommand.Type
  ) -> String {
    let place = (["roostctl"] + path).joined(separator: " ")
    let names = command.configuration.subcommands.map { $0._commandName }
    // Abroad it has another name, or its name here is much like the word.
    let near = (path.isEmpty ? foreign[meant] : nil) ?? Nearest.name(to: word, among: names)
    let next = near.map { "did you mean '\(place) \($0)'?" } ?? "'\(place) --help' lists all."
    return "Error: There is no command '\(place) \(word)'; \(next)"
  }

  /// The commands of simctl and adb that have another name here (docs/coming-from-simctl.md).
  private static let foreign = [
    "listapps": "apps", "list": "apps", "appinfo": "status", "openurl": "open", "io": "screenshot",
    "get_app_container": "container",
    "logverbose": "monitor", "start": "launch", "force-stop": "terminate", "kill": "terminate", "stop": "terminate",
    "clear": "erase",
    "exit-info": "exits", "send-trim-memory": "memory warn", "dumpsys": "status", "logcat": "monitor",
    "screencap": "screenshot", "recordVideo": "screenrecord",
  ]
}

extension ParsableCommand {
  fileprivate static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { $0._commandName == name }
  }
}
