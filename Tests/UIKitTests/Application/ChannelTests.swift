// The messages of the app to roostd meanwhile, and the way of events to the main thread.

import AgentProtocol
import RoostAgent
import Synchronization
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite struct ChannelTests {
  @Test("TE3 a callback is announced before it runs; what it took and the ack come in one write after it")
  func traces() throws {
    let app = App()
    var announced: [AppMessage] = []
    app.delegate.during = { announced = (try? app.pipes.read()) ?? [] }
    app.handle(.didEnterBackground, state: .background)
    #expect(announced == [.entering(callback: "didEnterBackground")])
    let after = try app.pipes.read()
    #expect(after.count == 2 && after.last == .ack(Ack(1)))
    guard case .took("didEnterBackground", nil, let duration)? = after.first else { throw Unexpected(messages: after) }
    #expect(duration > .zero)
  }

  @Test(
    "An event of a later version is acknowledged as unsupported",
    arguments: [
      Event.Body.other(name: "connectScene"), .notification(kind: "unheard-of", payload: nil),
    ])
  func unsupported(event: Event.Body) throws {
    let app = App()
    app.handle(event)
    #expect(try app.pipes.read() == [.ack(Ack(1, .unsupported))])
  }

  @Test("A run loop inside a callback does not begin the next event; it comes when the callback has returned")
  func nestedRunLoop() throws {
    let pipes = Pipes()
    let main = MainThreadQueue()
    var log: [String] = []
    let delivery = Delivery()
    delivery.deliver { event in
      log.append("begin \(event.body.name)")
      if event.body == .willResignActive { main.runUntilEmpty(atLeast: 2) }
      log.append("end \(event.body.name)")
    }
    delivery.start(pipes.channel, library: "test/1") { main.append($0) }
    pipes.send(Event(sequence: 1, .willResignActive).line)
    pipes.send(Event(sequence: 2, .didEnterBackground).line + Event(sequence: 3, .willEnterForeground).line)
    main.runUntilEmpty(atLeast: 1)
    #expect(
      log == [
        "begin willResignActive", "end willResignActive", "begin didEnterBackground", "end didEnterBackground",
        "begin willEnterForeground", "end willEnterForeground",
      ])
    close(pipes.events)
  }

  @Test("LA1 events that come before the app can handle them wait, in order, even where a run loop runs meanwhile")
  func early() throws {
    let pipes = Pipes()
    let main = MainThreadQueue()
    var log: [String] = []
    let delivery = Delivery()
    delivery.start(pipes.channel, library: "test/1") { main.append($0) }
    #expect(try pipes.read() == [.hello(protocol: protocolVersion, library: "test/1")])
    pipes.send(Event(sequence: 1, .memoryWarning).line + Event(sequence: 2, .didEnterBackground).line)
    main.runUntilEmpty(atLeast: 2)
    #expect(log == [])
    delivery.deliver { log.append($0.body.name) }
    main.runUntilEmpty(atLeast: 1)
    #expect(log == ["memoryWarning", "didEnterBackground"])
    close(pipes.events)
  }

  @Test("When roostd is gone the app is told once, after what came before", arguments: [true, false])
  func end(isGarbled: Bool) throws {
    let pipes = Pipes()
    let main = MainThreadQueue()
    var log: [String] = []
    let delivery = Delivery(ended: { log.append("\($0)") })
    delivery.start(pipes.channel, library: "test/1") { main.append($0) }
    delivery.deliver { log.append($0.body.name) }
    pipes.send(Event(sequence: 1, .memoryWarning).line)
    if isGarbled { pipes.send(Array("nonsense\n".utf8)) }
    close(pipes.events)
    main.runUntilEmpty(atLeast: 2)
    #expect(log.count == 2 && log.first == "memoryWarning")
    #expect(log.last?.contains(isGarbled ? "it sent an invalid message" : "closed the channel") == true)
    #expect(throws: RequestError.channelEnded) { try pipes.channel.request(.backgroundTimeRemaining) }
  }

  @Test("An app that does not understand roostd says so, and ends with a failure")
  func notUnderstood() async {
    let end = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
      await Self.hearNonsense()
    }
    let said = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("unable to understand roostd: it sent an invalid message"))
  }

  private static func hearNonsense() {
    let pipes = Pipes()
    let main = MainThreadQueue()
    let delivery = Delivery()
    delivery.start(pipes.channel, library: "test/1") { main.append($0) }
    delivery.deliver { _ in }
    pipes.send(Array("nonsense\n".utf8))
    main.runUntilEmpty(atLeast: 1)
  }

  @Test("BX1 a background task is begun and ended by requests; its handler runs when the budget is used up")
  func backgroundTask() throws {
    let app = App()
    let roostd = Answering(app.pipes, [.result(.backgroundTask(4)), .result(.done)])
    var expired = false
    let task = app.application.beginBackgroundTask(withName: "upload") { expired = true }
    #expect(task.rawValue == 4)
    app.handle(.expireTasks)
    #expect(expired)
    app.application.endBackgroundTask(task)
    #expect(roostd.requests == [.beginBackgroundTask(name: "upload"), .endBackgroundTask(4)])
  }

  @Test("BX1 a handler runs also when the time is up while another thread begins its task", .timeLimit(.minutes(40)))
  func expiredMeanwhile() async throws {
    let app = App()
    app.pipes.channel.start(library: "test/1") { _ in }
    let application = app.application
    let (runs, ran) = AsyncStream.makeStream(of: Void.self)
    Thread.detachNewThread {
      _ = application.beginBackgroundTask(withName: "upload") { ran.yield() }
    }
    var asked: UInt64?
    // The hello comes with the request, or before it.
    for _ in 0..<2 where asked == nil {
      for case .request(let request) in try app.pipes.read() { asked = request.id }
    }
    let request = try #require(asked)
    app.handle(.expireTasks)
    app.pipes.send(Reply(to: request, .result(.backgroundTask(4))).line)
    for await _ in runs { break }
    close(app.pipes.events)
  }

  @Test("BX1 the handler of a task that an earlier handler has ended does not run")
  func endedByAnother() {
    @MainActor final class Told {
      var handlers: [String] = []
      var second = UIBackgroundTaskIdentifier.invalid
    }
    let app = App()
    let roostd = Answering(
      app.pipes, [.result(.backgroundTask(4)), .result(.backgroundTask(5)), .result(.done)])
    let told = Told()
    let application = app.application
    let first = application.beginBackgroundTask(withName: "first") {
      told.handlers.append("first")
      application.endBackgroundTask(told.second)
    }
    told.second = application.beginBackgroundTask(withName: "second") { told.handlers.append("second") }
    app.handle(.expireTasks)
    #expect(told.handlers == ["first"] && first.rawValue == 4)
    #expect(roostd.requests.last == .endBackgroundTask(5))
  }

  @Test(
    "BX6 a task that roostd does not grant is .invalid, and so is one it refuses",
    arguments: [
      Reply.Outcome.result(.backgroundTask(0)), .error(code: "NotNow", message: "no"),
    ])
  func refusedTask(outcome: Reply.Outcome) {
    let app = App()
    let roostd = Answering(app.pipes, [outcome])
    #expect(app.application.beginBackgroundTask() == .invalid)
    #expect(roostd.requests == [.beginBackgroundTask(name: nil)])
  }

  @Test("backgroundTimeRemaining is the largest number while there is no limit")
  func timeRemaining() {
    let app = App()
    let roostd = Answering(app.pipes, [.result(.timeRemaining(seconds: nil)), .result(.timeRemaining(seconds: 12.5))])
    #expect(app.application.backgroundTimeRemaining == .greatestFiniteMagnitude)
    #expect(app.application.backgroundTimeRemaining == 12.5)
    #expect(roostd.requests == [.backgroundTimeRemaining, .backgroundTimeRemaining])
  }
}

/// The main thread's queue of work, run by hand, so that a test decides when a nested run loop would run it.
private final class MainThreadQueue: Sendable {
  private let work = Mutex<[Work]>([])
  private let arrived = DispatchSemaphore(value: 0)

  private struct Work: Sendable {
    let run: @Sendable () -> Void
  }

  func append(_ body: @escaping @Sendable () -> Void) {
    work.withLock { $0.append(Work(run: body)) }
    arrived.signal()
  }

  /// Runs what is there, after waiting for `count` pieces of work a minute at most.
  func runUntilEmpty(atLeast count: Int) {
    for _ in 0..<count where arrived.wait(timeout: .now() + 60) == .timedOut { return }
    while let next = work.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { next.run() }
  }
}

private struct Unexpected: Error {
  let messages: [AppMessage]
}
