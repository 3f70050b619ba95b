// passcode: sets, changes and removes the passcode.
import ArgumentParser
import ControlAPI

struct PasscodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passcode", abstract: "Set, change or remove the device's passcode.",
    subcommands: [Set.self, Remove.self])

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Set or change the passcode.",
      discussion: "roostctl asks for passcodes on the terminal, or reads them from the files that options name.")
    @OptionGroup var passcode: PasscodeOptions
    @Option(help: ArgumentHelp("File with the new passcode; - for standard input.", valueName: "file"))
    var newPasscodeFile: String?
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
      let old = try passcode.read()
      let new = try newPasscodeFile.map(Passcode.read(file:)) ?? Passcode.askTwice("New passcode: ")
      do {
        try set(new, old: old)
      } catch CommandFailure.passcode where old == nil && Passcode.canAsk {
        try set(new, old: Passcode.ask("Current passcode: "))
      }
    }

    private func set(_ new: String, old: String?) throws {
      let done = try connection.ask(DeviceInterface.SetPasscode(passcode: new, old: old))
      if connection.json { try JSONOutput.say(done) }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove the passcode.")
    @OptionGroup var passcode: PasscodeOptions
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
      let old = try passcode.read() ?? Passcode.ask("Passcode: ")
      let done = try connection.ask(DeviceInterface.SetPasscode(passcode: nil, old: old))
      if connection.json { try JSONOutput.say(done) }
    }
  }
}

/// The option of every command that needs the passcode.
struct PasscodeOptions: ParsableArguments {
  @Option(help: ArgumentHelp("File with the passcode; - for standard input.", valueName: "file"))
  var passcodeFile: String?

  func read() throws -> String? { try passcodeFile.map(Passcode.read(file:)) }
}
