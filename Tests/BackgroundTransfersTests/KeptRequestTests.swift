// The requests that an app keeps for its next process, in a container of the test's own.

import Dispatch
import Foundation
import FoundationNetworking
import Testing

@testable import BackgroundTransfers

@Suite("Kept requests") final class KeptRequestTests {
  let home = FileManager.default.temporaryDirectory.appendingPathComponent("kept-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(
      at: home.appendingPathComponent("Library/Caches"), withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: home) }

  @Test("Of changes on several threads at once none is lost")
  func concurrent() throws {
    let kept = KeptRequests(session: "films", home: home.path)
    let request = KeptRequest(URLRequest(url: try #require(URL(string: "https://example.com/film"))))
    DispatchQueue.concurrentPerform(iterations: 100) { number in kept.change { $0[number] = request } }
    #expect(kept.all.count == 100)
    DispatchQueue.concurrentPerform(iterations: 100) { number in kept.change { $0[number] = nil } }
    #expect(kept.all.isEmpty)
  }
}
