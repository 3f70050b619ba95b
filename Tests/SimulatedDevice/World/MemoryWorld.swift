// The simulated world with a kernel that accounts memory: footprints, swap, and what ended apps leave behind.

import LifecycleModel

let MiB: UInt64 = 1 << 20

struct MemoryWorld {
  var world: World
  /// The memory that each process holds in its children, and leaves behind when it ends.
  private var children: [ProcessSerial: UInt64] = [:]
  /// The memory of children that ended apps have left, and nobody has ended yet.
  private(set) var orphans: UInt64 = 0
  private var swapped: [ProcessSerial: UInt64] = [:]
  var swapFree: UInt64 = 0
  var total: UInt64 = 4096 * MiB
  /// The kernel answers when it is asked, or when a test lets it.
  var answersAtOnce = true
  let initial: UInt64

  init(_ world: World, initial: UInt64 = 20 * MiB) {
    self.world = world
    self.initial = initial
    self.world.memory = MemoryLaws(policy: world.lifecycle.policy)
  }

  /// These apps are installed, and nothing runs.
  init(_ apps: [AppDescription], policy: Policy = Policy(), initial: UInt64 = 20 * MiB) {
    self.init(World(policy: policy), initial: initial)
    for app in apps { feed(.installed(app)) }
  }

  var laws: MemoryLaws { world.memory ?? MemoryLaws(policy: Policy()) }
  var memory: MemoryPressure { world.lifecycle.memory }
  var broken: String? { world.laws.broken ?? laws.broken }

  // MARK: The kernel

  func process(_ app: AppID) -> SimulatedProcess? { world.process(app) }

  /// All that lives; a new process has what every process has at first.
  private mutating func account() {
    for place in world.living where world.processes[place].footprint == nil {
      world.change(world.processes[place].serial) { $0.footprint = initial }
    }
    let living = Set(world.living.map { world.processes[$0].serial })
    for (serial, bytes) in children where !living.contains(serial) {
      orphans += bytes
      children[serial] = nil
    }
  }

  /// The memory that apps hold; swap is not in it.
  var pool: UInt64 {
    world.living.reduce(orphans) { sum, place in
      let process = world.processes[place]
      let held = (process.footprint ?? initial) + children[process.serial, default: 0]
      return sum + held - swapped[process.serial, default: 0]
    }
  }

  mutating func grow(_ app: AppID, to bytes: UInt64) {
    guard let process = process(app), process.isAlive, process.freeze != .done else { return }
    world.change(process.serial) { $0.footprint = bytes }
  }

  /// The app has forked while it was being killed, or at any other time.
  mutating func fork(_ app: AppID, holding bytes: UInt64) {
    guard let process = process(app), process.isAlive else { return }
    children[process.serial, default: 0] += bytes
  }

  mutating func endOrphans() { orphans = 0 }

  /// Answers the oldest thing that memory policy asked for; false when it waits for nothing.
  @discardableResult
  mutating func answer() -> Bool {
    account()
    guard let asked = world.memory?.takePending() else { return false }
    switch asked {
    case .measure(let serials):
      let living = world.living.map { world.processes[$0] }.filter { serials.contains($0.serial) }
      let footprints = living.map { ($0.serial, ($0.footprint ?? initial) + children[$0.serial, default: 0]) }
      let measurement = MemoryMeasurement(
        footprints: Dictionary(uniqueKeysWithValues: footprints), pool: pool, freeing: orphans, total: total,
        swapFree: swapFree)
      world.feed(.memory(.measured(measurement)))
    case .pushOut(let serial):
      let place = world.living.first { world.processes[$0].serial == serial && world.processes[$0].freeze == .done }
      let bytes = place.map { (world.processes[$0].footprint ?? initial) - swapped[serial, default: 0] } ?? 0
      let moved = min(bytes, swapFree)
      swapped[serial, default: 0] += moved
      swapFree -= moved
      world.feed(.memory(.pushedOut(serial, freed: moved)))
    case .jetsam: break
    }
    return true
  }

  // MARK: Doing

  mutating func feed(_ input: Input) { with { $0.feed(input) } }

  @discardableResult
  mutating func ask(_ wish: Wish) -> Request { with { $0.ask(wish) } }

  /// Asks for something, lets everybody behave, and says what the answer was if there was one without time passing.
  @discardableResult
  mutating func make(_ wish: MemoryWish) -> Outcome? {
    let request = ask(.memory(wish))
    play()
    return world.outcome(request)
  }

  /// Lets `body` happen, and the kernel answer what memory policy asks for because of it.
  @discardableResult
  mutating func with<Result>(_ body: (inout World) -> Result) -> Result {
    account()
    let result = body(&world)
    account()
    while answersAtOnce, answer() {}
    return result
  }

  /// Everybody behaves, and the kernel answers, until nothing is left to do at this moment.
  mutating func play() {
    for _ in 0..<200 {
      let looks = laws.looks.count
      with { $0.play() }
      while answer() {}
      let isKilling = world.living.contains { world.processes[$0].isKilled }
      if laws.looks.count == looks, !isKilling { return }
    }
    world.memory?.break("looks come to an end")
  }

  /// Lets time pass, with every timer firing when it is due.
  mutating func pass(_ duration: Duration) {
    let end = world.now + duration
    for _ in 0..<100_000 {
      guard let due = laws.timer, due <= end else {
        return with { $0.pass(end.since($0.now)) }
      }
      with { $0.pass(due.since($0.now)) }
      world.memory?.timer = nil
      feed(.due(.memory))
    }
    world.memory?.break("looks are not taken without end")
  }

  /// Lets everybody behave and time pass until all that was begun has ended.
  mutating func settle() {
    answersAtOnce = true
    for _ in 0..<12 {
      play()
      endOrphans()
      pass(.seconds(1))
    }
    play()
  }
}

extension MemoryWorld {
  /// `app` is suspended, with so much memory.
  mutating func suspend(_ app: AppID, holding bytes: UInt64) {
    open(app, holding: bytes)
    home()
  }

  mutating func open(_ app: AppID, holding bytes: UInt64) {
    ask(.launch(app, Launch(), .foreground))
    play()
    grow(app, to: bytes)
  }

  /// `app` runs behind the screen, kept awake by a background task.
  mutating func keepAwake(_ app: AppID, holding bytes: UInt64) {
    open(app, holding: bytes)
    with { $0.act(app, .beginTask) }
    home()
  }

  mutating func home() {
    ask(.home)
    play()
  }

  /// The processes that have ended by now, in order, and the reason of each.
  var ends: [String] {
    world.records.map { record in
      if case .jetsam(let cause) = record.reason { "\(record.app) \(cause.rawValue)" } else { "\(record.app)" }
    }
  }

  var decisions: [MemoryDecision] {
    world.reports.compactMap { if case .memory(.decision(let decision)) = $0 { decision } else { nil } }
  }

  /// The number of warnings of the newest process of an app.
  func warnings(_ app: AppID) -> Int { process(app)?.told.count { $0 == .aside(.memoryWarning) } ?? 0 }
}
