// A password to open the vault with, and what is in it.

import UIKit

class SecretsViewController: UIViewController {
  private let password = UITextField()
  private let secret = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    password.frame = CGRect(x: 20, y: 80, width: 280, height: 40)
    password.isSecureTextEntry = true
    password.borderStyle = .roundedRect
    password.placeholder = "Password"
    password.text = "open sesame"
    view.addSubview(password)
    secret.frame = CGRect(x: 20, y: 140, width: 280, height: 40)
    view.addSubview(secret)
    show()
    NotificationCenter.default.addObserver(forName: Secrets.didChangeNotification, object: nil, queue: nil) {
      [weak self] _ in MainActor.assumeIsolated { self?.show() }
    }
  }

  private func show() { secret.text = Secrets.shared.text ?? "Locked" }

  /// The secret is shown no more. The password stays in its field, which never shows it.
  func lock() { secret.isHidden = true }
  func unlock() { secret.isHidden = false }
}
