// The picture of the screen that an app draws for those who watch it.

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct LivePictureTests {
  private func ask(_ screen: Screen, seen: String? = nil) throws -> (picture: String, svg: String?) {
    guard case .drawn(let picture, let svg)? = try screen.app.answer(to: .input(UserInput.picture(seen: seen)))
    else {
      Issue.record("the app has drawn nothing")
      return ("", nil)
    }
    return (picture, svg)
  }

  @Test("FG7 the screen is drawn as it is, without what is secret, and drawn again only when it has changed")
  func drawn() throws {
    let field = UITextField(frame: CGRect(x: 10, y: 100, width: 200, height: 40))
    field.text = "plain"
    let secret = UITextField(frame: CGRect(x: 10, y: 200, width: 200, height: 40))
    secret.isSecureTextEntry = true
    secret.text = "hunter2"
    let screen = Screen(field, secret)
    let first = try ask(screen)
    #expect(first.svg?.contains("plain") == true && first.svg?.contains("hunter") == false)
    let same = try ask(screen, seen: first.picture)
    #expect(same.picture == first.picture && same.svg == nil)
    field.text = "other"
    let other = try ask(screen, seen: first.picture)
    #expect(other.picture != first.picture && other.svg?.contains("other") == true)
    #expect(try ask(screen).svg?.contains("other") == true, "someone else has seen nothing yet")
    screen.window.isHidden = true
    #expect(try ask(screen, seen: other.picture).svg?.contains("other") == false)
  }

  @Test("FG7 no picture is larger than may be, and no more is drawn in ten seconds than may be")
  func bounded() throws {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 390, height: 800))
    label.numberOfLines = 0
    label.text = "short"
    let screen = Screen(label)
    for number in 0..<2000 {
      let row = UIView(frame: CGRect(x: number % 39 * 10, y: number / 39 * 10, width: 9, height: 9))
      row.backgroundColor = .red
      row.layer.cornerRadius = 3
      row.layer.borderWidth = 1
      row.layer.borderColor = UIColor.blue.cgColor
      screen.root.addSubview(row)
    }
    guard case .drawn(_, let large?) = LivePicture.answer(UIWindow.onScreen, seen: nil, at: 1e6) else {
      Issue.record("nothing was drawn")
      return
    }
    #expect(large == LivePicture.tooLarge)

    for view in screen.root.subviews { view.removeFromSuperview() }
    screen.root.addSubview(label)
    var bytes = 0
    for number in 0..<100_000 {
      label.text = "\(number)"
      guard case .drawn(_, let svg) = LivePicture.answer(UIWindow.onScreen, seen: "1", at: 2e6) else { break }
      guard let svg else { break }
      bytes += svg.utf8.count
    }
    #expect(bytes >= ScreenPicture.allowance && bytes < ScreenPicture.allowance + ScreenPicture.longest)
    guard case .drawn("1", nil) = LivePicture.answer(UIWindow.onScreen, seen: "1", at: 2e6) else {
      Issue.record("something was drawn")
      return
    }
    guard case .drawn(_, .some) = LivePicture.answer(UIWindow.onScreen, seen: "1", at: 2e6 + ScreenPicture.window)
    else {
      Issue.record("nothing was drawn after the window")
      return
    }
  }
}
