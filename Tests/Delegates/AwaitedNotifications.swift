// A controller whose tasks wait for notifications.

import UIKit

final class ClockViewController: UIViewController {
  private var tasks: [Task<Void, Never>] = []

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    tasks.append(
      Task { [weak self] in
        for await _ in NotificationCenter.default.notifications(named: UIApplication.significantTimeChangeNotification) {
          self?.title = nil
        }
      })
    tasks.append(
      Task {
        let sizes = NotificationCenter.default.notifications(named: UIContentSizeCategory.didChangeNotification)
          .compactMap { $0.userInfo?[UIContentSizeCategory.newValueUserInfoKey] as? String }
        for await size in sizes { title = size }
      })
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    tasks.forEach { $0.cancel() }
    tasks = []
  }
}
