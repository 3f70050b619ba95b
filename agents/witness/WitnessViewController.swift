// The one view of Witness: it says when it appears, and how its window is turned.

import UIKit

class WitnessViewController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    let field = UITextField(frame: CGRect(x: 20, y: 80, width: 280, height: 40))
    field.isSecureTextEntry = true
    field.text = "correct horse"
    view.addSubview(field)
    let hidden = UILabel(frame: CGRect(x: 20, y: 140, width: 280, height: 40))
    hidden.text = "battery staple"
    hidden.isHidden = true
    view.addSubview(hidden)
    let shown = UILabel(frame: CGRect(x: 20, y: 200, width: 280, height: 40))
    shown.text = "plain sight"
    view.addSubview(shown)
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    Testimony.write("viewWillAppear")
  }

  override func traitCollectionDidChange(_ previous: UITraitCollection?) {
    super.traitCollectionDidChange(previous)
    let words = [previous, traitCollection].map { traits in
      "\(traits?.userInterfaceStyle == .dark ? "dark" : "light") "
        + "\(traits?.preferredContentSizeCategory.rawValue.replacing("UICTContentSizeCategory", with: "") ?? "none")"
    }
    Testimony.write("traitCollectionDidChange", words.joined(separator: " to "))
  }

  override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    super.viewWillTransition(to: size, with: coordinator)
    Testimony.write("viewWillTransition", "\(Int(size.width))x\(Int(size.height))")
  }
}
