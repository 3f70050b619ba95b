// A kernel and apps made up around the model: effects are carried out, and what they lead to waits to be played.
import LifecycleModel

/// What a world is made of.
struct Setting: Hashable, CustomStringConvertible {
  var slots = 1
  var multitasking = true
  var apps = 3
  /// The last app is one that exits on suspend (BG7).
  var hasOldApp = true

  var description: String { "slots: \(slots), multitasking: \(multitasking), apps: \(apps), hasOldApp: \(hasOldApp)" }
  func id(_ index: Int) -> AppID { AppID("app\(index % apps)") }
}

struct World {
  /// What waits to come true.
  enum Pending: Hashable {
    case spawned, hello, acknowledge(EventSequence), froze, exit(ExitStatus)
  }

  let setting: Setting
  private(set) var model: Lifecycle
  private(set) var now = Instant(nanoseconds: 1_000_000_000)
  private(set) var pending: [(serial: ProcessSerial, what: Pending)] = []
  private(set) var timers: [Timer: Instant] = [:]
  var witness: Witness
  private var lastRequest: UInt64 = 0

  struct Timer: Hashable {
    let serial: ProcessSerial
    let step: Step
  }

  init(_ setting: Setting) {
    self.setting = setting
    model = Lifecycle(
      policy: Policy(
        launch: .milliseconds(50), comeForward: .milliseconds(50), leave: .milliseconds(50),
        terminate: .milliseconds(50), backgroundTasks: .milliseconds(100), expiration: .milliseconds(50),
        foregroundSlots: setting.slots, multitasking: setting.multitasking))
    witness = Witness(slots: setting.slots)
    for index in 0..<setting.apps {
      let old = setting.hasOldApp && index == setting.apps - 1
      handle(.installed(AppDescription(id: setting.id(index), style: .app, exitsOnSuspend: old)))
    }
  }

  /// Hands the model an input, checks what it answers against every invariant, and carries it out.
  mutating func handle(_ input: Input) {
    if witness.complaint != nil { return }
    witness.before(input)
    for effect in model.handle(input, at: now) {
      witness.see(effect, at: now)
      carryOut(effect)
    }
    witness.after(model, timers)
  }

  private mutating func carryOut(_ effect: Effect) {
    switch effect {
    case .spawn(let serial, _, _): pending += [(serial, .spawned), (serial, .hello)]
    case .send(let serial, let sequence, _): pending.append((serial, .acknowledge(sequence)))
    case .freeze(let serial): pending.append((serial, .froze))
    case .kill(let serial): pending.append((serial, .exit(.signaled(9))))
    case .arm(let serial, let step, let due): timers[Timer(serial: serial, step: step)] = due
    case .disarm(let serial, let step): timers[Timer(serial: serial, step: step)] = nil
    case .reply, .thaw, .answer, .record, .report, .shutdownComplete: break
    }
  }

  mutating func request() -> Request {
    lastRequest += 1
    let request = Request(id: RequestID(number: lastRequest), answer: lastRequest % 5 == 0 ? .whenTaken : .whenDone)
    witness.asked(request.id)
    return request
  }

  /// The nth process that lives.
  func process(_ index: Int) -> ProcessSerial? {
    let alive = witness.alive.sorted { $0.number < $1.number }
    return alive.isEmpty ? nil : alive[index % alive.count]
  }

  /// The nth pending thing comes true, or fails where it can. What one process does comes in order; processes do not
  /// wait for each other.
  mutating func play(_ index: Int, failing: Bool) {
    guard !pending.isEmpty else { return }
    let serial = pending[index % pending.count].serial
    guard let first = pending.firstIndex(where: { $0.serial == serial }) else { return }
    switch pending.remove(at: first).what {
    case .spawned where failing:
      pending.removeAll { $0.serial == serial }
      handle(.spawnFailed(serial, "no such file"))
    case .spawned: handle(.spawned(serial, pid: Int32(truncatingIfNeeded: serial.number)))
    case .hello: handle(.hello(serial, protocolVersion: 1))
    case .acknowledge(let sequence):
      let isLast = witness.isTerminating(serial)
      handle(.acknowledged(serial, sequence))
      if isLast { pending.append((serial, .exit(.exited(code: 0)))) }
    case .froze where failing: handle(.freezeFailed(serial, "EPERM"))
    case .froze:
      witness.froze(serial)
      handle(.froze(serial))
    case .exit(let status): end(serial, status)
    }
  }

  mutating func end(_ serial: ProcessSerial, _ status: ExitStatus) {
    witness.ended(serial)
    handle(.exited(serial, status, Usage()))
  }

  mutating func wait(_ milliseconds: Int) {
    let until = now + .milliseconds(milliseconds)
    while let (timer, due) = timers.min(by: { ($0.value, $0.key.serial.number) < ($1.value, $1.key.serial.number) }),
      due <= until, witness.complaint == nil
    {
      now = max(now, due)
      timers[timer] = nil
      handle(.due(timer.serial, timer.step))
    }
    now = until
  }

  /// From now on every app behaves, until nothing is left to happen.
  mutating func comeToRest() {
    for serial in witness.alive.subtracting(witness.frozen) { handle(.continuedFromOutside(serial)) }
    for _ in 0..<2_000 where witness.complaint == nil {
      if !pending.isEmpty {
        play(0, failing: false)
      } else if !timers.isEmpty {
        wait(100)
      } else {
        break
      }
    }
    witness.atRest(model, isQuiet: pending.isEmpty && timers.isEmpty)
  }
}
