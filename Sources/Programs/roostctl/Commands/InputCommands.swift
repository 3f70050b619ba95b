// tap, type, swipe, press, shake, input: what a user's fingers do on an app's screen.
import AgentProtocol
import ArgumentParser
import ControlAPI
import Varlink
import WireJSON

struct InputCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "input", abstract: "Hand one input event to the active app.")
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @Argument(help: "The event: a JSON object.") var event: String
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard let value = try? JSON(parsing: event), case .object = value else {
      throw ValidationError("The event must be a JSON object such as '{\"key\":\"a\"}'.")
    }
    guard event.utf8.count <= UserInput.longest else {
      throw ValidationError("The event must not be longer than \(UserInput.longest) bytes.")
    }
    do throws(UserInputError) { _ = try UserInput(value) } catch { throw ValidationError("Not valid: \(error).") }
  }

  var request: AppsInterface.SendInput { .init(id: id, input: event) }
}

struct TapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tap", abstract: "Tap an element of the app's screen, or a point.",
    discussion: """
      Examples:
        roostctl tap com.example.form Send
        roostctl tap com.example.form --at 195,400 --hold 1
      """)
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @Argument(help: "The element's identifier or label, as 'elements' lists them.") var element: String?
  @Option(help: ArgumentHelp("The point, from the top left of the screen.", valueName: "x,y")) var at: Point?
  @Option(help: ArgumentHelp("How many times in a row.", valueName: "number")) var taps = 1
  @Option(help: ArgumentHelp("How long the finger stays down.", valueName: "seconds")) var hold = 0.05
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard (element == nil) != (at == nil) else {
      throw ValidationError("Name an element, or a point with --at, and not both.")
    }
    guard (1...10).contains(taps) else { throw ValidationError("--taps must be from 1 to 10.") }
    guard (0...60).contains(hold) else { throw ValidationError("--hold must be up to 60 seconds.") }
  }

  func run() throws {
    let point = try at ?? connection.middle(ofElement: element ?? "", in: id)
    for tap in 1...taps {
      for (phase, time) in [(UserInput.Touch.Phase.began, 0), (.ended, hold)] {
        try connection.send(.touches([.init(phase, x: point.x, y: point.y, taps: tap)], time: time), to: id)
      }
    }
    try connection.sayDone()
  }
}

struct TypeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "type", abstract: "Type text into the field that has the focus.")
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @Argument(help: "The text; a line break in it is the return key.") var text: String
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard UserInput.text(text).json.text.utf8.count <= UserInput.longest else {
      throw ValidationError("The text is too long for one input event; type it in parts.")
    }
  }

  func run() throws {
    guard try connection.elements(of: id).contains(where: { $0.traits.contains("focused") }) else {
      throw CommandFailure.refused("nothing on the screen of \(id) has the focus; tap a text field first")
    }
    try connection.send(.text(text), to: id)
    try connection.sayDone()
  }
}

struct SwipeCommand: ParsableCommand {
  enum Direction: String, ExpressibleByArgument, CaseIterable { case up, down, left, right }

  static let configuration = CommandConfiguration(commandName: "swipe", abstract: "Swipe over the app's screen.")
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @Argument(help: "The way that the finger goes: up, down, left or right.") var direction: Direction
  @Option(
    help: ArgumentHelp("The point at which the finger touches (default: the middle of the screen).", valueName: "x,y"))
  var from: Point?
  @Option(help: ArgumentHelp("How far the finger goes, in points.", valueName: "points")) var by = 200.0
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard (1...2000).contains(by) else { throw ValidationError("--by must be from 1 to 2000 points.") }
  }

  /// The middle of the screen that apps have.
  private static let middle = Point(x: 195, y: 422)

  func run() throws {
    let start = from ?? Self.middle
    let (x, y) =
      switch direction {
      case .up: (0.0, -by)
      case .down: (0.0, by)
      case .left: (-by, 0.0)
      case .right: (by, 0.0)
      }
    try touch(.began, start, 0, time: 0, x, y)
    for step in 1...5 { try touch(.moved, start, Double(step) / 5, time: 0.02 * Double(step), x, y) }
    try touch(.ended, start, 1, time: 0.12, x, y)
    try connection.sayDone()
  }

  private func touch(
    _ phase: UserInput.Touch.Phase, _ start: Point, _ part: Double, time: Double, _ x: Double, _ y: Double
  ) throws {
    try connection.send(.touches([.init(phase, x: start.x + x * part, y: start.y + y * part)], time: time), to: id)
  }
}

struct PressCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "press", abstract: "Press a key.")
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @Argument(help: ArgumentHelp("\(UserInput.keys.joined(separator: ", ")), or one character.")) var key: String
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard key.count == 1 || UserInput.keys.contains(key) else {
      throw ValidationError("The key must be one character or \(UserInput.keys.joined(separator: ", ")).")
    }
  }

  func run() throws {
    for phase in [UserInput.Press.Phase.began, .ended] {
      try connection.send(.presses([.init(phase, key: key)]), to: id)
    }
    try connection.sayDone()
  }
}

struct ShakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "shake", abstract: "Shake the device.")
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.send(.motion(phase: nil), to: id)
    try connection.sayDone()
  }
}

/// A point of the screen.
struct Point: ExpressibleByArgument {
  let x: Double
  let y: Double
}

extension Point {
  init?(argument: String) {
    let parts = argument.split(separator: ",").map { Double($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1], abs(x) <= 10_000, abs(y) <= 10_000 else { return nil }
    self.init(x: x, y: y)
  }
}

extension ConnectionOptions {
  /// Waits until the app has handled it.
  func send(_ input: UserInput, to id: String) throws(CommandFailure) {
    _ = try ask(AppsInterface.SendInput(id: id, input: input.json.text), patience: nil)
  }

  /// Says as much as every command that changes something.
  func sayDone() throws { if json { try JSONOutput.say(Done()) } }
}
