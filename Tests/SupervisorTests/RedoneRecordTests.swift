// The record of an end that is made once more, as a daemon does that restores another (TE3).
import Foundation
import Stores
import TestFolders
import Testing

@testable import LifecycleModel
@testable import Processes
@testable import Supervisor

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct RedoneRecordTests {
  // In a process of its own, as all supervisors are that are tested whole.
  @Test("TE3 a record that is made once more names the same report, and that of another end another")
  func incident() async {
    await #expect(processExitsWith: .success) { try await Self.checkIncident() }
  }

  private static func checkIncident() throws {
    let app = AppID("com.example.app")
    func record(_ number: UInt64) -> LifecycleModel.ExitRecord {
      LifecycleModel.ExitRecord(
        app: app, process: ProcessSerial(number: number), pid: 77, time: Instant(nanoseconds: 1), state: .active,
        reason: .crashed(signal: 11), status: .signaled(11), usage: Usage(), activity: nil, lifetime: .seconds(1))
    }
    try WholeSupervisor.with([app], script: "", kernel: .live) { supervisor, _ in
      let rows = [7, 7, 8].map { supervisor.autopsy.append(record($0)) }
      let incidents = rows.compactMap(\.incident)
      try #require(incidents.count == 3)
      #expect(incidents[0] == incidents[1] && incidents[1] != incidents[2])
      #expect(incidents.allSatisfy { UUID(uuidString: $0) != nil })
    }
  }
}
