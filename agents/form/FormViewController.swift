// The form: a name, an address, a remark, a switch, a size and a number, and a button that sends them.

import UIKit

class FormViewController: UIViewController, UITextFieldDelegate {
  private let name = UITextField()
  private let email = UITextField()
  private let remark = UITextView()
  private let newsletter = UISwitch()
  private let size = UISegmentedControl(items: ["Small", "Medium", "Large"])
  private let count = UIStepper()
  private let countLabel = UILabel()
  private let result = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Order"
    view.backgroundColor = .white
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Send", style: .done, target: self, action: FormViewController.send)
    for (field, label, identifier) in [(name, "Name", "name"), (email, "Email", "email")] {
      field.placeholder = label
      field.accessibilityIdentifier = identifier
      field.borderStyle = .roundedRect
      field.delegate = self
    }
    email.keyboardType = .emailAddress
    remark.accessibilityIdentifier = "remark"
    newsletter.accessibilityIdentifier = "newsletter"
    size.selectedSegmentIndex = 0
    count.minimumValue = 1
    count.addTarget(self, action: FormViewController.countChanged, for: .valueChanged)
    countLabel.accessibilityIdentifier = "count"
    result.accessibilityIdentifier = "result"
    let rows: [(UIView, CGFloat)] = [
      (name, 40), (email, 40), (remark, 80), (newsletter, 31), (size, 32), (count, 32), (countLabel, 24), (result, 24),
    ]
    var y: CGFloat = 120
    for (row, height) in rows {
      row.frame = CGRect(x: 20, y: y, width: row is UIStepper ? 94 : row is UISwitch ? 51 : 350, height: height)
      view.addSubview(row)
      y += height + 12
    }
    let away = UISwipeGestureRecognizer(target: self, action: FormViewController.endEditing)
    away.direction = .down
    view.addGestureRecognizer(away)
    countChanged()
  }

  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    if textField === name { email.becomeFirstResponder() } else { textField.resignFirstResponder() }
    return true
  }

  private func countChanged() { countLabel.text = "\(Int(count.value)) pieces" }

  private func endEditing() { view.endEditing(true) }

  private func send() {
    endEditing()
    let alert = UIAlertController(title: "Send the order?", message: nil, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Not yet", style: .cancel))
    alert.addAction(
      UIAlertAction(title: "Yes", style: .default) { [weak self] _ in
        guard let self else { return }
        result.text = "Sent: \(name.text ?? "")"
      })
    present(alert, animated: true)
  }

  // MARK: State restoration

  override func encodeRestorableState(with coder: NSCoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(name.text, forKey: "name")
    coder.encode(email.text, forKey: "email")
    coder.encode(remark.text, forKey: "remark")
    coder.encode(newsletter.isOn, forKey: "newsletter")
    coder.encode(size.selectedSegmentIndex, forKey: "size")
    coder.encode(count.value, forKey: "count")
  }

  override func decodeRestorableState(with coder: NSCoder) {
    super.decodeRestorableState(with: coder)
    loadViewIfNeeded()
    name.text = coder.decodeObject(forKey: "name") as? String
    email.text = coder.decodeObject(forKey: "email") as? String
    remark.text = coder.decodeObject(forKey: "remark") as? String
    newsletter.isOn = coder.decodeBool(forKey: "newsletter")
    size.selectedSegmentIndex = coder.decodeInteger(forKey: "size")
    count.value = coder.decodeDouble(forKey: "count")
    countChanged()
  }
}
