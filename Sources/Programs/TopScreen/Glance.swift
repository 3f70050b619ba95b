// The device as it was seen last, and what has happened since.
package import ControlAPI

package struct Glance: Sendable {
  /// The number of events and exits that are kept.
  static let kept = 200

  package private(set) var apps: [AppStatus] = []
  package private(set) var device: DeviceInterface.GetState.Reply?
  package var memory: MemoryInterface.Get.Reply?
  /// When memory and tasks were asked for.
  package var memoryAt: Int64 = 0
  package var tasks: [ScheduledTask] = []
  /// The latest last.
  package private(set) var exits: [ExitRecord] = []
  /// Those that callbacks enter are left out: the app's status has them. The latest last.
  private(set) var events: [MonitorEvent] = []
  /// Parts of one processor that apps have used between the last two looks.
  private(set) var shares: [String: Double] = [:]
  /// CLOCK_MONOTONIC in nanoseconds, as all times here.
  private(set) var lookedAt: Int64 = 0
  private var cpuBefore: [String: Use] = [:]
  /// When each assertion was first seen.
  private var held: [HeldAssertion: Int64] = [:]

  private struct Use: Sendable {
    let pid: Int64
    let cpu: Int64
  }

  private struct HeldAssertion: Hashable, Sendable {
    let app: String
    let kind: String
    let id: Int64
  }

  package init(exits: [ExitRecord] = []) { self.exits = exits.suffix(Self.kept) }

  /// Takes in a look at the device.
  package mutating func saw(_ apps: [AppStatus], _ device: DeviceInterface.GetState.Reply?, at now: Int64) {
    let passed = now - lookedAt
    shares = [:]
    for app in apps {
      guard let pid = app.pid, let before = cpuBefore[app.id], before.pid == pid, passed > 0 else { continue }
      shares[app.id] = Double(max(0, app.cpu.adding(-before.cpu))) / Double(passed)
    }
    cpuBefore = [:]
    for app in apps { if let pid = app.pid { cpuBefore[app.id] = Use(pid: pid, cpu: app.cpu) } }
    var held: [HeldAssertion: Int64] = [:]
    for assertion in apps.flatMap(\.assertions) { held[Self.key(assertion)] = self.held[Self.key(assertion)] ?? now }
    (self.apps, self.device, self.held, lookedAt) = (apps, device, held, now)
  }

  package mutating func heard(_ event: MonitorEvent) {
    switch event.kind {
    case .entering: return
    case .exit(let record): exits = (exits + [record]).suffix(Self.kept)
    case .state, .callback, .deadline, .device, .notice: break
    }
    events.append(event)
    // Seldom, and then many at once.
    if events.count > 2 * Self.kept { events.removeFirst(Self.kept) }
  }

  /// Nanoseconds for which an assertion has been seen.
  func age(of assertion: Assertion, at now: Int64) -> Int64 { now - (held[Self.key(assertion)] ?? now) }

  /// Whether something is shown that changes with time alone.
  package var isCounting: Bool {
    apps.contains { $0.callback != nil || !$0.assertions.isEmpty || !$0.deadlines.isEmpty }
  }

  /// Whether an app may use processor time or memory.
  package var isRunning: Bool {
    apps.contains {
      switch $0.state {
      case .inactive, .active, .background: true
      case .notRunning, .suspended: false
      }
    }
  }

  private static func key(_ assertion: Assertion) -> HeldAssertion {
    HeldAssertion(app: assertion.app, kind: assertion.kind, id: assertion.id)
  }
}
