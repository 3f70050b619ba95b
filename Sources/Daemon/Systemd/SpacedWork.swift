// Work that keeps the loop for some milliseconds, such as the start of a process, of which much may be due at one moment.

/// Does the first pieces at once. After those the loop is everybody else's for as long as each has taken.
@MainActor package final class SpacedWork {
  private let turns: Turns
  private let lane: Int

  /// - Parameter atOnce: nanoseconds; pieces that take no longer together are done one right after the other.
  package init(on loop: EventLoop, atOnce: UInt64 = 0) {
    turns = Turns(on: loop, atOnce: atOnce)
    lane = turns.addLane()
  }

  /// Work that has its time together with another, since much of both may be due at one moment: two halves of the loop would leave
  /// nothing to everybody else. They take turns, so that a few pieces of one do not wait for all of the other.
  package init(besides other: SpacedWork) {
    turns = other.turns
    lane = turns.addLane()
  }

  /// Whether a piece would be done at once.
  package var isFree: Bool { turns.isFree }

  package func take(_ work: @escaping () -> Void) {
    if turns.isFree { turns.perform(work) } else { turns.append(work, to: lane) }
  }

  /// Does it at once, as befits one that ``isFree`` allows, or that is too short to wait. Such a piece needs no closure that is kept.
  package func perform(_ work: () -> Void) { turns.perform(work) }
}

/// The time of one or more kinds of work, and the pieces of each that wait for it.
@MainActor private final class Turns {
  private unowned let loop: EventLoop
  private let atOnce: UInt64
  private var lanes: [[() -> Void]] = []
  private var count = 0
  /// Whose turn it is.
  private var next = 0
  private var timer: TimerSource?
  /// CLOCK_MONOTONIC in nanoseconds: when the others have had as much of the loop.
  private var free: UInt64 = 0
  /// While a piece is under way, which may bring about others.
  private var isBusy = false

  init(on loop: EventLoop, atOnce: UInt64) {
    self.loop = loop
    self.atOnce = atOnce
  }

  func addLane() -> Int {
    lanes.append([])
    return lanes.count - 1
  }

  var isFree: Bool { (!isBusy || atOnce > 0) && count == 0 && monotonicNow() + atOnce >= free }

  func append(_ work: @escaping () -> Void, to lane: Int) {
    lanes[lane].append(work)
    count += 1
    if count == 1, !isBusy { wait() }
  }

  func perform(_ work: () -> Void) {
    // One that belongs to another counts with that.
    if isBusy { return work() }
    let began = monotonicNow()
    isBusy = true
    work()
    isBusy = false
    free = max(free, began) + 2 * (monotonicNow() - began)
    if count > 0 { wait() }
  }

  private func wait() {
    do {
      let timer = try timer ?? loop.timer(priority: .request) { [unowned self] in goOn() }
      self.timer = timer
      timer.rearm(at: free - atOnce)
    } catch {
      // Without memory for a timer, nobody is kept waiting for ever.
      goOn()
    }
  }

  private func goOn() {
    while lanes[next].isEmpty { next = (next + 1) % lanes.count }
    let work = lanes[next].removeFirst()
    count -= 1
    next = (next + 1) % lanes.count
    perform(work)
  }

  isolated deinit { timer?.close() }
}
