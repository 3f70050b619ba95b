// The first responder when its view leaves the window: input goes no further to what nobody sees (FG5).

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct FirstResponderTests {
  private final class Writer: NSObject, UITextFieldDelegate, UITextViewDelegate {
    var begins = 0
    var ends = 0
    var isWilling = true
    func textFieldDidBeginEditing(_ textField: UITextField) {
      begins += 1
      textField.becomeFirstResponder()
    }
    func textViewDidBeginEditing(_ textView: UITextView) {
      begins += 1
      textView.becomeFirstResponder()
    }
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { isWilling }
    func textFieldDidEndEditing(_ textField: UITextField) { ends += 1 }
    func textViewShouldEndEditing(_ textView: UITextView) -> Bool { isWilling }
    func textViewDidEndEditing(_ textView: UITextView) { ends += 1 }
  }

  @Test("FG5 a field whose screen another is pushed over gets no more text, and its delegate hears of the end")
  func pushed() {
    let app = App()
    let window = UIWindow(frame: UIScreen.main.bounds)
    let form = UIViewController()
    let stack = UINavigationController(rootViewController: form)
    window.rootViewController = stack
    window.makeKeyAndVisible()
    UIWindow.presentAll()
    let (field, writer) = (UITextField(frame: CGRect(x: 10, y: 100, width: 200, height: 40)), Writer())
    field.delegate = writer
    form.view.addSubview(field)
    field.becomeFirstResponder()
    app.handle(.input(UserInput.text("a")))
    stack.pushViewController(UIViewController(), animated: false)
    app.handle(.input(UserInput.text("b")))
    #expect(field.text == "a" && writer.ends == 1)
    #expect(!field.isFirstResponder && !field.isEditing && UIResponder.first == nil)
  }

  @Test(
    "FG5 a field that a presented controller covers gets no more text, though it stays in the window",
    arguments: [UIModalPresentationStyle.fullScreen, .currentContext])
  func covered(style: UIModalPresentationStyle) {
    let app = App()
    let window = UIWindow(frame: UIScreen.main.bounds)
    let (form, cover) = (UIViewController(), UIViewController())
    window.rootViewController = form
    window.makeKeyAndVisible()
    UIWindow.presentAll()
    let (field, writer) = (UITextField(frame: CGRect(x: 10, y: 100, width: 200, height: 40)), Writer())
    field.delegate = writer
    form.view.addSubview(field)
    field.becomeFirstResponder()
    cover.modalPresentationStyle = style
    form.present(cover, animated: false)
    app.handle(.input(UserInput.text("a")))
    #expect(field.text == "" && writer.ends == 1 && field.window === window)
    #expect(!field.isFirstResponder && UIResponder.first == nil)
  }

  @Test("FG5 a view that is removed, or goes to another window, is the first responder no more, willing or not")
  func unwilling() {
    let (field, text) = (UITextField(frame: .zero), UITextView(frame: .zero))
    let writer = Writer()
    field.delegate = writer
    text.delegate = writer
    let screen = Screen(field, text)
    let other = UIWindow(frame: screen.window.frame)
    writer.isWilling = false
    field.becomeFirstResponder()
    #expect(!field.resignFirstResponder())
    screen.root.bringSubviewToFront(field)
    #expect(field.isFirstResponder && writer.ends == 0)
    field.removeFromSuperview()
    #expect(!field.isFirstResponder && !field.isEditing && writer.ends == 1)
    text.becomeFirstResponder()
    other.addSubview(text)
    #expect(!text.isFirstResponder && writer.ends == 2)
  }

  @Test("The delegate of a field or a text hears once that editing begins, though it is touched, and asked for, again")
  func begins() {
    let (field, text) = (
      UITextField(frame: CGRect(x: 10, y: 100, width: 200, height: 40)),
      UITextView(frame: CGRect(x: 10, y: 200, width: 200, height: 40))
    )
    let writer = Writer()
    field.delegate = writer
    text.delegate = writer
    let screen = Screen(field, text)
    for _ in 0..<2 { screen.tap(50, 120) }
    #expect(field.isEditing && writer.begins == 1)
    for _ in 0..<2 { screen.tap(50, 220) }
    #expect(text.isFirstResponder && writer.begins == 2 && writer.ends == 1)
  }

  @Test("FG5 a field in a bar stays the first responder while other items change", arguments: [false, true])
  func inBar(custom: Bool) {
    let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 390, height: 44))
    let screen = Screen(bar)
    let (field, writer) = (UITextField(frame: .zero), Writer())
    let (item, done) = (UINavigationItem(title: "Search"), UIBarButtonItem(title: "Done"))
    field.delegate = writer
    item.rightBarButtonItem = done
    if custom {
      item.leftBarButtonItem = UIBarButtonItem(customView: field)
    } else {
      item.titleView = field
    }
    bar.items = [item]
    screen.window.layoutIfNeeded()
    field.becomeFirstResponder()
    screen.send(.text("a"))
    done.isEnabled = false
    screen.window.layoutIfNeeded()
    screen.send(.text("b"))
    #expect(field.text == "ab" && field.isFirstResponder && writer.ends == 0)
    bar.items = [UINavigationItem(title: "Found")]
    screen.window.layoutIfNeeded()
    #expect(field.superview == nil && !field.isFirstResponder && writer.ends == 1)
  }
}
