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
    view.addSubview(password)
    secret.frame = CGRect(x: 20, y: 140, width: 280, height: 40)
    secret.isHidden = true
    view.addSubview(secret)
    unlock(with: "open sesame")
  }

  private func unlock(with word: String) {
    password.text = word
    secret.text = "The treasure is under the old oak"
    secret.isHidden = false
  }

  /// The secret is shown no more. The password stays in its field, which never shows it.
  func lock() { secret.isHidden = true }
}
