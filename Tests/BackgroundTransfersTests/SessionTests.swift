// The tasks of a background session, with a roostd that answers by rote, in a container of the test's own.

import AgentProtocol
import FakeDaemon
import Foundation
import FoundationNetworking
import RoostAgent
import Synchronization
import Testing

@testable import BackgroundTransfers

@Suite("Background session", .timeLimit(.minutes(40))) final class SessionTests {
  let home = FileManager.default.temporaryDirectory.appendingPathComponent("session-\(UUID().uuidString)")
  /// The delegate's.
  let queue = OperationQueue()
  let request: URLRequest

  init() throws {
    request = URLRequest(url: try #require(URL(string: "https://example.com/film")))
    queue.maxConcurrentOperationCount = 1
    try FileManager.default.createDirectory(
      at: home.appendingPathComponent("Library/Caches"), withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: home) }

  private func session(_ channel: @escaping @Sendable () -> Channel?) -> BackgroundSession {
    BackgroundSession(
      URLSession(
        configuration: .default, delegate: nil as (any FoundationNetworking.URLSessionDelegate)?, delegateQueue: queue),
      identifier: "films", home: home.path, channel: channel)
  }

  private func start(_ daemon: FakeDaemonOfApp) -> Channel {
    let channel = Channel(events: daemon.events, replies: daemon.replies)
    channel.start(library: "test/1") { _ in }
    return channel
  }

  /// The requests about single transfers, when all have been answered and the delegate's queue is done with it.
  private func asked(_ daemon: FakeDaemonOfApp, _ channel: Channel) throws -> [String] {
    _ = try channel.request(.transfers(session: "films"))
    queue.waitUntilAllOperationsAreFinished()
    _ = try channel.request(.transfers(session: "films"))
    return daemon.methods.filter { $0 != "transfers" }
  }

  private var kept: KeptRequests { KeptRequests(session: "films", home: home.path) }

  @Test("BX12 roostd takes note of a cancelled task once, before a new session begins another of its number")
  func cancelledWithItsSession() throws {
    let daemon = try FakeDaemonOfApp()
    let channel = start(daemon)
    // As the main queue does while the app's call is under way.
    queue.isSuspended = true
    let old = session { channel }
    old.downloadTask(request).resume()
    BackgroundSessions.cancelAll(old)
    let new = session { channel }
    let task = new.downloadTask(request)
    task.resume()
    queue.isSuspended = false
    #expect(try asked(daemon, channel) == ["beginTransfer", "cancelTransfer", "beginTransfer"])
    #expect(task.taskIdentifier == 0 && task.state == .running)
    #expect(Array(kept.all.keys) == [0])
  }

  @Test("BX12 the progress of a download moves as roostd tells it, and is whole at the end")
  func progress() throws {
    let session = session { nil }
    session.hear(
      TransferStatus(
        session: "films", number: 0, state: .running, url: "https://example.com/film", received: 10, expected: 40))
    let task = try #require(session.tasks.first)
    #expect(task.progress.totalUnitCount == 40 && task.progress.completedUnitCount == 10)
    session.hear(
      TransferStatus(
        session: "films", number: 0, state: .ended, url: "https://example.com/film", received: 40, status: 200))
    #expect(task.progress.totalUnitCount == 40 && task.progress.completedUnitCount == 40)
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test("BX12 a task that roostd refuses takes nothing from the transfer that has its number")
  func refused() throws {
    let daemon = try FakeDaemonOfApp(["beginTransfer": #""error":{"code":"TransferExists","message":"0"}"#])
    let channel = start(daemon)
    kept.change { $0[0] = KeptRequest(request, description: "of an earlier process") }
    let session = session { channel }
    let task = session.downloadTask(request)
    task.resume()
    #expect(try asked(daemon, channel) == ["beginTransfer"])
    #expect(task.state == .completed && task.error != nil)
    #expect(kept.all[0]?.description == "of an earlier process")
    session.hear(
      TransferStatus(session: "films", number: 0, state: .running, url: "https://example.com/film", received: 1))
    #expect(session.tasks.map(\.taskIdentifier) == [0])
  }

  @Test(
    "BX12 a task that is cancelled before its refusal comes takes nothing from the transfer that has its number",
    arguments: [false, true])
  func cancelledBeforeItsRefusal(isMeanwhile: Bool) throws {
    let daemon = try FakeDaemonOfApp(["beginTransfer": #""error":{"code":"TransferExists","message":"0"}"#])
    let channel = start(daemon)
    kept.change { $0[0] = KeptRequest(request, description: "of an earlier process") }
    let meanwhile = Cancelling()
    let session = session {
      meanwhile.cancel()
      return channel
    }
    let task = session.downloadTask(request)
    if isMeanwhile { meanwhile.task.withLock { $0 = task } }
    task.resume()
    task.cancel()
    #expect(try asked(daemon, channel) == ["beginTransfer"])
    #expect(task.state == .completed && kept.all[0]?.description == "of an earlier process")
  }

  @Test("BX12 a task that is cancelled on another thread while it begins is begun first and then cancelled")
  func cancelledWhileItBegins() throws {
    let daemon = try FakeDaemonOfApp()
    let channel = start(daemon)
    let meanwhile = Cancelling()
    // The session asks for the channel after the task has begun for the app, and before roostd hears of it.
    let session = session {
      meanwhile.cancel()
      return channel
    }
    let task = session.downloadTask(request)
    meanwhile.task.withLock { $0 = task }
    task.resume()
    #expect(try asked(daemon, channel) == ["beginTransfer", "cancelTransfer"])
    #expect(task.state == .completed && kept.all.isEmpty)
  }
}

/// Cancels a task once.
private final class Cancelling: Sendable {
  let task = Mutex<URLSessionTask?>(nil)

  func cancel() {
    let task = task.withLock { task in
      defer { task = nil }
      return task
    }
    task?.cancel()
  }
}
