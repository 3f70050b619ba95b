// Background tasks that Witness registers when it is launched with `register=once`, `twice`, `late` or `unlisted`.

import BackgroundTasks
import UIKit

@MainActor enum TaskRegistration {
  static func duringLaunch() {
    if isTold("once") || isTold("twice") { register("sync") }
    if isTold("twice") { register("sync") }
    if isTold("unlisted") { register("other") }
  }

  static func afterLaunch() {
    if isTold("late") { register("sync") }
  }

  private static func isTold(_ how: String) -> Bool { CommandLine.arguments.contains("register=" + how) }

  private static func register(_ identifier: String) {
    let isRegistered = BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { _ in }
    Testimony.write("register", "\(identifier) \(isRegistered)")
  }
}
