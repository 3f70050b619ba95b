// A form in code: text fields with a delegate, controls with actions, a table, and an alert with a text field.

import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    let tabs = UITabBarController()
    tabs.delegate = self
    tabs.viewControllers = [
      UINavigationController(rootViewController: LoginViewController()),
      UINavigationController(rootViewController: ListViewController()),
    ]
    window.rootViewController = tabs
    window.makeKeyAndVisible()
    self.window = window
    return true
  }
}

extension AppDelegate: UITabBarControllerDelegate {
  func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController) -> Bool {
    viewController !== tabBarController.selectedViewController
  }
}

final class LoginViewController: UIViewController {
  private lazy var nameField: UITextField = {
    let field = UITextField()
    field.placeholder = NSLocalizedString("Name", comment: "")
    field.returnKeyType = .next
    field.clearButtonMode = .whileEditing
    field.accessibilityIdentifier = "login.name"
    field.delegate = self
    return field
  }()
  private lazy var passwordField: UITextField = {
    let field = UITextField()
    field.isSecureTextEntry = true
    field.returnKeyType = .go
    field.delegate = self
    return field
  }()
  private let remember = UISwitch()
  private let slider = UISlider()
  private let kind = UISegmentedControl(items: ["Private", "Work"])
  private let stepper = UIStepper()
  private lazy var button = UIButton(
    type: .system, primaryAction: UIAction(title: "Log in") { [weak self] _ in self?.logIn() })
  private var observer: NSObjectProtocol?

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Log in"
    kind.selectedSegmentIndex = 0
    kind.addAction(
      UIAction { [unowned self] action in
        guard let sender = action.sender as? UISegmentedControl else { return }
        title = sender.titleForSegment(at: sender.selectedSegmentIndex)
      }, for: .valueChanged)
    nameField.addAction(
      UIAction { [weak self] _ in self?.button.isEnabled = self?.nameField.text?.isEmpty == false },
      for: .editingChanged)
    stepper.addTarget(self, action: LoginViewController.stepped, for: .valueChanged)
    slider.addTarget(self, action: LoginViewController.slid, for: [.valueChanged, .touchUpInside])
    observer = NotificationCenter.default.addObserver(
      forName: UITextField.textDidChangeNotification, object: passwordField, queue: .main
    ) { _ in }
    let stack = UIStackView(arrangedSubviews: [nameField, passwordField, remember, slider, kind, stepper, button])
    stack.axis = .vertical
    stack.spacing = 12
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.centerYAnchor.constraint(equalTo: view.centerYAnchor),
      stack.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 20),
      stack.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -20),
    ])
    navigationItem.leftBarButtonItem = UIBarButtonItem(
      image: UIImage(named: "help"), style: .plain, target: self, action: LoginViewController.help)
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      barButtonSystemItem: .add, target: self, action: LoginViewController.askForCode)
  }

  private func stepped(_ sender: UIStepper) { slider.setValue(Float(sender.value / sender.maximumValue), animated: true) }
  private func slid() { remember.setOn(slider.value > 0.5, animated: true) }
  private func help(_ sender: UIBarButtonItem) { sender.isEnabled = false }
  private func logIn() { view.endEditing(true) }

  private func askForCode() {
    let alert = UIAlertController(title: "Code", message: nil, preferredStyle: .alert)
    alert.addTextField { field in
      field.placeholder = "000000"
      field.keyboardType = .numberPad
    }
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    alert.addAction(
      UIAlertAction(title: "OK", style: .default) { [weak alert] _ in print(alert?.textFields?.first?.text ?? "") })
    present(alert, animated: true)
  }
}

extension LoginViewController: UITextFieldDelegate {
  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    switch textField {
    case nameField: passwordField.becomeFirstResponder()
    default: textField.resignFirstResponder()
    }
    return true
  }

  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool {
    let current = textField.text ?? ""
    guard let stringRange = Range(range, in: current) else { return false }
    return current.replacingCharacters(in: stringRange, with: string).count <= 16
  }

  func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason) {
    if reason == .committed { print(textField.text ?? "") }
  }
}

final class ListViewController: UIViewController, UITableViewDataSource, UITableViewDelegate {
  private let tableView = UITableView(frame: .zero, style: .plain)
  private let note = UITextView()

  override func viewDidLoad() {
    super.viewDidLoad()
    note.delegate = self
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    tableView.dataSource = self
    tableView.delegate = self
    tableView.keyboardDismissMode = .onDrag
    tableView.frame = view.bounds
    view.addSubview(tableView)
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 50 }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.textLabel?.text = "Row \(indexPath.row)"
    return cell
  }
  func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    indexPath.row == 0 ? nil : indexPath
  }
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    navigationController?.pushViewController(UIViewController(), animated: true)
  }
  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    let isAtEnd = scrollView.contentOffset.y + scrollView.bounds.height >= scrollView.contentSize.height
    if isAtEnd && scrollView.isDragging { print("more") }
  }
}

extension ListViewController: UITextViewDelegate {
  func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
    if text == "\n" { textView.resignFirstResponder() }
    return text != "\n"
  }
  func textViewDidChange(_ textView: UITextView) { title = textView.text }
}
