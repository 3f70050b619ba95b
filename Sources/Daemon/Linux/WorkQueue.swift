// Work that takes time or waits for a disk, done off the loop's thread.
import Dispatch
import Synchronization

/// Does one piece of work after the other, on a thread that is there as long as there is work. To hand some in never waits,
/// also where there can be no thread for it (``ThreadStarter``). Work that is patient lets the other go first: many clients may ask for
/// much at one moment.
package nonisolated final class WorkQueue: Sendable {
  private typealias Work = @Sendable () -> Void

  /// The pieces that go before a patient one and have come after it, so that it waits for an end also when they come without one.
  package static let mostBefore = 16

  private nonisolated struct Waiting {
    private var coming: [Work] = []
    /// The first is the last.
    private var going: [Work] = []
    /// With the number of the others that had come before.
    private var patient: [(work: Work, place: Int)] = []
    /// The pieces that are not patient: those that have come, and those that have had their turn.
    private var came = 0
    private var begun = 0
    /// Those that had their turn before the last patient one.
    private var lastPatient = 0
    /// Whether a thread has been asked for, and has not looked for the last time.
    private var isAskedFor = false

    /// Whether a thread is to be asked for.
    mutating func add(_ work: @escaping Work, isPatient: Bool) -> Bool {
      if isPatient {
        patient.append((work, came))
      } else {
        coming.append(work)
        came += 1
      }
      defer { isAskedFor = true }
      return !isAskedFor
    }

    mutating func next() -> Work? {
      if let first = patient.first,
        begun == came || begun >= max(first.place, lastPatient) + WorkQueue.mostBefore
      {
        lastPatient = begun
        return patient.removeFirst().work
      }
      if going.isEmpty {
        going = coming.reversed()
        coming = []
      }
      guard let next = going.popLast() else {
        isAskedFor = false
        return nil
      }
      begun += 1
      return next
    }
  }

  private let starter: ThreadStarter
  private let waiting = Mutex(Waiting())
  /// Whoever does the work: the thread, or the caller of ``sync(_:)``.
  private let turn = DispatchSemaphore(value: 1)

  package init(on starter: ThreadStarter = .shared) { self.starter = starter }

  /// - Parameter isPatient: whether it waits for all that was handed in before, and for some of what comes after it.
  package func async(isPatient: Bool = false, _ work: @escaping @Sendable () -> Void) {
    let isFirst = waiting.withLock { $0.add(work, isPatient: isPatient) }
    if isFirst { starter.start { [self] in takeTurn {} } }
  }

  /// Does it when everything is done that was handed in before, and waits: for no thread, since the caller's does the rest.
  package func sync<Answer>(_ work: () -> Answer) -> Answer { takeTurn(work) }

  private func takeTurn<Answer>(_ last: () -> Answer) -> Answer {
    turn.wait()
    defer { turn.signal() }
    // Each is let go of when it is done, with all that it holds: those behind it may take long.
    while let work = waiting.withLock({ $0.next() }) { work() }
    return last()
  }
}
