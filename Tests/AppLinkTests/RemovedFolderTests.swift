// The runtime directory is removed while the daemon runs: it is made again, or the daemon knows that nothing is left to the next.
import Foundation
import LifecycleModel
import Processes
import TestFolders
import Testing

@testable import AppLink

@MainActor @Suite struct RemovedFolderTests {
  private let place: TestFolder
  private let directory: String
  private let survival: Survival
  private let checkpoint = Checkpoint(boot: "", era: "", lifecycle: Lifecycle(policy: Policy(), seed: 1))

  init() throws {
    place = try TestFolder()
    directory = place.path + "/run"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    survival = Survival(
      runtimeDirectory: directory, version: "1", kernel: .live, log: LogLines().logger, deliver: deliver)
    survival.begin(checkpoint, rewrite: {}, flush: { $0(true) })
    // Waits for the thread that writes there.
    survival.handOver(checkpoint, isOnDisk: true, rewrite: {})
    #expect(survival.isWhole)
    try FileManager.default.removeItem(atPath: directory)
  }

  @Test("The next daemon finds all that this one leaves")
  func again() {
    let isLeft = survival.handOver(checkpoint, isOnDisk: true, rewrite: {})
    #expect(isLeft && survival.isWhole)
    let next = Survival(
      runtimeDirectory: directory, version: "1", kernel: .live, log: LogLines().logger, deliver: deliver)
    guard case .state = next.readEarlierState() else {
      Issue.record("there is no state")
      return
    }
  }

  @Test("Where the directory cannot be made again, the state does not count as whole")
  func never() {
    #expect(FileManager.default.createFile(atPath: directory, contents: nil))
    let isLeft = survival.handOver(checkpoint, isOnDisk: true, rewrite: {})
    #expect(!isLeft && !survival.isWhole)
  }
}
