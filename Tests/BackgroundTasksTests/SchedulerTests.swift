// BGTaskScheduler, with the identifiers the test permits.

import Foundation
import RoostAgent
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

  @Test(
    "BX4: a request says at what time it was made, for a device whose clock is moved by command",
    .timeLimit(.minutes(40)))
  func now() throws {
    let (events, replies) = (Pipe(), Pipe())
    let channel = Channel(
      events: dup(events.fileHandleForReading.fileDescriptor), replies: dup(replies.fileHandleForWriting.fileDescriptor)
    )
    channel.start(library: "test/1") { _ in }
    let earliest = Date(timeIntervalSinceNow: 3600)
    Thread {
      let request = BGAppRefreshTaskRequest(identifier: "org.example.refresh")
      request.earliestBeginDate = earliest
      try? TaskRequests().submit(request, on: channel)
    }.start()
    // The channel's end is the answer.
    defer { try? events.fileHandleForWriting.close() }
    var said = Data()
    while said.count(where: { $0 == UInt8(ascii: "\n") }) < 2 { said += replies.fileHandleForReading.availableData }
    let line = try #require(said.split(separator: UInt8(ascii: "\n")).last)
    let asked = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    let now = try #require(asked["now"] as? Double)
    #expect(now > earliest.timeIntervalSince1970 - 3600 - 0.001 && now <= Date().timeIntervalSince1970)
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
