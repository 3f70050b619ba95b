// The elements of a screen after XCUIElementQuery: looked for anew each time that one is used.
public import ControlAPI

/// The elements of one kind, or of every kind, in the order of the screen.
public struct ElementQuery {
  let app: AppUnderTest
  /// As the screen names it, such as `textField`; nil: of every kind.
  let kind: String?

  /// The element with this identifier, or else with this label.
  public subscript(_ name: String) -> Element { Element(query: self, key: .name(name)) }

  /// The element at this place, counted from 0.
  public func element(boundBy place: Int) -> Element { Element(query: self, key: .place(place)) }

  public var firstMatch: Element { element(boundBy: 0) }

  /// How many there are now.
  public var count: Int { get throws { try records().count } }

  /// The elements as they are now.
  /// - Throws: `ControlFailure` while the app is not active, and shows nothing.
  public func records() throws -> [AppsInterface.Element] {
    try app.elements().filter { kind == nil || $0.kind == kind }
  }
}

extension AppUnderTest {
  /// The elements of every kind.
  public var descendants: ElementQuery { ElementQuery(app: self, kind: nil) }
  public var buttons: ElementQuery { ElementQuery(app: self, kind: "button") }
  public var staticTexts: ElementQuery { ElementQuery(app: self, kind: "staticText") }
  public var textFields: ElementQuery { ElementQuery(app: self, kind: "textField") }
  public var secureTextFields: ElementQuery { ElementQuery(app: self, kind: "secureTextField") }
  public var textViews: ElementQuery { ElementQuery(app: self, kind: "textView") }
  public var switches: ElementQuery { ElementQuery(app: self, kind: "switch") }
  public var sliders: ElementQuery { ElementQuery(app: self, kind: "slider") }
  public var steppers: ElementQuery { ElementQuery(app: self, kind: "stepper") }
  public var segmentedControls: ElementQuery { ElementQuery(app: self, kind: "segmentedControl") }
  public var cells: ElementQuery { ElementQuery(app: self, kind: "cell") }
  public var tables: ElementQuery { ElementQuery(app: self, kind: "table") }
  public var navigationBars: ElementQuery { ElementQuery(app: self, kind: "navigationBar") }
  public var images: ElementQuery { ElementQuery(app: self, kind: "image") }
  public var alerts: ElementQuery { ElementQuery(app: self, kind: "alert") }
}
