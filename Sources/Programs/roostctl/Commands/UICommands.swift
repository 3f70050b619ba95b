// ui appearance, ui content_size: the user's choices of how everything looks, as simctl has them.
// Public, because it lends its protocol to a public type.
public import ArgumentParser
public import ControlAPI

struct UICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ui", abstract: "Show or change light and dark, and the size of text.",
    subcommands: [AppearanceCommand.self, ContentSizeCommand.self])
}

struct AppearanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "appearance", abstract: "Show or change whether apps look light or dark.",
    discussion: """
      Examples:
        roostctl ui appearance
        roostctl ui appearance dark
      """)
  @Argument(help: "light or dark; without it, print which of them is set.") var style: DeviceNotice.Appearance?
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    if let style { return try connection.notify(.appearance(style), change) }
    try connection.say("appearance", connection.ask(DeviceInterface.GetState()).appearance)
  }
}

struct ContentSizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "content_size", abstract: "Show or change the size of text that the user prefers.",
    discussion: """
      Sizes: \(DeviceNotice.ContentSize.allCases.map(\.rawValue).joined(separator: ", ")).

      Examples:
        roostctl ui content_size
        roostctl ui content_size accessibility-large
        roostctl ui content_size increment
      """)
  @Argument(
    help: ArgumentHelp("A size, increment or decrement; without it, print which is set.", valueName: "size"),
    completion: .list(DeviceNotice.ContentSize.allCases.map(\.rawValue) + ["increment", "decrement"]))
  var word: String?
  @OptionGroup var change: ChangeOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard let word, Self.step(word) == nil, DeviceNotice.ContentSize(rawValue: word) == nil else { return }
    let words = DeviceNotice.ContentSize.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("The size must be increment, decrement, or one of \(words).")
  }

  func run() throws {
    guard let word else {
      return try connection.say("content_size", connection.ask(DeviceInterface.GetState()).contentSize)
    }
    try connection.notify(.contentSize(size(word)), change)
  }

  private static func step(_ word: String) -> Int? {
    switch word {
    case "increment": 1
    case "decrement": -1
    default: nil
    }
  }

  /// The smallest has none before it, and the largest none after it.
  private func size(_ word: String) throws -> DeviceNotice.ContentSize {
    if let size = DeviceNotice.ContentSize(rawValue: word) { return size }
    let all = DeviceNotice.ContentSize.allCases
    let now = try connection.ask(DeviceInterface.GetState()).contentSize
    let place = all.firstIndex { $0.rawValue == now } ?? all.firstIndex(of: .large) ?? 0
    return all[min(max(0, place + (Self.step(word) ?? 0)), all.count - 1)]
  }
}

extension DeviceNotice.Appearance: ExpressibleByArgument {}

extension ConnectionOptions {
  fileprivate func notify(_ notice: DeviceNotice, _ options: ChangeOptions) throws {
    let reply = try change(DeviceInterface.Notify(notice), options)
    if json { try JSONOutput.say(reply) }
  }

  fileprivate func say(_ name: String, _ value: String) throws {
    if json { try JSONOutput.say([name: value]) } else { Terminal.say("\(value)") }
  }
}
