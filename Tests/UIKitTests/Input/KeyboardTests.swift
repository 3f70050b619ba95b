// The keyboard's notifications, in the way of an app that makes room for it.

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct KeyboardTests {
  @Test("A field that is typed into posts nothing of a keyboard: no keyboard is on the screen")
  func noKeyboard() {
    let app = App()
    let names = [
      UIResponder.keyboardWillShowNotification, UIResponder.keyboardDidShowNotification,
      UIResponder.keyboardWillHideNotification, UIResponder.keyboardDidHideNotification,
      UIResponder.keyboardWillChangeFrameNotification, UIResponder.keyboardDidChangeFrameNotification,
    ]
    #expect(Set(names).count == names.count)
    nonisolated(unsafe) var posted: [Notification.Name] = []
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { posted.append($0.name) }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    let window = UIWindow(frame: UIScreen.main.bounds)
    let form = UIViewController()
    window.rootViewController = form
    window.makeKeyAndVisible()
    UIWindow.presentAll()
    let field = UITextField(frame: CGRect(x: 10, y: 100, width: 200, height: 40))
    form.view.addSubview(field)
    field.becomeFirstResponder()
    app.handle(.input(UserInput.text("a")))
    field.resignFirstResponder()
    #expect(field.text == "a" && posted.isEmpty)
  }

  @Test("The frame in a notification of the keyboard is read from its value")
  func frame() {
    let frame = CGRect(x: 0, y: 500, width: 390, height: 344)
    let info: [AnyHashable: Any] = [UIResponder.keyboardFrameEndUserInfoKey: NSValue(rect: frame)]
    #expect((info[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue)?.cgRectValue == frame)
  }
}
