// BGTaskScheduler: work to be done while the app is in the background (BX4).

import Dispatch
import RoostAgent
import Synchronization

/// Schedules work for times when the app is in the background.
open class BGTaskScheduler: NSObject, @unchecked Sendable {
  // @unchecked: all that changes is in the Mutex.
  /// The app's one scheduler.
  open class var shared: BGTaskScheduler { running }

  private struct LaunchHandler: @unchecked Sendable {
    // @unchecked: called on its queue and nowhere else.
    var queue: DispatchQueue
    var run: (BGTask) -> Void
  }

  private let permitted: Set<String>
  private let requests = TaskRequests()
  private let handlers = Mutex<[String: LaunchHandler]>([:])

  private let launchHasEnded: @Sendable () -> Bool

  init(permitted: Set<String>, launchHasEnded: @escaping @Sendable () -> Bool = { false }) {
    self.permitted = permitted
    self.launchHasEnded = launchHasEnded
  }

  /// Hears of the tasks that roostd launches. Nobody can have registered before this was asked for.
  private static let running: BGTaskScheduler = {
    let scheduler = BGTaskScheduler(permitted: permittedIdentifiers, launchHasEnded: { AppLaunch.hasEnded })
    let run: BackgroundTaskRunner.Run = { identifier, isProcessing, done in
      scheduler.launch(identifier, isProcessing: isProcessing, completed: done)
    }
    BackgroundTaskRunner.run = run
    return scheduler
  }()

  /// Nil when nobody has registered for it; else what ends it when its time is up.
  private func launch(
    _ identifier: String, isProcessing: Bool, completed: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    let task: BGTask
    if isProcessing {
      task = BGProcessingTask(identifier) { _ in completed() }
    } else {
      task = BGAppRefreshTask(identifier) { _ in completed() }
    }
    guard launch(task) else { return nil }
    return { task.expire() }
  }

  /// Says what runs when the system launches the task. To be called before the launch ends, and once; else the app ends
  /// (BX4).
  /// - Parameter queue: where the handler is called; nil for a background queue.
  /// - Returns: false when the identifier is not in Info.plist.
  @discardableResult
  open func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    guard permitted.contains(identifier) else { return false }
    if launchHasEnded() {
      endApp(
        "unable to register a launch handler for '\(identifier)': the app has been launched; "
          + "register it in application(_:didFinishLaunchingWithOptions:)")
    }
    let handler = LaunchHandler(
      queue: queue ?? DispatchQueue(label: "org.roost.backgroundtasks." + identifier), run: launchHandler)
    let isNew = handlers.withLock { $0.updateValue(handler, forKey: identifier) == nil }
    if !isNew {
      endApp("unable to register a launch handler for '\(identifier)': it has one already; register each once")
    }
    return true
  }

  /// Asks for a task; it replaces a request of the same identifier.
  /// - Throws: ``BGTaskScheduler/Error``
  open func submit(_ taskRequest: BGTaskRequest) throws {
    guard permitted.contains(taskRequest.identifier) else { throw Error(.notPermitted) }
    try requests.submit(taskRequest)
  }

  open func cancel(taskRequestWithIdentifier identifier: String) { requests.cancel(identifier) }

  open func cancelAllTaskRequests() { requests.cancel(nil) }

  @preconcurrency
  open func getPendingTaskRequests(completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void) {
    DispatchQueue.global().async { completionHandler(self.requests.pending()) }
  }

  open func pendingTaskRequests() async -> [BGTaskRequest] { requests.pending() }

  /// Launches a task; false when nobody has registered for it.
  func launch(_ task: BGTask) -> Bool {
    guard let handler = handlers.withLock({ $0[task.identifier] }) else { return false }
    handler.queue.async { handler.run(task) }
    return true
  }
}

/// As the exception that Apple's throws: a sentence, and SIGABRT. A Swift trap would say nothing in a release build.
private func endApp(_ sentence: String) -> Never {
  FileHandle.standardError.write(Data("\(sentence)\n".utf8))
  abort()
}

/// Read by hand, since Bundle.main looks through the whole bundle first.
private var permittedIdentifiers: Set<String> {
  struct Info: Decodable {
    let BGTaskSchedulerPermittedIdentifiers: [String]?
  }
  guard let bundle = getenv("ROOST_BUNDLE"),
    let plist = FileManager.default.contents(atPath: String(cString: bundle) + "/Info.plist")
  else { return [] }
  let info = try? PropertyListDecoder().decode(Info.self, from: plist)
  return Set(info?.BGTaskSchedulerPermittedIdentifiers ?? [])
}
