// The cost of one app's transition does not depend on the number of apps.

import LifecycleModel
import Testing

@testable import SimulatedDevice

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
      _ = handle(.wish(.launch(app, Launch(), .background), request))
      _ = handle(.app(serial, .hello(protocolVersion: 1)))
      _ = handle(.app(serial, .acknowledged(EventSequence(number: 1))))
      _ = handle(.app(serial, .acknowledged(EventSequence(number: 2))))
      _ = handle(.kernel(serial, .froze()))
    }
    let others = lifecycle.apps.filter { $0.key != AppID("app0") }
    now = Instant(nanoseconds: 1_000_000_000)
    let request = Request(id: RequestID(number: 1_000_000))
    let inputs: [Input] = [
      .wish(.launch(AppID("app0"), Launch(), .foreground), request),
      .app(watched, .acknowledged(EventSequence(number: 3))),
      .app(watched, .acknowledged(EventSequence(number: 4))), .wish(.showAlert, request),
      .app(watched, .acknowledged(EventSequence(number: 5))), .wish(.dismissAlert, request),
      .app(watched, .acknowledged(EventSequence(number: 6))), .wish(.home, request),
      .app(watched, .acknowledged(EventSequence(number: 7))), .app(watched, .acknowledged(EventSequence(number: 8))),
      .kernel(watched, .froze()), .wish(.lock, request), .wish(.unlock, request),
      .wish(.launch(AppID("app0"), Launch(), .foreground), request),
      .app(watched, .acknowledged(EventSequence(number: 9))), .app(watched, .acknowledged(EventSequence(number: 10))),
      .wish(.quit(AppID("app0")), request), .app(watched, .acknowledged(EventSequence(number: 11))),
      .app(watched, .acknowledged(EventSequence(number: 12))), .app(watched, .acknowledged(EventSequence(number: 13))),
      .kernel(watched, .exited(.exited(code: 0), Usage())),
    ]
    for input in inputs { effects.append(handle(input)) }
    #expect(lifecycle.apps.filter { $0.key != AppID("app0") } == others)
    #expect(lifecycle.apps[AppID("app0")]?.state == .notRunning)
    return effects
  }
}
