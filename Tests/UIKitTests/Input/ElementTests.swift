// The elements that an app tells of its screen.

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct ElementTests {
  @Test("FG6 the elements have kinds, labels, identifiers, values and traits; a secret is not told")
  func told() throws {
    let field = UITextField(frame: CGRect(x: 10, y: 100, width: 200, height: 40))
    field.text = "Ada"
    field.placeholder = "Name"
    field.accessibilityIdentifier = "name"
    let secret = UITextField(frame: CGRect(x: 10, y: 200, width: 200, height: 40))
    secret.isSecureTextEntry = true
    secret.text = "hunter2"
    let segments = UISegmentedControl(items: ["a", "b"])
    segments.frame = CGRect(x: 10, y: 300, width: 100, height: 32)
    segments.selectedSegmentIndex = 1
    let box = UIView(frame: CGRect(x: 10, y: 400, width: 10, height: 10))
    box.accessibilityLabel = "Box"
    let screen = Screen(field, secret, segments, box)
    screen.tap(20, 110)
    let elements = try screen.elements()
    #expect(
      elements.first
        == ScreenElement(
          kind: "textField", label: "Name", identifier: "name", value: "Ada", traits: ["focused"], x: 10, y: 100,
          width: 200, height: 40))
    #expect(elements.map(\.kind) == ["textField", "secureTextField", "segmentedControl", "button", "button", "other"])
    #expect(!elements.contains { $0.value?.contains("hunter") ?? false })
    #expect(elements[4].label == "b" && elements[4].traits == ["button", "selected"])
  }

  @Test("FG6 what is hidden, covered or scrolled away is not on the screen")
  func unseen() throws {
    func label(_ text: String, _ y: Double) -> UILabel {
      let label = UILabel(frame: CGRect(x: 0, y: y, width: 100, height: 20))
      label.text = text
      return label
    }
    let hidden = label("hidden", 0)
    hidden.isHidden = true
    let covered = label("covered", 100)
    let cover = UIView(frame: CGRect(x: 0, y: 90, width: 200, height: 50))
    let scroll = UIScrollView(frame: CGRect(x: 0, y: 200, width: 200, height: 100))
    scroll.contentSize = CGSize(width: 200, height: 1000)
    scroll.addSubview(label("here", 10))
    scroll.addSubview(label("below", 500))
    let screen = Screen(hidden, covered, cover, scroll)
    #expect(try screen.elements().compactMap(\.label) == ["here"])
    scroll.contentOffset.y = 450
    #expect(try screen.elements().compactMap(\.label) == ["below"])
  }

  @Test("FG6 no more elements are told than may be, and their texts are cut")
  func bounded() {
    let screen = Screen()
    for number in 0..<(ScreenElement.most + 50) {
      let label = UILabel(frame: CGRect(x: number % 39 * 10, y: number / 39 * 10, width: 9, height: 9))
      label.text = String(repeating: "x", count: 1000)
      screen.root.addSubview(label)
    }
    // Not through the pipe, which holds less while nobody reads it.
    let elements = ScreenElement.list(ScreenElements.list(UIWindow.onScreen))
    #expect(elements.count == ScreenElement.most)
    #expect(elements.allSatisfy { $0.label?.count == ScreenElement.longestText })
  }
}
