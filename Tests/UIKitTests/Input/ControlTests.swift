// Controls that are used by fingers and keys.

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct ControlTests {
  private final class Target {
    var calls: [String] = []
    func save() { calls.append("save") }
    func changed(_ sender: UIControl) { calls.append("\(type(of: sender))") }
  }

  @Test("FG5 a button tells its target of the touch that goes down and comes up inside, or outside")
  func button() {
    let target = Target()
    let button = UIButton(type: .system)
    button.frame = CGRect(x: 100, y: 100, width: 80, height: 40)
    button.addTarget(target, action: Target.save, for: .touchUpInside)
    button.addTarget(target, action: Target.changed, for: [.touchDown, .touchUpOutside])
    let screen = Screen(button)
    screen.finger(.began, 120, 120)
    #expect(button.isHighlighted && target.calls == ["UIButton"])
    screen.finger(.ended, 120, 120)
    #expect(!button.isHighlighted && target.calls == ["UIButton", "save"])
    screen.draw(from: (120, 120), to: (120, 400))
    #expect(target.calls == ["UIButton", "save", "UIButton", "UIButton"])
    button.isEnabled = false
    screen.tap(120, 120)
    #expect(target.calls.count == 4)
  }

  @Test("A switch turns, a segment is chosen, a stepper counts, a slider follows its knob")
  func values() {
    let target = Target()
    let (toggle, stepper, slider) = (UISwitch(), UIStepper(), UISlider())
    let segments = UISegmentedControl(items: ["a", "b", "c"])
    for (index, control) in [toggle, segments, stepper, slider].enumerated() {
      control.frame = CGRect(x: 0, y: 100 * Double(index), width: 90, height: 32)
      control.addTarget(target, action: Target.changed, for: .valueChanged)
    }
    let screen = Screen(toggle, segments, stepper, slider)
    screen.tap(10, 10)
    screen.tap(45, 110)
    screen.tap(45, 110)
    screen.tap(80, 210)
    screen.tap(80, 210)
    screen.tap(10, 210)
    screen.draw(from: (5, 310), to: (45, 310))
    #expect(toggle.isOn && segments.selectedSegmentIndex == 1 && stepper.value == 1 && slider.value == 0.5)
    #expect(target.calls.prefix(5) == ["UISwitch", "UISegmentedControl", "UIStepper", "UIStepper", "UIStepper"])
    #expect(target.calls.dropFirst(5).allSatisfy { $0 == "UISlider" } && target.calls.count > 5)
  }

  private final class Writer: NSObject, UITextFieldDelegate, UITextViewDelegate {
    var calls: [String] = []
    var next: UIResponder?
    func textFieldDidBeginEditing(_ textField: UITextField) { calls.append("begin") }
    func textFieldDidEndEditing(_ textField: UITextField) { calls.append("end \(textField.text ?? "")") }
    func textField(
      _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool { string != "!" }
    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
      calls.append("return")
      next?.becomeFirstResponder()
      return true
    }
    func textViewDidChange(_ textView: UITextView) { calls.append("change") }
  }

  @Test("FG5 a text field is written in when it was tapped; its delegate may refuse, and gets the return key")
  func textField() {
    let writer = Writer()
    let field = UITextField(frame: CGRect(x: 10, y: 100, width: 200, height: 40))
    let second = UITextField(frame: CGRect(x: 10, y: 200, width: 200, height: 40))
    field.delegate = writer
    writer.next = second
    let screen = Screen(field, second)
    screen.send(.text("lost"))
    screen.tap(20, 110)
    screen.send(.text("hi!é"))
    screen.send(.presses([.init(.began, key: "delete")]))
    screen.send(.presses([.init(.began, key: "x")]))
    screen.send(.presses([.init(.began, key: "left")]))
    #expect(field.text == "hix")
    screen.send(.text("\nthere"))
    #expect(writer.calls == ["begin", "return", "end hix"])
    #expect(field.text == "hix" && second.text == "there" && second.isFirstResponder)
  }

  @Test("A line break of two characters is the return key too")
  func carriageReturn() {
    let writer = Writer()
    let field = UITextField(frame: CGRect(x: 10, y: 100, width: 200, height: 40))
    let view = UITextView(frame: CGRect(x: 10, y: 200, width: 200, height: 100))
    field.delegate = writer
    writer.next = view
    let screen = Screen(field, view)
    screen.tap(20, 110)
    screen.send(.text("a\r\nb\r\nc"))
    #expect(field.text == "a" && view.text == "b\nc" && writer.calls == ["begin", "return", "end a"])
  }

  @Test("A text view takes line breaks")
  func textView() {
    let writer = Writer()
    let view = UITextView(frame: CGRect(x: 10, y: 100, width: 200, height: 100))
    view.delegate = writer
    let screen = Screen(view)
    screen.tap(20, 110)
    screen.send(.text("a\nb"))
    #expect(view.text == "a\nb" && writer.calls == ["change", "change", "change"])
  }

  private final class Table: NSObject, UITableViewDataSource, UITableViewDelegate {
    var calls: [String] = []
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
      cell.textLabel?.text = "row \(indexPath.row)"
      return cell
    }
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      calls.append("select \(indexPath.row)")
    }
    func scrollViewDidScroll(_ scrollView: UIScrollView) {
      if calls.last != "scroll" { calls.append("scroll") }
    }
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { calls.append("drag") }
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) { calls.append("end") }
  }

  @Test("A row is chosen by a tap; a finger that moves scrolls, and chooses none")
  func table() {
    let source = Table()
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 390, height: 440))
    table.dataSource = source
    table.delegate = source
    let screen = Screen(table)
    screen.tap(50, 100)
    #expect(source.calls == ["select 2"])
    screen.draw(from: (50, 400), to: (50, 312))
    #expect(table.contentOffset == CGPoint(x: 0, y: 88))
    #expect(source.calls == ["select 2", "drag", "scroll", "end"])
    screen.tap(50, 100)
    #expect(source.calls.last == "select 4")
    screen.draw(from: (50, 100), to: (50, 430))
    #expect(table.contentOffset == .zero)
  }

  private final class Tiles: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
    var calls: [String] = []
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
    func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell { UICollectionViewCell(frame: .zero) }
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
      calls.append("select \(indexPath.item)")
    }
    func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
      calls.append("deselect \(indexPath.item)")
    }
  }

  @Test("An item of a collection is chosen by a tap, and no longer by one on another; of several each tap turns one")
  func collection() {
    let source = Tiles()
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 390, height: 440), collectionViewLayout: UICollectionViewFlowLayout())
    view.dataSource = source
    view.delegate = source
    let screen = Screen(view)
    screen.tap(20, 20)
    screen.tap(80, 20)
    screen.tap(20, 300)
    #expect(source.calls == ["select 0", "deselect 0", "select 1"])
    #expect(view.visibleCells.map(\.isSelected) == [false, true, false])
    view.allowsMultipleSelection = true
    screen.tap(20, 20)
    screen.tap(80, 20)
    #expect(source.calls.suffix(2) == ["select 0", "deselect 1"])
    #expect(view.indexPathsForSelectedItems == [IndexPath(item: 0, section: 0)])
    view.allowsSelection = false
    screen.tap(80, 20)
    view.reloadData()
    #expect(source.calls.count == 5 && view.indexPathsForSelectedItems == [])
  }

  @Test("Bars and alerts act: back, a tab, an answer")
  func bars() throws {
    let app = App()
    let window = UIWindow(frame: UIScreen.main.bounds)
    let first = UIViewController()
    first.title = "First"
    let stack = UINavigationController(rootViewController: first)
    let second = UIViewController()
    second.title = "Second"
    let other = UIViewController()
    other.title = "Other"
    let tabs = UITabBarController()
    tabs.viewControllers = [stack, other]
    window.rootViewController = tabs
    window.makeKeyAndVisible()
    UIWindow.presentAll()
    stack.pushViewController(second, animated: false)
    func tap(_ label: String) throws {
      guard case .elements(let json)? = try app.answer(to: .input(UserInput.elements())),
        let found = ScreenElement.list(json).first(where: { $0.kind == "button" && $0.label == label })
      else {
        Issue.record("no button \(label)")
        return
      }
      for phase in [UserInput.Touch.Phase.began, .ended] {
        let touch = UserInput.Touch(phase, x: found.x + found.width / 2, y: found.y + found.height / 2)
        app.handle(.input(UserInput.touches([touch], time: nil)))
      }
    }
    try tap("‹ First")
    #expect(stack.topViewController === first)
    try tap("Other")
    #expect(tabs.selectedViewController === other)
    var answers: [String] = []
    let alert = UIAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Yes", style: .default) { _ in answers.append("yes") })
    alert.addAction(UIAlertAction(title: "No", style: .cancel) { _ in answers.append("no") })
    other.present(alert, animated: false)
    try tap("Yes")
    #expect(answers == ["yes"] && tabs.presentedViewController == nil)
  }
}
