// A long time in which very much happens to a device with many apps, half of them asleep (NQ1 to NQ5).

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("NQ: a long time") struct FactsSoakTests {
  /// 10,000, and fewer where fewer random lives are asked for (make check).
  private static let events = Int(min(10_000, LawsTests.sequences * 10))

  @Test("NQ1 NQ3 NQ4 NQ5 after thousands of events every app knows its device, and was told no more than it had to be")
  func soak() {
    var device = SoakedDevice(apps: 20)
    var random = SeededGenerator(seed: 1)
    for event in 1...Self.events {
      device.happen(&random)
      if event % 50 == 0 {
        #expect(device.awake.allSatisfy { device.knowsAll($0) }, "after \(event) events")
        let told = device.wake(device.asleep[random.below(device.asleep.count)])
        #expect(Set(told).count == told.count, "one of each kind, after \(event) events")
      }
    }
    for app in device.asleep { _ = device.wake(app) }
    #expect(device.apps.allSatisfy { device.knowsAll($0) })
    #expect(device.stray == 0)
  }
}

/// Apps that acknowledge at once whatever they are told; every other one plays something, and so never sleeps.
private struct SoakedDevice {
  let apps: [AppID]
  /// Events to who sleeps.
  private(set) var stray = 0
  private var lifecycle: Lifecycle
  private var facts = KnownFacts()
  private var views: [AppID: KnownFacts] = [:]
  private var kinds: [AppID: [NoticeKind]] = [:]
  private var sleeping: Set<AppID> = []
  private var lastRequest: UInt64 = 0
  private let now = Instant(nanoseconds: 1)

  var awake: [AppID] { apps.filter { !sleeping.contains($0) } }
  var asleep: [AppID] { apps.filter(sleeping.contains) }

  init(apps count: Int) {
    var policy = Policy()
    policy.hasPasscode = true
    apps = (0..<count).map { AppID("app \($0)") }
    lifecycle = Lifecycle(policy: policy)
    for (number, app) in apps.enumerated() {
      let serial = ProcessSerial(number: UInt64(number) + 1)
      views[app] = KnownFacts()
      feed(.installed(AppDescription(waking: app)))
      feed(.wish(.launch(app, Launch(), .background), request()))
      let plays = Input.app(serial, .requested(id: 1, .beginActivity(mode: "audio")))
      feed([.app(serial, .hello(protocolVersion: 1))] + (number % 2 == 0 ? [plays] : []))
    }
  }

  func knowsAll(_ app: AppID) -> Bool { views[app]?.agrees(with: facts, for: app) ?? false }

  mutating func happen(_ random: inout SeededGenerator) {
    switch random.below(20) {
    case 0: lock(false)
    case 1: lock(true)
    default:
      let change = FactChange.random(&random, apps: apps)
      facts.hear(change)
      feed(.wish(.fact(change), request()))
    }
  }

  private mutating func lock(_ isLocked: Bool) {
    facts.isProtectedDataAvailable = !isLocked
    feed(isLocked ? .wish(.lock, request()) : .wish(.unlock, request()))
  }

  /// Wakes an app until it has finished what it was woken for; the kinds of what it was told.
  mutating func wake(_ app: AppID) -> [NoticeKind] {
    kinds[app] = []
    feed(.wish(.wake(app, .fetch), request()))
    return kinds[app] ?? []
  }

  private mutating func request() -> Request {
    lastRequest += 1
    return Request(id: RequestID(number: lastRequest))
  }

  private mutating func feed(_ input: Input) { feed([input]) }

  private mutating func feed(_ inputs: [Input]) {
    var waiting = inputs
    while !waiting.isEmpty {
      for effect in lifecycle.handle(waiting.removeFirst(), at: now) {
        switch effect {
        case .send(let serial, let sequence, let event):
          hear(event, lifecycle.app(of: serial))
          waiting.append(.app(serial, .acknowledged(sequence)))
        case .freeze(let serial):
          if let app = lifecycle.app(of: serial) { sleeping.insert(app) }
          waiting.append(.kernel(serial, .froze()))
        case .thaw(let serial):
          if let app = lifecycle.app(of: serial) { sleeping.remove(app) }
        default: break
        }
      }
    }
  }

  private mutating func hear(_ event: Event, _ app: AppID?) {
    guard let app else { return }
    if sleeping.contains(app) { stray += 1 }
    guard case .aside(.notice(let notice)) = event else { return }
    views[app]?.hear(notice, app, facts)
    kinds[app, default: []].append(notice.kind)
  }
}

extension FactChange {
  fileprivate static func random(_ random: inout SeededGenerator, apps: [AppID]) -> FactChange {
    let name = "thing \(random.below(5))"
    let number = random.below(10)
    let isOn = random.below(2) == 0
    return switch random.below(13) {
    case 0: .orientation(DeviceOrientation.allCases[random.below(6)])
    case 1: .time(isOn ? .zone("Etc/GMT-\(number)") : .jump(seconds: Int64(number)))
    case 2: .battery(level: Double(number) / 10, state: nil)
    case 3: .battery(level: nil, state: Battery.State.allCases[random.below(3)])
    case 4: .proximity(isNear: isOn)
    case 5: .accessory(name: name, isConnected: isOn)
    case 6: .display(name: name, isConnected: isOn)
    case 7: .displayMode(name: name, mode: "\(number)")
    case 8: .setting(app: apps[random.below(apps.count)], key: name, value: "\(number)")
    case 9: .locale("locale \(number)")
    case 10: .account(isOn ? nil : name)
    case 11: .volume(Double(number) / 10)
    default: isOn ? .protectedFiles(areAvailable: number < 5) : .network(Network.allCases[number % 3])
    }
  }
}
