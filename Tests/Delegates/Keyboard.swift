// A controller that makes room for the keyboard, as most with a text field do.

import UIKit

final class ComposeViewController: UIViewController {
  private let scrollView = UIScrollView()
  private var observers: [NSObjectProtocol] = []

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    let center = NotificationCenter.default
    observers = [UIResponder.keyboardWillShowNotification, UIResponder.keyboardWillChangeFrameNotification].map { name in
      center.addObserver(forName: name, object: nil, queue: .main) { [weak self] notification in
        MainActor.assumeIsolated { self?.makeRoom(notification) }
      }
    }
    observers.append(
      center.addObserver(forName: UIResponder.keyboardWillHideNotification, object: nil, queue: .main) { [weak self] _ in
        MainActor.assumeIsolated { self?.scrollView.contentInset = .zero }
      })
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    observers.forEach { NotificationCenter.default.removeObserver($0) }
    observers = []
  }

  private func makeRoom(_ notification: Notification) {
    guard let info = notification.userInfo,
      let value = info[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue,
      let duration = info[UIResponder.keyboardAnimationDurationUserInfoKey] as? TimeInterval,
      let curve = info[UIResponder.keyboardAnimationCurveUserInfoKey] as? UInt
    else { return }
    let frame = value.cgRectValue
    UIView.animate(
      withDuration: duration, delay: 0, options: UIView.AnimationOptions(rawValue: curve << 16),
      animations: { self.scrollView.contentInset.bottom = frame.height })
  }
}
