// A store that is saved when the app leaves the screen, in the way of code that knows no UIApplication.

import UIKit

final class Store: @unchecked Sendable {
  private let lock = NSLock()
  private var isCancelled = false

  func save(_ pages: [Data], to folder: URL) {
    ProcessInfo.processInfo.performExpiringActivity(withReason: "Save the pages") { expired in
      if expired { return self.cancel() }
      for (number, page) in pages.enumerated() where !self.isOver {
        try? page.write(to: folder.appendingPathComponent("\(number)"))
      }
    }
  }

  private var isOver: Bool {
    lock.lock()
    defer { lock.unlock() }
    return isCancelled
  }

  private func cancel() {
    lock.lock()
    isCancelled = true
    lock.unlock()
  }
}
