// Choosing among 10,000 apps; the time is only promised for a release build (`swift test -c release`).

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("ME: scale") struct MemoryScaleTests {
  @Test("ME3 ME4 with 10,000 apps asleep the right one is chosen, in less than 1 ms")
  func choosing() throws {
    var lifecycle = Lifecycle(policy: Policy())
    var now = Instant(nanoseconds: 1)
    for number in 0..<10_000 { Self.suspend(number, &lifecycle, at: now) }
    let request = Request(id: RequestID(number: 1_000_000), answer: .whenTaken)
    now = Instant(nanoseconds: 1_000_000_000)
    _ = lifecycle.handle(.wish(.memory(.pressure(.urgent, free: 1 << 40)), request), at: now)
    #expect(lifecycle.memory.entries.allSatisfy { $0.state == .suspended && $0.footprint > 0 })
    var pool = lifecycle.memory.entries.reduce(0) { $0 + $1.footprint }
    var sizes = lifecycle.memory.entries.map(\.footprint).sorted()
    var times: [Duration] = []
    for _ in 0..<50 {
      let measurement = MemoryMeasurement(pool: pool, total: 64 << 30)
      var effects: [Effect] = []
      times.append(ContinuousClock().measure { effects = lifecycle.handle(.memory(.measured(measurement)), at: now) })
      let killed = effects.compactMap { if case .kill(let serial) = $0 { serial } else { nil } }
      let victim = try #require(killed.first)
      #expect(killed.count == 1)
      let footprint = lifecycle.memory.entries.first { $0.process == victim }?.footprint
      #expect(footprint == sizes.popLast())
      pool -= footprint ?? 0
      let after = lifecycle.handle(.kernel(victim, .exited(.signaled(9), Usage())), at: now)
      #expect(after.contains(.memory(.measure([]))))
    }
    let sorted = times.sorted()
    print("choosing among 10,000 apps: p50 \(sorted[25]), worst \(sorted[49])")
    #if !DEBUG
      #expect(sorted[25] < .milliseconds(1))
    #endif
  }

  /// An app that was in the background from the first and sleeps; no two are of the same size.
  private static func suspend(_ number: Int, _ lifecycle: inout Lifecycle, at now: Instant) {
    let (app, serial) = (AppID("com.example.app\(number)"), ProcessSerial(number: UInt64(number) + 1))
    let request = Request(id: RequestID(number: UInt64(number)), answer: .whenTaken)
    let footprint = UInt64(number * 7919 % 10_007 + 1) * 4096
    let inputs: [Input] = [
      .installed(AppDescription(id: app, style: .app)), .wish(.launch(app, Launch(), .background), request),
      .app(serial, .hello(protocolVersion: 1)), .app(serial, .acknowledged(EventSequence(number: 1))),
      .app(serial, .acknowledged(EventSequence(number: 2))), .app(serial, .acknowledged(EventSequence(number: 3))),
      .kernel(serial, .froze(holding: Holdings(footprint: footprint))),
    ]
    for input in inputs { _ = lifecycle.handle(input, at: now) }
  }
}
