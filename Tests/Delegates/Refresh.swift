// Work in the background.

import BackgroundTasks
import UIKit

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  let queue = OperationQueue()

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "org.example.refresh", using: nil) { task in
      self.handleAppRefresh(task: task as! BGAppRefreshTask)
    }
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "org.example.clean", using: .main) { task in
      guard let task = task as? BGProcessingTask else { return task.setTaskCompleted(success: false) }
      self.clean(task: task)
    }
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    scheduleAppRefresh()
    let request = BGProcessingTaskRequest(identifier: "org.example.clean")
    request.requiresNetworkConnectivity = false
    request.requiresExternalPower = true
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch BGTaskScheduler.Error.notPermitted {
      print("not permitted")
    } catch {
      print("unable to schedule: \(error)")
    }
  }

  func scheduleAppRefresh() {
    let request = BGAppRefreshTaskRequest(identifier: "org.example.refresh")
    request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
    BGTaskScheduler.shared.cancelAllTaskRequests()
    try? BGTaskScheduler.shared.submit(request)
  }

  func handleAppRefresh(task: BGAppRefreshTask) {
    scheduleAppRefresh()
    let operation = BlockOperation { print("fetch") }
    task.expirationHandler = { operation.cancel() }
    operation.completionBlock = { task.setTaskCompleted(success: !operation.isCancelled) }
    queue.addOperation(operation)
  }

  func clean(task: BGProcessingTask) {
    task.setTaskCompleted(success: true)
  }
}
