// BGTaskScheduler, with the identifiers the test permits.

import Foundation
import Testing

@testable import BackgroundTasks

@Suite("Background task scheduler") struct SchedulerTests {
  let scheduler = BGTaskScheduler(permitted: ["org.example.refresh", "org.example.clean"])

  @Test("BX4: an identifier that Info.plist does not list is not registered, and its request refused")
  func unlisted() {
    #expect(!scheduler.register(forTaskWithIdentifier: "org.example.other", using: nil) { _ in })
    #expect(throws: BGTaskScheduler.Error(.notPermitted)) {
      try scheduler.submit(BGAppRefreshTaskRequest(identifier: "org.example.other"))
    }
  }

  @Test("A request that roostd does not take is unavailable, which code written for iOS catches by its name")
  func unavailable() {
    do {
      try scheduler.submit(BGProcessingTaskRequest(identifier: "org.example.clean"))
      Issue.record("the request was taken")
    } catch BGTaskScheduler.Error.unavailable {
    } catch {
      Issue.record("\(error)")
    }
    #expect((BGTaskScheduler.Error(.notPermitted) as NSError).code == 3)
    #expect((BGTaskScheduler.Error(.notPermitted) as NSError).domain == "BGTaskSchedulerErrorDomain")
  }

  @Test("BX4: a second handler of one identifier ends the app")
  func twice() async {
    await #expect(processExitsWith: .failure) {
      let scheduler = BGTaskScheduler(permitted: ["org.example.refresh"])
      scheduler.register(forTaskWithIdentifier: "org.example.refresh", using: nil) { _ in }
      scheduler.register(forTaskWithIdentifier: "org.example.refresh", using: nil) { _ in }
    }
  }

  @Test("A launched task reaches its handler on the queue it named, and what it says is heard once")
  func launch() async {
    let queue = DispatchQueue(label: "test")
    queue.setSpecific(key: onQueue, value: true)
    let heard = AsyncStream<Bool>.makeStream()
    scheduler.register(forTaskWithIdentifier: "org.example.refresh", using: queue) { task in
      #expect(task is BGAppRefreshTask)
      #expect(DispatchQueue.getSpecific(key: onQueue) == true)
      task.setTaskCompleted(success: true)
      task.setTaskCompleted(success: false)
    }
    let task = BGAppRefreshTask("org.example.refresh") { success in
      heard.continuation.yield(success)
      heard.continuation.finish()
    }
    #expect(scheduler.launch(task))
    var said: [Bool] = []
    for await success in heard.stream { said.append(success) }
    #expect(said == [true])
    #expect(!scheduler.launch(BGProcessingTask("org.example.clean") { _ in }))
  }

  @Test(
    "BX4: when the time is up the expiration handler runs; without one the task has failed", arguments: [true, false])
  func expires(hasHandler: Bool) {
    let task = BGProcessingTask("org.example.clean") { success in #expect(success == hasHandler) }
    if hasHandler { task.expirationHandler = { task.setTaskCompleted(success: true) } }
    task.expire()
    #expect(task.expirationHandler == nil)
  }

  @Test("A copied request keeps its conditions")
  func copies() {
    let request = BGProcessingTaskRequest(identifier: "org.example.clean")
    request.requiresExternalPower = true
    request.earliestBeginDate = Date(timeIntervalSinceReferenceDate: 1)
    let copy = request.copy() as? BGProcessingTaskRequest
    #expect(copy?.requiresExternalPower == true && copy?.requiresNetworkConnectivity == false)
    #expect(copy?.earliestBeginDate == request.earliestBeginDate)
  }
}

private let onQueue = DispatchSpecificKey<Bool>()
