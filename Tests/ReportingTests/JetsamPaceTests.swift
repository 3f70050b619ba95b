// The lists of JetsamEvents when there is one kill after the other.
import Testing

@testable import LifecycleModel
@testable import Reporting
@testable import Systemd

@Suite struct MemoryJetsamPaceTests {
  private func snapshot(at nanoseconds: UInt64, apps: UInt64, victim: UInt64) -> JetsamSnapshot {
    let entries = (1...apps).map { number in
      JetsamEntry(
        app: AppID("app\(number)"), process: ProcessSerial(number: number), pid: Int32(number), state: .suspended,
        band: .suspended, footprint: (number * 7919) % 100_003, lastUsed: Instant(nanoseconds: 0))
    }
    return JetsamSnapshot(
      time: Instant(nanoseconds: nanoseconds), level: .urgent, victim: ProcessSerial(number: victim),
      cause: .vmPageShortage, entries: entries)
  }

  @Test("ME7 the first kills of a second list every app, those that follow the victim and the largest")
  func storm() {
    var pace = JetsamPace()
    let counts = (0..<10).map { pace.entries(of: snapshot(at: 5_000_000_000 + $0, apps: 500, victim: 3)).count }
    #expect(counts == Array(repeating: 500, count: 4) + Array(repeating: 17, count: 6))
    let few = pace.entries(of: snapshot(at: 5_000_000_100, apps: 500, victim: 3))
    #expect(few.first?.process.number == 3)
    let footprints = snapshot(at: 0, apps: 500, victim: 3).entries.filter { $0.process.number != 3 }.map(\.footprint)
    #expect(few.dropFirst().map(\.footprint) == Array(footprints.sorted(by: >).prefix(16)))
    #expect(pace.entries(of: snapshot(at: 6_000_000_000, apps: 500, victim: 3)).count == 500)
    #expect(pace.entries(of: snapshot(at: 6_000_000_001, apps: 5, victim: 3)).count == 5)
  }

  @Test("ME7 a thousand kills among a thousand apps cost little to list")
  func cost() {
    var pace = JetsamPace()
    let snapshot = snapshot(at: 9_000_000_000, apps: 1000, victim: 500)
    let listed = (0..<1000).reduce(0) { sum, _ in sum + pace.entries(of: snapshot).count }
    #expect(listed == 4 * 1000 + 996 * 17)
  }
}
