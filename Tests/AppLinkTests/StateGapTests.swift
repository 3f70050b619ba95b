// A state that could not be written for a while is written whole again, before a log counts.
import FailingCalls
import Foundation
import LifecycleModel
import Linux
import Processes
import Synchronization
import TestFolders
import Testing

@testable import AppLink

@MainActor @Suite(.timeLimit(.minutes(40))) struct StateGapTests {
  private let place: TestFolder
  private let log = LogLines()
  private let survival: Survival
  private let later: Later

  /// The work of other threads that waits for the loop.
  private final class Later: Sendable {
    private let work = Mutex<[@MainActor @Sendable () -> Void]>([])
    func add(_ body: @escaping @MainActor @Sendable () -> Void) { work.withLock { $0.append(body) } }
    @MainActor func run() async {
      while true {
        let waiting = work.withLock { work in
          defer { work = [] }
          return work
        }
        for body in waiting { body() }
        if !waiting.isEmpty { return }
        await Task.yield()
      }
    }
  }

  init() throws {
    place = try TestFolder()
    let later = Later()
    self.later = later
    survival = Survival(
      runtimeDirectory: place.path, version: "1", kernel: .live, log: log.logger, deliver: { later.add($0) })
  }

  /// When the time for it has come, as the loop does.
  private func tryAgain() async {
    while !survival.wantsCheckpoint { await Task.yield() }
    await checkpoint()
  }

  private func checkpoint() async {
    begin()
    await later.run()
  }

  private func begin() {
    survival.begin(
      Checkpoint(boot: "", era: "", lifecycle: Lifecycle(policy: Policy(), seed: 1)), rewrite: {}, flush: { $0(true) })
  }

  /// rename(2) puts no file in the place of a folder.
  private func hinder(_ checkpoint: Int) throws {
    try FileManager.default.createDirectory(
      atPath: survival.directory + "/checkpoint-\(checkpoint)/full", withIntermediateDirectories: true)
  }

  private func files() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: survival.directory))
  }

  private func isKept() -> Bool {
    let next = Survival(
      runtimeDirectory: place.path, version: "1", kernel: .live, log: LogLines().logger, deliver: deliver)
    if case .state = next.readEarlierState() { return true }
    return false
  }

  @Test(
    "Where records are missing, a log without a checkpoint of its own is not gone on with, and both are tried again")
  func gap() async throws {
    var attempts = 0
    survival.triesAgain = { _ in attempts += 1 }
    await checkpoint()
    #expect(isKept() && !survival.wantsCheckpoint)
    // More than a log can take.
    _ = survival.line([UInt8](repeating: 0x20, count: 70 << 20), to: ProcessSerial(number: 1))
    #expect(!isKept() && !survival.wantsCheckpoint && attempts == 1)
    for checkpoint in 2...3 {
      try hinder(checkpoint)
      await tryAgain()
      #expect(try !files().contains("log-\(checkpoint)"), "its space is free for the next")
      #expect(attempts == checkpoint)
    }
    #expect(log.all.count == 1, "said once: \(log.all)")
    await tryAgain()
    #expect(try files().isSuperset(of: ["checkpoint-4", "log-4"]) && isKept())
    survival.recordTurn(at: Instant(nanoseconds: 7))
    #expect(isKept() && !survival.wantsCheckpoint)
    _ = survival.line([UInt8](repeating: 0x20, count: 70 << 20), to: ProcessSerial(number: 1))
    #expect(log.all.count == 2, "said again: \(log.all)")
  }

  @Test("The first checkpoint is tried again too")
  func first() async throws {
    try hinder(1)
    await checkpoint()
    #expect(try !files().contains("log-1") && !isKept())
    await tryAgain()
    #expect(isKept())
  }

  @Test("Where no record is missing, a log goes on while it cannot be followed by another")
  func wholeLog() async throws {
    await checkpoint()
    try FileManager.default.createDirectory(
      atPath: survival.directory + "/log-2", withIntermediateDirectories: true)
    begin()
    survival.recordTurn(at: Instant(nanoseconds: 7))
    try FileManager.default.removeItem(atPath: survival.directory + "/log-2")
    let path = survival.directory + "/log-1"
    #expect(
      LogRecord.all(in: Array(try Data(contentsOf: URL(fileURLWithPath: path))))?.last
        == .turn(Instant(nanoseconds: 7)))
    try hinder(2)
    await checkpoint()
    survival.recordTurn(at: Instant(nanoseconds: 8))
    #expect(isKept())
  }
}
