// Logs that the stores are behind with go only when what they tell is in another place.
import Foundation
import LifecycleModel
import Processes
import TestFolders
import Testing

@testable import AppLink

@MainActor @Suite(.timeLimit(.minutes(15))) struct CarryingTests {
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

  private func checkpoint(isOnDisk: Bool) async {
    await withCheckedContinuation { done in
      survival.begin(
        Checkpoint(boot: "", era: "", lifecycle: Lifecycle(policy: Policy(), seed: 1)), rewrite: {},
        flush: { then in
          then(isOnDisk)
          done.resume()
        })
    }
  }

  private func logs() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: survival.directory).filter { $0.hasPrefix("log-") }.sorted()
  }

  @Test("While the stores are behind, the older logs go when what they tell is carried, and not before")
  func carried() async throws {
    survival.carry = { [asked] _, name, then in
      asked.names.append(name)
      asked.then.append(then)
    }
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
}
