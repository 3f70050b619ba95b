// Work that keeps the loop for some milliseconds, such as the start of a process, of which much may be due at one moment.

/// Does the first pieces at once. After those the loop is everybody else's for as long as each has taken.
@MainActor package final class SpacedWork {
  private let turns: Turns
  private let lane: Int

  /// - Parameter atOnce: nanoseconds; pieces that take no longer together are done one right after the other.
  package init(on loop: EventLoop, atOnce: UInt64 = 0) {
    turns = Turns(on: loop)
    lane = turns.addLane(atOnce: atOnce)
  }

  /// Work that has its time together with another, since much of both may be due at one moment: two halves of the loop would leave
  /// nothing to everybody else. Of kinds that wait each has as much time, so that short pieces do not wait for all the long ones.
  ///
  /// - Parameter atOnce: nanoseconds that both have taken after which pieces of this one still are done at once.
  package init(besides other: SpacedWork, atOnce: UInt64) {
    turns = other.turns
    lane = turns.addLane(atOnce: atOnce)
  }

  /// Whether a piece would be done at once.
  package var isFree: Bool { turns.isFree(for: lane) }

  package func take(_ work: @escaping () -> Void) {
    if isFree { turns.perform(work, of: lane) } else { turns.append(work, to: lane) }
  }

  /// Work in pieces of a millisecond or two, of which each says whether it leaves another: a turn of the loop lies between one and the
  /// next in any case, and all that others have waited for by then.
  package func takePieces(_ piece: @escaping () -> Bool) {
    take { [weak self] in self?.goOn(with: piece) }
  }

  private func goOn(with piece: @escaping () -> Bool) {
    guard piece() else { return }
    turns.append({ [weak self] in self?.goOn(with: piece) }, to: lane)
  }

  /// Does it at once, as befits one that ``isFree`` allows, or that is too short to wait. Such a piece needs no closure that is kept.
  package func perform(_ work: () -> Void) { turns.perform(work, of: lane) }
}

/// The time of one or more kinds of work, and the pieces of each that wait for it.
@MainActor private final class Turns {
  private unowned let loop: EventLoop
  private var lanes = FairLanes<() -> Void>()
  /// Of each lane.
  private var atOnce: [UInt64] = []
  private var timer: TimerSource?
  /// CLOCK_MONOTONIC in nanoseconds: when the others have had as much of the loop.
  private var free: UInt64 = 0
  /// While a piece is under way, which may bring about others.
  private var isBusy = false

  init(on loop: EventLoop) { self.loop = loop }

  func addLane(atOnce: UInt64) -> Int {
    self.atOnce.append(atOnce)
    return lanes.addLane()
  }

  func isFree(for lane: Int) -> Bool {
    (!isBusy || atOnce[lane] > 0) && lanes.count == 0 && monotonicNow() + atOnce[lane] >= free
  }

  func append(_ work: @escaping () -> Void, to lane: Int) {
    lanes.append(work, to: lane)
    if !isBusy { wait() }
  }

  func perform(_ work: () -> Void, of lane: Int) {
    // One that belongs to another counts with that.
    if isBusy { return work() }
    let began = monotonicNow()
    isBusy = true
    work()
    isBusy = false
    let time = monotonicNow() - began
    free = max(free, began) + 2 * time
    lanes.charge(time, to: lane)
    wait()
  }

  private func wait() {
    guard let next = lanes.next else { return }
    do {
      let timer = try timer ?? loop.timer(priority: .request) { [unowned self] in goOn() }
      self.timer = timer
      timer.rearm(at: free - atOnce[next])
    } catch {
      // Without memory for a timer, nobody is kept waiting for ever.
      goOn()
    }
  }

  private func goOn() {
    guard let next = lanes.next else { return }
    perform(lanes.removeFirst(of: next), of: next)
  }

  isolated deinit { timer?.close() }
}
