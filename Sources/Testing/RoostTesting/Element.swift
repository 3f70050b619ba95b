// One element of a screen after XCUIElement, there or not.
public import ControlAPI
import Foundation

/// An element that a query names. Its properties and gestures throw ``TestingError/noElement(_:app:shown:)`` where the
/// screen does not show it.
public struct Element: CustomStringConvertible {
  enum Key {
    case name(String)
    case place(Int)
  }

  let query: ElementQuery
  let key: Key

  private var app: AppUnderTest { query.app }

  public var description: String {
    switch key {
    case .name(let name): "\(query.kind ?? "element") “\(name)”"
    case .place(let place): "\(query.kind ?? "element") number \(place)"
    }
  }

  /// As it is now.
  public var record: AppsInterface.Element {
    get throws {
      if let found = try found() { return found }
      throw TestingError.noElement(description, app: app.id, shown: try app.elements().map(Self.line))
    }
  }

  /// False also while the app is not active, and shows nothing.
  public var exists: Bool { (try? found()) != nil }
  public var label: String { get throws { try record.label ?? "" } }
  public var identifier: String { get throws { try record.identifier ?? "" } }
  /// Such as the text of a text field, or "1" for a switch that is on.
  public var value: String? { get throws { try record.value } }
  public var isEnabled: Bool { get throws { try !record.traits.contains("notEnabled") } }
  public var isSelected: Bool { get throws { try record.traits.contains("selected") } }
  public var hasFocus: Bool { get throws { try record.traits.contains("focused") } }

  // MARK: Waiting

  /// Whether the screen shows it within so many seconds.
  public func waitForExistence(timeout: Double) -> Bool { wait(timeout) { exists } }

  /// Whether the screen shows it no more within so many seconds.
  public func waitForNonExistence(timeout: Double) -> Bool { wait(timeout) { !exists } }

  /// Whether it is there and has this value within so many seconds.
  public func wait(forValue value: String?, timeout: Double) -> Bool {
    wait(timeout) { (try? found()).map { $0?.value == value && $0 != nil } ?? false }
  }

  // MARK: The user's fingers

  public func tap() throws { try app.tap(at: middle()) }
  public func doubleTap() throws { try app.tap(at: middle(), taps: 2) }

  /// Holds a finger on it, for so many seconds.
  public func press(forDuration seconds: Double) throws { try app.tap(at: middle(), holding: seconds) }

  /// Taps it if it has not the focus, and types; a line break is the return key.
  public func typeText(_ text: String) throws {
    if try !hasFocus { try tap() }
    try app.typeText(text)
  }

  public func swipeUp() throws { try app.swipe(.up, from: middle()) }
  public func swipeDown() throws { try app.swipe(.down, from: middle()) }
  public func swipeLeft() throws { try app.swipe(.left, from: middle()) }
  public func swipeRight() throws { try app.swipe(.right, from: middle()) }

  private func middle() throws -> ScreenPoint {
    let record = try record
    return ScreenPoint(x: record.x + record.width / 2, y: record.y + record.height / 2)
  }

  private func found() throws -> AppsInterface.Element? {
    let elements = try query.records()
    switch key {
    case .place(let place): return elements.indices.contains(place) ? elements[place] : nil
    case .name(let name):
      let identified = elements.filter { $0.identifier == name }
      let found = identified.isEmpty ? elements.filter { $0.label == name } : identified
      // A cell and the text in it have one label; the one that does something goes first.
      return found.first { $0.traits.contains("button") } ?? found.first
    }
  }

  static func line(_ element: AppsInterface.Element) -> String {
    [
      element.kind, element.label.map { "“\($0)”" }, element.identifier.map { "identifier \($0)" },
      element.value.map { "value “\($0)”" },
    ].compactMap { $0 }.joined(separator: " ")
  }

  /// The daemon tells of no change of a screen: it is looked at again after so many seconds.
  private static let glance = 0.05

  private func wait(_ timeout: Double, until isSo: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: timeout)
    while !isSo() {
      guard Date() < end else { return false }
      Thread.sleep(forTimeInterval: Self.glance)
    }
    return true
  }
}
