// What one app's transition costs does not depend on how many apps there are.

import LifecycleModel
import Testing

@Suite("Scale") struct ScaleTests {
  @Test("one app's whole life does the same with 10 and with 10,000 apps, and touches no other")
  func sameCost() {
    let (few, many) = (life(among: 10), life(among: 10_000))
    #expect(few == many)
    #expect(few.count > 20)
  }

  /// The effects of one app's life among `count` suspended ones.
  private func life(among count: Int) -> [[Effect]] {
    var lifecycle = Lifecycle(policy: Policy())
    var now = Instant(nanoseconds: 1)
    var effects: [[Effect]] = []
    func handle(_ input: Input) -> [Effect] { lifecycle.handle(input, at: now) }
    // The app whose life is watched comes first, so that its serial is the same in both worlds.
    let watched = ProcessSerial(number: 1)
    for number in 0..<count {
      let (app, serial) = (AppID("app\(number)"), ProcessSerial(number: UInt64(number) + 1))
      let request = Request(id: RequestID(number: UInt64(number)), answer: .whenTaken)
      _ = handle(.installed(AppDescription(id: app, style: .app)))
      _ = handle(.launch(app, Launch(), .background, request))
      _ = handle(.hello(serial, protocolVersion: 1))
      _ = handle(.acknowledged(serial, EventSequence(number: 1)))
      _ = handle(.acknowledged(serial, EventSequence(number: 2)))
      _ = handle(.froze(serial))
    }
    let others = lifecycle.apps.filter { $0.key != AppID("app0") }
    now = Instant(nanoseconds: 1_000_000_000)
    let request = Request(id: RequestID(number: 1_000_000))
    let inputs: [Input] = [
      .launch(AppID("app0"), Launch(), .foreground, request), .acknowledged(watched, EventSequence(number: 3)),
      .acknowledged(watched, EventSequence(number: 4)), .showAlert(request),
      .acknowledged(watched, EventSequence(number: 5)), .dismissAlert(request),
      .acknowledged(watched, EventSequence(number: 6)), .home(request),
      .acknowledged(watched, EventSequence(number: 7)), .acknowledged(watched, EventSequence(number: 8)),
      .froze(watched), .lock(request), .unlock(request), .launch(AppID("app0"), Launch(), .foreground, request),
      .acknowledged(watched, EventSequence(number: 9)), .acknowledged(watched, EventSequence(number: 10)),
      .quit(AppID("app0"), request), .acknowledged(watched, EventSequence(number: 11)),
      .acknowledged(watched, EventSequence(number: 12)), .acknowledged(watched, EventSequence(number: 13)),
      .exited(watched, .exited(code: 0), Usage()),
    ]
    for input in inputs { effects.append(handle(input)) }
    #expect(lifecycle.apps.filter { $0.key != AppID("app0") } == others)
    #expect(lifecycle.apps[AppID("app0")]?.state == .notRunning)
    return effects
  }
}
