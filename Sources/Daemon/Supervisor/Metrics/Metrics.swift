// The counters of `roostctl metrics`: plain integers, from zero at the start of this daemon.
import AppLink
import LifecycleModel
import Reporting
import Systemd

/// Hears of every input and every effect. Counting takes no allocation but for a key that is new.
struct Metrics {
  private(set) var launches: UInt64 = 0
  private(set) var suspensions: UInt64 = 0
  private(set) var resumptions: UInt64 = 0
  private(set) var kills: UInt64 = 0
  private(set) var sent: UInt64 = 0
  private(set) var requests: UInt64 = 0
  private(set) var refusals: UInt64 = 0
  /// By the reason's word.
  private(set) var exits: [String: UInt64] = [:]
  private(set) var deadlines: [Step: UInt64] = [:]

  private(set) var callbackTimes = Histogram()
  private(set) var launchTimes = Histogram()
  private(set) var suspensionTimes = Histogram()
  private(set) var requestTimes = Histogram()

  private var launching: [ProcessSerial: Instant] = [:]
  private var freezing: [ProcessSerial: Instant] = [:]
  private var waiting: [RequestID: Instant] = [:]

  mutating func takes(_ input: Input, at now: Instant) {
    switch input {
    case .wish(_, let request):
      requests += 1
      waiting[request.id] = now
    case .app(let serial, .acknowledged):
      // The first event that is acknowledged is the launch.
      guard !launching.isEmpty, let start = launching.removeValue(forKey: serial) else { return }
      launchTimes.add(now.since(start))
    case .kernel(let serial, .froze):
      guard let start = freezing.removeValue(forKey: serial) else { return }
      suspensions += 1
      suspensionTimes.add(now.since(start))
    case .kernel(let serial, .exited), .kernel(let serial, .spawnFailed):
      launching[serial] = nil
      freezing[serial] = nil
    case .app, .kernel, .memory, .installed, .removed, .policyChanged, .recalled, .found, .passcodeChanged,
      .calendar, .transfer, .due, .shutdown, .restored:
      break
    }
  }

  mutating func does(_ effect: Effect) {
    switch effect {
    case .spawn(let serial, _, _):
      launches += 1
      launching[serial] = .now
    case .send: sent += 1
    case .freeze(let serial): freezing[serial] = .now
    case .thaw(let serial):
      // One that was not stopped yet is not resumed.
      if freezing.removeValue(forKey: serial) == nil { resumptions += 1 }
    case .kill: kills += 1
    case .answer(let request, let outcome):
      if case .refused = outcome { refusals += 1 }
      if let start = waiting.removeValue(forKey: request) { requestTimes.add(Instant.now.since(start)) }
    case .store(.record(let record)): exits[record.reason.word, default: 0] += 1
    case .report(.callback(_, _, _, let took)): callbackTimes.add(took)
    case .report(.deadline(_, let step, _, _)): deadlines[step, default: 0] += 1
    case .reply, .replyWhenStored, .unseal, .inspect, .sampleCPU, .arm, .store, .keepPicture, .forgetPicture,
      .eraseData, .keys, .memory, .transfers, .report, .shutdownComplete:
      break
    }
  }
}

/// Times by how long they were.
struct Histogram {
  /// Nanoseconds; a time belongs to every bound that it does not exceed, as Prometheus counts.
  static let bounds: [UInt64] = [
    1_000_000, 5_000_000, 10_000_000, 50_000_000, 100_000_000, 500_000_000, 1_000_000_000, 5_000_000_000,
    10_000_000_000, 30_000_000_000,
  ]

  /// By bound; longer times are in ``count`` alone.
  private(set) var counts = [UInt64](repeating: 0, count: bounds.count)
  private(set) var count: UInt64 = 0
  /// In nanoseconds.
  private(set) var sum: UInt64 = 0

  mutating func add(_ duration: Duration) {
    let nanoseconds = duration.wholeNanoseconds
    count += 1
    sum = sum.addingReportingOverflow(nanoseconds).partialValue
    for (index, bound) in Self.bounds.enumerated() where nanoseconds <= bound { counts[index] += 1 }
  }
}
