// run: plays scenarios, by a program of its own.
import ArgumentParser

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Play scenarios on devices of their own, and say which went as expected.")
  /// Those of roost-run, which explains them itself.
  @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("Scenarios, and options.", valueName: "file"))
  var arguments: [String] = []

  func run() throws { try Companion.become("roost-run", arguments, to: "play scenarios") }
}
