// Measures the time that it takes to decide which app has to go.
import LifecycleModel

/// From what was measured to the order to kill, among `count` suspended apps of different sizes.
func choosing(among count: Int, rounds: Int) -> Figure {
  progress("choosing among \(count) apps, \(rounds) times")
  var lifecycle = Lifecycle(policy: Policy())
  let now = Instant(nanoseconds: 1)
  for number in 0..<count { suspend(number, of: count, &lifecycle, at: now) }
  let request = Request(id: RequestID(number: UInt64(count)), answer: .whenTaken)
  _ = lifecycle.handle(.wish(.memory(.pressure(.urgent, free: 1 << 40)), request), at: now)
  var times = Samples()
  for _ in 0..<rounds {
    let measurement = MemoryMeasurement(pool: 32 << 30, total: 64 << 30)
    let effects = times.time { lifecycle.handle(.memory(.measured(measurement)), at: now) }
    for case .kill(let victim) in effects {
      _ = lifecycle.handle(.kernel(victim, .exited(.signaled(9), Usage())), at: now)
    }
  }
  return Figure(what: "choosing among \(count) suspended apps", result: .median(times, under: 1_000_000))
}

/// An app that was in the background from the first and sleeps.
private func suspend(_ number: Int, of count: Int, _ lifecycle: inout Lifecycle, at now: Instant) {
  let app = AppID("org.roost.bench.app\(number)")
  let serial = ProcessSerial(number: UInt64(number) + 1)
  let request = Request(id: RequestID(number: UInt64(number)), answer: .whenTaken)
  let inputs: [Input] = [
    .installed(AppDescription(id: app, style: .app)), .wish(.launch(app, Launch(), .background), request),
    .app(serial, .hello(protocolVersion: 1)), .app(serial, .acknowledged(EventSequence(number: 1))),
    .app(serial, .acknowledged(EventSequence(number: 2))), .app(serial, .acknowledged(EventSequence(number: 3))),
    .kernel(serial, .froze(holding: Holdings(footprint: UInt64(number * 7919 % count + 1) * 4096))),
  ]
  for input in inputs { _ = lifecycle.handle(input, at: now) }
}
