// The cover over the secrets: a padlock, and nothing to read.

import UIKit

class CoverView: UIView {
  private let shackle = UIView()
  private let lock = UIView()
  private let keyhole = UIView()
  private let name = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = UIColor(red: 0.11, green: 0.13, blue: 0.17, alpha: 1)
    shackle.layer.borderWidth = 14
    shackle.layer.borderColor = UIColor.lightGray.cgColor
    shackle.layer.cornerRadius = 50
    lock.backgroundColor = .systemYellow
    lock.layer.cornerRadius = 18
    keyhole.backgroundColor = backgroundColor
    keyhole.layer.cornerRadius = 13
    name.text = "Vault"
    name.font = .systemFont(ofSize: 28, weight: .semibold)
    name.textColor = .white
    name.textAlignment = .center
    for view in [shackle, lock, keyhole, name] { addSubview(view) }
  }

  required init?(coder: NSCoder) { fatalError("made by code alone") }

  override func layoutSubviews() {
    super.layoutSubviews()
    let (x, y) = (bounds.midX, bounds.midY - 60)
    shackle.frame = CGRect(x: x - 50, y: y - 110, width: 100, height: 140)
    lock.frame = CGRect(x: x - 80, y: y - 40, width: 160, height: 130)
    keyhole.frame = CGRect(x: x - 13, y: y + 8, width: 26, height: 34)
    name.frame = CGRect(x: 0, y: y + 120, width: bounds.width, height: 40)
  }
}
