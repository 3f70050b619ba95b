// The page itself: a swipe, or the buttons at its foot, turn it.

import UIKit

class PageViewController: UIViewController {
  private static let paragraphs = [
    "An app is not running until somebody looks at it.",
    "Then it is launched, comes forward, and is active: all that it does is for the one who looks.",
    "A call rings, a panel slides over it. It is inactive, and waits.",
    "Somebody goes home. It has a moment to put things in order, and is suspended: it stands still, and costs nothing.",
    "Perhaps it is never looked at again. Perhaps its memory is needed, and it is gone without a word.",
    "And when it is opened once more, it is at the page where you left it. Nobody can tell the difference.",
  ]
  private let chapter = UILabel()
  private let text = UILabel()
  private let foot = UILabel()

  var number = 1 {
    didSet { show() }
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = UIColor(red: 0.98, green: 0.96, blue: 0.91, alpha: 1)
    let width = view.bounds.width
    chapter.frame = CGRect(x: 40, y: 130, width: width - 80, height: 40)
    chapter.font = .systemFont(ofSize: 30, weight: .semibold)
    text.frame = CGRect(x: 40, y: 190, width: width - 80, height: 260)
    text.font = .systemFont(ofSize: 21)
    text.numberOfLines = 0
    foot.frame = CGRect(x: 110, y: 730, width: width - 220, height: 24)
    foot.font = .systemFont(ofSize: 15)
    foot.textColor = .gray
    foot.textAlignment = .center
    foot.accessibilityIdentifier = "number"
    for label in [chapter, text, foot] { view.addSubview(label) }
    for (title, x, action, direction) in [
      ("Back", 30, PageViewController.back, UISwipeGestureRecognizer.Direction.right),
      ("Next", width - 110, PageViewController.next, .left),
    ] as [(String, CGFloat, (PageViewController) -> () -> Void, UISwipeGestureRecognizer.Direction)] {
      let button = UIButton(type: .system)
      button.setTitle(title, for: .normal)
      button.accessibilityIdentifier = title.lowercased()
      button.frame = CGRect(x: x, y: 722, width: 80, height: 40)
      button.addTarget(self, action: action, for: .touchUpInside)
      view.addSubview(button)
      let swipe = UISwipeGestureRecognizer(target: self, action: action)
      swipe.direction = direction
      view.addGestureRecognizer(swipe)
    }
    show()
  }

  private func show() {
    chapter.text = "Page \(number)"
    text.text = Self.paragraphs[(max(1, number) - 1) % Self.paragraphs.count]
    foot.text = "\(number)"
  }

  private func back() { number = max(1, number - 1) }
  private func next() { number += 1 }
}
