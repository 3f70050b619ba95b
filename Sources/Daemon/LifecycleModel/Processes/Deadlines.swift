// The deadlines of one process: one countdown a step, and the alarms that are set for them.

/// They run only while the daemon lets the app run.
public struct Deadlines: Hashable, Codable, Sendable {
  private let process: ProcessSerial
  private var countdowns: [Countdown] = []
  /// Somebody outside has stopped the app's first process, and the app is left so (BG9). Other processes of it may run, and
  /// those that limit them count on.
  var isStoppedFromOutside = false
  /// A debugger holds the app (DB2): those that would run without it. Nil where none does.
  private var held: [Step]?

  /// A daemon that runs is on time by this much.
  public static let lateness = Duration.milliseconds(100)

  private enum CodingKeys: String, CodingKey {
    case process, countdowns
    /// The name is of a time when all of them stood still then.
    case isStoppedFromOutside = "areHalted"
    case held
  }

  init(of process: ProcessSerial) { self.process = process }

  /// The countdown of `step`, running or not.
  subscript(step: Step) -> Countdown? { countdowns.first { $0.step == step } }

  /// Those that do not stand still, in the order in which they were started.
  public var running: [Countdown] { countdowns.filter(\.isRunning) }

  func has(_ step: Step) -> Bool { countdowns.contains { $0.step == step } }

  /// Whether one runs for an answer of the app.
  var awaitAnswer: Bool { countdowns.contains { $0.isRunning && $0.step.isForAnswer } }

  private func index(of step: Step) -> Int? { countdowns.firstIndex { $0.step == step } }

  /// Starts the deadline of `step` with its whole limit.
  mutating func start(_ step: Step, _ turn: inout Turn) {
    start(step, limit: turn.policy.limit(for: step), &turn)
  }

  /// Starts the deadline of `step` with a limit of its own.
  mutating func start(_ step: Step, limit: Duration, _ turn: inout Turn) {
    countdowns.removeAll { $0.step == step }
    countdowns.append(Countdown(step, limit: limit))
    run(countdowns.count - 1, &turn)
  }

  /// Lets the deadline of `step` run on from where it stood, or starts it.
  mutating func resumeOrStart(_ step: Step, _ turn: inout Turn) {
    if let index = index(of: step) { run(index, &turn) } else { start(step, &turn) }
  }

  mutating func pause(_ step: Step, _ turn: inout Turn) {
    guard let index = index(of: step) else { return }
    // An answer is heard before the clock rings, so nobody has said that the daemon is late.
    if step.hasTurnOfDaemon { countdowns[index].forgive(at: turn.now, lateness: Self.lateness) }
    pause(index, &turn)
  }

  /// The daemon comes late to one that is over.
  mutating func forgive(_ step: Step, _ turn: inout Turn) {
    guard step.hasTurnOfDaemon, let index = index(of: step), countdowns[index].forgive(at: turn.now) else { return }
    if let due = countdowns[index].due { turn.emit(.arm(.step(process, step), at: due)) }
  }

  mutating func stop(_ step: Step, _ turn: inout Turn) {
    guard let index = index(of: step) else { return }
    held?.removeAll { $0 == step }
    if countdowns[index].isRunning { turn.emit(.arm(.step(process, step), at: nil)) }
    countdowns.remove(at: index)
  }

  /// The app is about to be stopped by the daemon: it uses up nothing.
  mutating func pauseAll(_ turn: inout Turn) {
    isStoppedFromOutside = false
    for index in countdowns.indices { pause(index, &turn) }
  }

  /// The app runs again: those deadlines run on that were not standing still for a reason of their own.
  mutating func resume(_ turn: inout Turn, where runsOn: (Step) -> Bool) {
    isStoppedFromOutside = false
    for index in countdowns.indices where runsOn(countdowns[index].step) { run(index, &turn) }
  }

  /// A debugger holds the app, whose deadlines stand still with their whole time (DB2).
  mutating func hold(_ turn: inout Turn) {
    guard held == nil else { return }
    isStoppedFromOutside = false
    let running = countdowns.filter(\.isRunning).map(\.step)
    for index in countdowns.indices {
      pause(index, &turn)
      countdowns[index].rewind()
    }
    held = running
  }

  /// It has left: those run that would have run without it.
  mutating func release(_ turn: inout Turn) {
    guard let steps = held else { return }
    held = nil
    for index in countdowns.indices where steps.contains(countdowns[index].step) { run(index, &turn) }
  }

  mutating func stopAll(_ turn: inout Turn) {
    silence(&turn)
    countdowns = []
    if held != nil { held = [] }
  }

  /// The process is gone, and its clocks must not ring.
  func silence(_ turn: inout Turn) {
    for countdown in countdowns where countdown.isRunning {
      turn.emit(.arm(.step(process, countdown.step), at: nil))
    }
  }

  /// The deadline of its step is the running `countdown` from now on.
  mutating func time(_ countdown: Countdown, _ turn: inout Turn) {
    let before = index(of: countdown.step)
    if let before, countdowns[before].due == countdown.due { return }
    if let before { countdowns.remove(at: before) }
    if held != nil {
      countdowns.append(Countdown(countdown.step, limit: countdown.limit))
      return hold(countdown.step)
    }
    countdowns.append(countdown)
    if let due = countdown.due { turn.emit(.arm(.step(process, countdown.step), at: due)) }
  }

  /// Effects that set the alarms of those that run as they are set.
  var clocks: [Effect] {
    countdowns.compactMap { countdown in countdown.due.map { .arm(.step(process, countdown.step), at: $0) } }
  }

  private mutating func run(_ index: Int, _ turn: inout Turn) {
    if held != nil { return hold(countdowns[index].step) }
    countdowns[index].run(at: turn.now)
    if let due = countdowns[index].due { turn.emit(.arm(.step(process, countdowns[index].step), at: due)) }
  }

  /// It runs when the debugger has left.
  private mutating func hold(_ step: Step) {
    held?.removeAll { $0 == step }
    held?.append(step)
  }

  private mutating func pause(_ index: Int, _ turn: inout Turn) {
    held?.removeAll { $0 == countdowns[index].step }
    guard countdowns[index].isRunning else { return }
    countdowns[index].pause(at: turn.now)
    turn.emit(.arm(.step(process, countdowns[index].step), at: nil))
  }
}
