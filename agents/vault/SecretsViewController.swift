// A password to open the vault with, and what is in it.

import UIKit

class SecretsViewController: UIViewController {
  private let password = UITextField()
  private let secret = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = UIColor(white: 0.95, alpha: 1)
    let title = UILabel(frame: CGRect(x: 20, y: 70, width: 350, height: 44))
    title.text = "Vault"
    title.font = .systemFont(ofSize: 32, weight: .bold)
    view.addSubview(title)
    let card = UIView(frame: CGRect(x: 20, y: 190, width: view.bounds.width - 40, height: 76))
    card.backgroundColor = .white
    card.layer.cornerRadius = 14
    view.addSubview(card)
    password.frame = CGRect(x: 20, y: 130, width: view.bounds.width - 40, height: 44)
    password.isSecureTextEntry = true
    password.borderStyle = .roundedRect
    password.placeholder = "Password"
    password.text = "open sesame"
    view.addSubview(password)
    secret.frame = CGRect(x: 36, y: 208, width: view.bounds.width - 72, height: 40)
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
