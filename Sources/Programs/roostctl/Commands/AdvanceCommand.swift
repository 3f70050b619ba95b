// advance: moves the clock of a daemon for tests.
import ArgumentParser
import ControlAPI

struct AdvanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advance", abstract: "Move the time of apps on, where roostd was started with --virtual-time.",
    discussion: """
      Every alarm on the way rings, in order, and apps take no time to answer it: a task that is allowed 30 s, or a \
      refresh in four hours, is there at once. `roostctl advance 30s`, `roostctl advance 4h`.
      """)
  @Argument(help: "How far, such as 500ms, 30s, 5m, 4h or 2d; at most 31 days.") var time: TimeSpan
  @Option(help: "How long in reality an app may take for an answer before the time goes on without it (default: 5s).")
  var patience: TimeSpan?
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard time.milliseconds <= DeviceInterface.AdvanceTime.longest else {
      throw ValidationError("The time must be 31 days at most; move it on by more in several steps.")
    }
  }

  func run() throws {
    let request = DeviceInterface.AdvanceTime(milliseconds: time.milliseconds, patience: patience?.milliseconds)
    let reply = try connection.ask(request, patience: nil)
    if connection.json { try JSONOutput.say(reply) }
  }
}

/// A length of time as people write it.
struct TimeSpan: ExpressibleByArgument, Equatable {
  let milliseconds: Int64

  private static let units: [(String, Double)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  /// A number with its unit, "1.5h" for instance; nil for anything else, and for more than a century.
  init?(argument: String) {
    guard let (unit, size) = Self.units.first(where: { argument.hasSuffix($0.0) }),
      let number = Double(argument.dropLast(unit.utf8.count)), number.isFinite, number >= 0, number * size <= 3.2e12
    else { return nil }
    milliseconds = Int64(number * size)
  }
}
