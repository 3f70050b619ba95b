// Logs that the stores are behind with go only when what they tell is in another place.
import FailingCalls
import Foundation
import LifecycleModel
import Linux
import Processes
import SystemPackage
import TestFolders
import Testing

@testable import AppLink

@MainActor @Suite(.timeLimit(.minutes(40))) struct CarryingTests {
  private let place: TestFolder
  private let survival: Survival
  private let asked = Asked()

  /// What the stores were asked to carry.
  @MainActor private final class Asked {
    var names: [String] = []
    var then: [@MainActor @Sendable (Bool) -> Void] = []
  }

  init() throws {
    place = try TestFolder()
    survival = Survival(
      runtimeDirectory: place.path, version: "1", kernel: .live, log: LogLines().logger, deliver: deliver)
  }

  private func checkpoint(isOnDisk: Bool, channels: [ChannelState] = []) async {
    await withCheckedContinuation { done in
      survival.begin(
        Checkpoint(lifecycle: Lifecycle(policy: Policy(), seed: 1), channels: channels), rewrite: {},
        flush: { then in
          then(isOnDisk)
          done.resume()
        })
    }
  }

  private func logs() throws -> [String] { try files("log-") }

  private func files(_ kind: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: survival.directory).filter { $0.hasPrefix(kind) }.sorted()
  }

  private func carry() {
    survival.carry = { [asked] _, name, then in
      asked.names.append(name)
      asked.then.append(then)
    }
  }

  @Test("While the stores are behind, the older logs go when what they tell is carried, and not before")
  func carried() async throws {
    carry()
    for _ in 1...16 { await checkpoint(isOnDisk: false) }
    #expect(asked.names.isEmpty)
    for _ in 17...18 { await checkpoint(isOnDisk: false) }
    #expect(asked.names == ["\(survival.era) 17"], "once at a time")
    #expect(try logs().count == 18)
    let name = try #require(asked.names.first)
    #expect(survival.carried.isOwed(name), "also while the logs are there still")
    asked.then.first?(true)
    #expect(try logs() == ["log-17", "log-18"])
    #expect(survival.carried.isOwed(name) && !survival.carried.isOwed("another 17"))
    await checkpoint(isOnDisk: true)
    #expect(try logs() == ["log-19"])
    #expect(!survival.carried.isOwed(name), "all of it was on disk")
  }

  @Test("A file of a number that no daemon comes to is ignored: it leaves no number for the next log")
  func farNumbers() async throws {
    for name in ["log-\(UInt64.max)", "log-\(UInt64.max - 1)", "checkpoint-\(UInt64.max)"] {
      try Data().write(to: URL(filePath: "\(survival.directory)/\(name)"))
    }
    _ = survival.readEarlierState()
    for _ in 1...2 { await checkpoint(isOnDisk: false) }
    let names = try logs()
    #expect(names.contains("log-1") && names.contains("log-2"), "\(names)")
  }

  @Test("Where there was no space to carry it, the logs make room, and it is tried again")
  func noSpace() async throws {
    survival.carry = { [asked] _, name, then in
      asked.names.append(name)
      then(false)
    }
    for _ in 1...17 { await checkpoint(isOnDisk: false) }
    #expect(asked.names == ["\(survival.era) 17", "\(survival.era) 17"])
    #expect(try logs() == ["log-17"])
  }

  @Test("While the stores are behind, the oldest checkpoint is kept and the newest, and the logs lead on")
  func between() async throws {
    for number in 1...5 {
      await checkpoint(isOnDisk: false)
      survival.recordTurn(at: Instant(nanoseconds: UInt64(number)))
    }
    #expect(try files("checkpoint-") == ["checkpoint-1", "checkpoint-5"])
    #expect(try logs().count == 5)
    let next = Survival(
      runtimeDirectory: place.path, version: "1", kernel: .live, log: LogLines().logger, deliver: deliver)
    guard case .state(let replay) = next.readEarlierState() else {
      Issue.record("the state is lost")
      return
    }
    #expect(replay.checkpoint == 1)
    #expect(next.lastWhole == 5, "files before it go where this daemon needs their space")
  }

  @Test("A checkpoint stays while the stores are asked whether all before it is on disk, or carry that")
  func awaited() async throws {
    carry()
    await checkpoint(isOnDisk: false)
    var late: [@MainActor @Sendable (Bool) -> Void] = []
    for _ in 2...4 {
      let then: @MainActor @Sendable (Bool) -> Void = await withCheckedContinuation { flushed in
        survival.begin(
          Checkpoint(lifecycle: Lifecycle(policy: Policy(), seed: 1)), rewrite: {},
          flush: { flushed.resume(returning: $0) })
      }
      late.append(then)
    }
    #expect(try files("checkpoint-") == ["checkpoint-1", "checkpoint-2", "checkpoint-4"])
    late[1](true)
    #expect(try logs().count == 4, "no checkpoint leads to log 3 alone")
    late[0](true)
    #expect(try files("checkpoint-") == ["checkpoint-2", "checkpoint-4"])
    #expect(try logs() == ["log-2", "log-3", "log-4"])
    late[2](true)
    #expect(try files("checkpoint-") == ["checkpoint-4"])
    #expect(try logs() == ["log-4"])
  }

  @Test("Files of many bytes go when what they tell is carried, however few they are")
  func bytes() async throws {
    carry()
    // In base64 they are a third more.
    let unread = ArraySlice([UInt8](repeating: 0x20, count: 13 << 20))
    await checkpoint(isOnDisk: false, channels: [ChannelState(serial: ProcessSerial(number: 1), unread: unread)])
    #expect(asked.names.isEmpty)
    await checkpoint(isOnDisk: false)
    #expect(asked.names == ["\(survival.era) 2"])
    asked.then.first?(true)
    #expect(try files("checkpoint-") == ["checkpoint-2"])
  }

  @Test("After a log that lacks a record, all that the stores have not written is carried with the next checkpoint")
  func afterGap() async throws {
    carry()
    await checkpoint(isOnDisk: false)
    // More than a log can take.
    _ = survival.line([UInt8](repeating: 0x20, count: 70 << 20), to: ProcessSerial(number: 1))
    while !survival.wantsCheckpoint { await Task.yield() }
    await checkpoint(isOnDisk: false)
    #expect(asked.names == ["\(survival.era) 2"])
    asked.then.first?(true)
    #expect(try files("checkpoint-") == ["checkpoint-2"])
    #expect(try logs() == ["log-2"])
  }

  @Test("Where no log can be begun, files that the newest checkpoint makes needless go", arguments: [true, false])
  func makesRoom(isOnDisk: Bool) async throws {
    carry()
    for _ in 1...3 { await checkpoint(isOnDisk: false) }
    await FailingCalls.during(.folder(place.path), Failure(call: .fallocate, number: 0, errno: .noSpace)) { _ in
      await checkpoint(isOnDisk: isOnDisk)
    }
    #expect(asked.names == (isOnDisk ? [] : ["\(survival.era) 3"]))
    asked.then.first?(true)
    #expect(try files("checkpoint-") == ["checkpoint-3"])
    #expect(try logs() == ["log-3"])
    await checkpoint(isOnDisk: true)
    #expect(try logs() == ["log-4"] && survival.isWhole)
  }

  @Test("The state is handed over also where the files before the newest checkpoint leave no space for it")
  func handsOver() async throws {
    for _ in 1...3 { await checkpoint(isOnDisk: false) }
    try FileManager.default.createDirectory(
      atPath: survival.directory + "/checkpoint-4/full", withIntermediateDirectories: true)
    survival.handOver(
      Checkpoint(lifecycle: Lifecycle(policy: Policy(), seed: 1)), isOnDisk: true, rewrite: {})
    #expect(try files("log-") == ["log-3", "log-4"])
  }

  @Test(
    "A state handed over after a lost record tells what the stores have not written, or it is known that it does not",
    arguments: [true, false])
  func handsOverAfterGap(isCarried: Bool) async throws {
    survival.carryNow = { [asked] _, name in
      asked.names.append(name)
      return isCarried
    }
    await checkpoint(isOnDisk: false)
    // More than a log can take.
    _ = survival.line([UInt8](repeating: 0x20, count: 70 << 20), to: ProcessSerial(number: 1))
    #expect(!survival.isWhole)
    let isLeft = survival.handOver(
      Checkpoint(lifecycle: Lifecycle(policy: Policy(), seed: 1)), isOnDisk: false, rewrite: {})
    #expect(isLeft == isCarried && asked.names == ["\(survival.era) 2"])
    #expect(survival.isWhole && survival.carried.isOwed("\(survival.era) 2"))
  }
}
