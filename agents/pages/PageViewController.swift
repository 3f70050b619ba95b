// The page itself.

import UIKit

class PageViewController: UIViewController {
  private let label = UILabel()

  var number = 1 {
    didSet { label.text = "Page \(number)" }
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    label.text = "Page \(number)"
    label.font = .systemFont(ofSize: 34)
    label.textAlignment = .center
    label.frame = view.bounds
    label.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(label)
  }
}
