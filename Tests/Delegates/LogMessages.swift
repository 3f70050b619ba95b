// A delegate that writes log messages with values in them, formats of printf, and signposts around its work.

import OSLog
import UIKit

extension Logger {
  private static let subsystem = Bundle.main.bundleIdentifier!

  static let lifecycle = Logger(subsystem: subsystem, category: "lifecycle")
}

private let storage = OSLog(subsystem: "com.example.logs", category: "storage")

@main
class LoggingDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private let signposter = OSSignposter(subsystem: "com.example.logs", category: .pointsOfInterest)

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Logger.lifecycle.info("launched in state \(application.applicationState.rawValue, privacy: .public)")
    os_log("launched with %{public}@, %d windows", log: storage, type: .debug, "nothing", application.windows.count)
    os_log(.error, log: storage, "no file at %@", NSTemporaryDirectory())
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    let id = signposter.makeSignpostID()
    let state = signposter.beginInterval("save", id: id)
    defer { signposter.endInterval("save", state, "\(application.backgroundTimeRemaining, format: .fixed(precision: 1)) s left") }
    do {
      try Data().write(to: FileManager.default.temporaryDirectory.appendingPathComponent("draft"))
      Logger.lifecycle.notice("saved \(Date()) by \(self, privacy: .private)")
    } catch {
      Logger.lifecycle.error("not saved: \(error.localizedDescription, privacy: .public)")
      Logger.lifecycle.fault("\(error)")
    }
  }

  func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
    Logger.lifecycle.warning("memory is short, protected data: \(application.isProtectedDataAvailable)")
    signposter.emitEvent("warning")
  }
}
