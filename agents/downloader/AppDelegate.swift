// Downloader fetches a file, in the time it is given behind the screen too, and goes on where it had to stop.

import BackgroundTasks
import UIKit

private let resumption = "com.example.downloader.resume"

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  private let downloader = Downloader()
  private var task = UIBackgroundTaskIdentifier.invalid

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: resumption, using: .main) { self.process($0) }
    return true
  }

  /// `downloader:http://127.0.0.1:8000/file`
  func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
    guard let source = URL(string: String(url.absoluteString.dropFirst("downloader:".count))) else { return false }
    downloader.stop()
    endTask()
    downloader.begin(source)
    goOn()
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { goOn() }

  // MARK: In a background task

  private func goOn() {
    guard downloader.canGoOn else { return }
    task = UIApplication.shared.beginBackgroundTask(withName: "download") { self.timeIsUp() }
    downloader.goOn { hasAll in
      if !hasAll { self.askForMore() }
      self.endTask()
    }
  }

  private func timeIsUp() {
    downloader.stop()
    askForMore()
    endTask()
  }

  private func endTask() {
    UIApplication.shared.endBackgroundTask(task)
    task = .invalid
  }

  // MARK: When the device has time

  /// A long download waits for the charger.
  private func askForMore() {
    let request = BGProcessingTaskRequest(identifier: resumption)
    request.requiresNetworkConnectivity = true
    request.requiresExternalPower = true
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print("unable to schedule the rest of the download: \(error.localizedDescription)")
    }
  }

  private func process(_ task: BGTask) {
    guard downloader.canGoOn else { return task.setTaskCompleted(success: true) }
    task.expirationHandler = { self.stop(task) }
    downloader.goOn { task.setTaskCompleted(success: $0) }
  }

  /// The time is up, or the user is back.
  private func stop(_ task: BGTask) {
    downloader.stop()
    task.setTaskCompleted(success: false)
    if UIApplication.shared.applicationState == .active { goOn() } else { askForMore() }
  }
}
