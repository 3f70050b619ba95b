// elements: what is on an app's screen, and how other commands find it there.
import ArgumentParser
import ControlAPI

struct ElementsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "elements", abstract: "List what is on the active app's screen.")
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let elements = try connection.elements(of: id)
    if connection.json { return try JSONOutput.say(elements) }
    guard !elements.isEmpty else { return }
    var table = Table(
      ("KIND", .left), ("LABEL", .left), ("IDENTIFIER", .left), ("VALUE", .left), ("FRAME", .left), ("TRAITS", .left))
    for element in elements {
      table.add(
        .init(text: element.kind), .init(text: element.label ?? "-"), .init(text: element.identifier ?? "-"),
        .init(text: element.value ?? "-"), .init(text: element.frame),
        .init(text: element.traits.isEmpty ? "-" : element.traits.joined(separator: " ")))
    }
    table.say()
  }
}

extension AppsInterface.Element {
  /// As `x,y wxh`, in whole points.
  var frame: String { "\(Self.whole(x)),\(Self.whole(y)) \(Self.whole(width))x\(Self.whole(height))" }

  private static func whole(_ number: Double) -> String { String(Int(exactly: number.rounded()) ?? 0) }
}

extension ConnectionOptions {
  func elements(of id: String) throws(CommandFailure) -> [AppsInterface.Element] {
    try ask(AppsInterface.Elements(id: id), patience: nil).elements
  }

  /// The middle of the element with this identifier, or else with this label.
  func middle(ofElement name: String, in id: String) throws(CommandFailure) -> Point {
    let elements = try elements(of: id)
    let identified = elements.filter { $0.identifier == name }
    let found = identified.isEmpty ? elements.filter { $0.label == name } : identified
    // A cell and the text in it have one label; whatever does something goes first.
    guard let element = found.first(where: { $0.traits.contains("button") }) ?? found.first else {
      throw .refused(
        "no element '\(name)' is on the screen of \(id); `roostctl elements \(id)` lists all, `swipe` scrolls")
    }
    return Point(x: element.x + element.width / 2, y: element.y + element.height / 2)
  }
}
