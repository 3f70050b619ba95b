// Blocks that run under a background task, and hear themselves when its time is up.

import AgentProtocol
import RoostAgent
import Testing

@testable import UIKit

@MainActor @Suite("Expiring activities", .timeLimit(.minutes(40))) struct ExpiringActivityTests {
  /// The requests, when there are as many.
  private func asked(_ count: Int, of roostd: Answering) async -> [Request.Method] {
    while roostd.requests.count < count { await Task.yield() }
    return roostd.requests
  }

  @Test("BX2 a block runs under a background task that ends with it")
  func inTime() async {
    let app = App()
    let roostd = Answering(app.pipes, [.result(.backgroundTask(4)), .result(.done)])
    let (calls, called) = AsyncStream.makeStream(of: Bool.self)
    ProcessInfo.processInfo.performExpiringActivity(withReason: "save") { called.yield($0) }
    var call = calls.makeAsyncIterator()
    let isExpired = await call.next()
    #expect(isExpired == false)
    let requests = await asked(2, of: roostd)
    #expect(requests == [.beginBackgroundTask(name: "save"), .endBackgroundTask(4)])
  }

  @Test("BX1 a block that runs when the time is up is called again with true, and its task ends")
  func expired() async {
    let app = App()
    let roostd = Answering(app.pipes, [.result(.backgroundTask(4)), .result(.done)])
    let (calls, called) = AsyncStream.makeStream(of: Bool.self)
    let isCancelled = DispatchSemaphore(value: 0)
    ProcessInfo.processInfo.performExpiringActivity(withReason: "save") { expired in
      called.yield(expired)
      if expired { isCancelled.signal() } else { isCancelled.wait() }
    }
    var call = calls.makeAsyncIterator()
    let first = await call.next()
    app.handle(.expireTasks)
    let second = await call.next()
    #expect([first, second] == [false, true])
    let requests = await asked(2, of: roostd)
    #expect(requests == [.beginBackgroundTask(name: "save"), .endBackgroundTask(4)])
  }

  @Test("BX1 a task ends whose time is up before its number is known to the block")
  func expiredAtOnce() async {
    let app = App()
    let roostd = Answering(app.pipes, [.result(.backgroundTask(4)), .result(.done)])
    let activity = ExpiringActivity(app.application.backgroundTasks)
    activity.end()
    let hasBegun = activity.begin("save") {}
    #expect(hasBegun)
    let requests = await asked(2, of: roostd)
    #expect(requests == [.beginBackgroundTask(name: "save"), .endBackgroundTask(4)])
  }

  @Test("BX6 a block for which no task can be had is called with true alone")
  func refused() async {
    let app = App()
    let roostd = Answering(app.pipes, [.result(.backgroundTask(0))])
    let (calls, called) = AsyncStream.makeStream(of: Bool.self)
    ProcessInfo.processInfo.performExpiringActivity(withReason: "save") { expired in
      called.yield(expired)
      called.finish()
    }
    var all: [Bool] = []
    for await expired in calls { all.append(expired) }
    #expect(all == [true] && roostd.requests == [.beginBackgroundTask(name: "save")])
  }
}
