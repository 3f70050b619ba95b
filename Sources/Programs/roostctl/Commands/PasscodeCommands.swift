// unlock, passcode: what needs to know the passcode.
import ArgumentParser
import ControlAPI

struct UnlockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock", abstract: "Wake the device and open it.",
    discussion: "If a passcode is set, it is asked for on the terminal, unless --passcode-file says where it is.")
  @OptionGroup var passcode: PasscodeOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let given = try passcode.read()
    do {
      try unlock(given)
    } catch CommandFailure.passcode where given == nil && Passcode.canAsk {
      try unlock(Passcode.ask("Passcode: "))
    }
  }

  private func unlock(_ passcode: String?) throws {
    let done = try connection.change(DeviceInterface.Unlock(passcode: passcode), change)
    if connection.json { try JSONOutput.say(done) }
  }
}

struct PasscodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passcode", abstract: "Set, change or remove the device's passcode.",
    subcommands: [Set.self, Remove.self])

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Set a passcode, or another one.",
      discussion: "Passcodes are asked for on the terminal, unless options say where they are.")
    @OptionGroup var passcode: PasscodeOptions
    @Option(help: ArgumentHelp("Where the new passcode is; - for standard input.", valueName: "file"))
    var newPasscodeFile: String?
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
      let old = try passcode.read()
      let new = try newPasscodeFile.map(Passcode.read(file:)) ?? Passcode.askTwice("New passcode: ")
      do {
        try set(new, old: old)
      } catch CommandFailure.passcode where old == nil && Passcode.canAsk {
        try set(new, old: Passcode.ask("Passcode until now: "))
      }
    }

    private func set(_ new: String, old: String?) throws {
      let done = try connection.ask(DeviceInterface.SetPasscode(passcode: new, old: old))
      if connection.json { try JSONOutput.say(done) }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Do without a passcode.")
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
  @Option(help: ArgumentHelp("Where the passcode is; - for standard input.", valueName: "file"))
  var passcodeFile: String?

  func read() throws -> String? { try passcodeFile.map(Passcode.read(file:)) }
}
