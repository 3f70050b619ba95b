// The events that can come behind the screen in a random life of a device: wakes, activities, planned work, keys,
// limits.

import LifecycleModel

enum WakeWish: CaseIterable { case push, fetch, location, accessory, bluetooth }

enum BackgroundMove {
  case wake(WakeWish)
  case beginActivity(BackgroundMode)
  case submit(identifier: Int, TaskKind, halfSeconds: Int?, needsPower: Bool, needsNetwork: Bool)
  /// Nil: all.
  case cancel(identifier: Int?)
  case list
  /// BX8; nil: the only one.
  case runTask(identifier: Int?)
  case expireTask(identifier: Int?)
  /// `after` as many seconds in which no timer fired.
  case askKey(ProtectionClass, after: Int)
  /// The kernel will say this of the process from now on.
  case hold(Holdings)
  case load(percent: Int)
  case passcode(isSet: Bool)
  case restart(recallsFirst: Bool)
}

extension World {
  mutating func make(_ move: BackgroundMove, _ app: Int, _ apps: [AppDescription], waits: Bool) {
    let id = apps[app].id
    switch move {
    case .wake(let wish):
      let wake = wish.wake(nextNumber())
      feed(.wish(.wake(id, wake), request(waits ? .whenDone : .whenTaken)))
    case .beginActivity(let mode): act(id, .request(.beginActivity(mode: mode.rawValue)))
    case .submit(let identifier, let kind, let halfSeconds, let needsPower, let needsNetwork):
      let task = TaskRequest(
        identifier: "\(identifier)", kind: kind, earliest: halfSeconds.map { now + .milliseconds(500 * $0) },
        needsPower: needsPower, needsNetwork: needsNetwork)
      act(id, .request(.schedule(.submit(task))))
    case .cancel(let identifier): act(id, .request(.schedule(.cancel(identifier: identifier.map { "\($0)" }))))
    case .list: act(id, .request(.schedule(.list)))
    case .runTask(let identifier):
      feed(.wish(.runTask(id, identifier.map { "\($0)" }), request(waits ? .whenDone : .whenTaken)))
    case .expireTask(let identifier):
      feed(.wish(.expireTask(id, identifier.map { "\($0)" }), request(waits ? .whenDone : .whenTaken)))
    case .askKey(let kind, let seconds):
      wait(until: now + .seconds(seconds))
      act(id, .request(.protectedKey(kind: kind.rawValue, isPublic: false)))
    case .hold(let holdings): if let process = process(id) { change(process.serial) { $0.holdings = holdings } }
    case .load(let percent): if let process = process(id) { change(process.serial) { $0.load = percent } }
    case .passcode(let isSet): feed(.passcodeChanged(isSet: isSet))
    case .restart(let recallsFirst): restart(apps, recallsFirst: recallsFirst)
    }
  }
}

extension WakeWish {
  /// Each is told from all others, but for a fetch.
  func wake(_ number: Int) -> Wake {
    switch self {
    case .push: .push("{\"number\":\(number)}")
    case .fetch: .fetch
    case .location: .location(latitude: Double(number % 90), longitude: Double(number))
    case .accessory: .accessory(name: "accessory \(number)")
    case .bluetooth: .bluetooth(name: "device \(number)")
    }
  }
}

extension BackgroundMove {
  static func random(_ random: inout SeededGenerator) -> BackgroundMove {
    switch random.below(44) {
    case 0..<14: .wake(WakeWish.allCases[random.below(5)])
    case 14..<17: .beginActivity([.audio, .location, .voip, .fetch][random.below(4)])
    case 17..<25:
      .submit(
        identifier: random.below(3), random.below(2) == 0 ? .refresh : .processing,
        halfSeconds: random.below(2) == 0 ? nil : random.below(30), needsPower: random.below(3) == 0,
        needsNetwork: random.below(3) == 0)
    case 25..<27: .cancel(identifier: random.below(3) == 0 ? nil : random.below(3))
    case 27: .list
    case 28..<33: .askKey(ProtectionClass.allCases[random.below(4)], after: 3 * random.below(3))
    case 33..<35: .hold(holdings[random.below(holdings.count)])
    case 35..<37: .load(percent: 50 * random.below(3))
    case 37..<39: .passcode(isSet: random.below(3) > 0)
    case 39..<41: .runTask(identifier: random.below(2) == 0 ? nil : random.below(3))
    case 41..<43: .expireTask(identifier: random.below(2) == 0 ? nil : random.below(3))
    default: .restart(recallsFirst: random.below(2) == 0)
    }
  }

  private static let holdings = [
    Holdings(), Holdings(), Holdings(resources: [Holdings.Resource(kind: "camera", path: "/dev/video0")]),
    Holdings(resources: [Holdings.Resource(kind: "audio", path: "/dev/snd/pcm")]), Holdings(locks: ["/srv/shared"]),
  ]
}
