// A page to write on, and below it the last steps of the app's life.

import UIKit

class NotesViewController: UIViewController {
  let text = UITextView()
  private let journal = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Notes"
    view.backgroundColor = UIColor(red: 1, green: 0.99, blue: 0.94, alpha: 1)
    text.frame = CGRect(x: 16, y: 110, width: view.bounds.width - 32, height: 520)
    text.backgroundColor = .clear
    text.font = .systemFont(ofSize: 19)
    text.accessibilityIdentifier = "text"
    view.addSubview(text)
    let line = UIView(frame: CGRect(x: 16, y: 650, width: view.bounds.width - 32, height: 1))
    line.backgroundColor = .systemYellow
    view.addSubview(line)
    journal.frame = CGRect(x: 16, y: 660, width: view.bounds.width - 32, height: 110)
    journal.font = .systemFont(ofSize: 14)
    journal.textColor = .gray
    journal.numberOfLines = 0
    journal.accessibilityIdentifier = "journal"
    view.addSubview(journal)
  }

  func show(_ lines: [String]) {
    loadViewIfNeeded()
    journal.text = lines.suffix(5).joined(separator: "\n")
  }
}
