// The time of the loop that goes to measuring apps of many processes, when many such apps are measured in one turn.
import Glibc
import Systemd

/// Each kind of work has some milliseconds for all apps together, and a part of the loop after that. No kind takes the
/// time of another, so that an app whose walk is long has its processes looked at all the same; nor does any kind pay with the time of
/// another what it owes to everybody else.
///
/// The root of each app is always looked at, and an app of a few threads always walked: others must not hide its use.
@MainActor package final class MeasuringTime {
  /// Processes of each app whose looks take no time from crowds.
  package static let few = 8
  /// Threads of an app that is walked in any case.
  static let fewThreads = 16
  /// Processes of a killed app whose tree is walked.
  static let mostToWalk = 256

  /// For the processes of crowds, of which an app has more than a few: some hundred.
  let crowds: Share
  /// For walks of apps of more than a few threads (``WalkedProcesses``).
  let walks: Share
  /// For the first few processes of apps, all but the root: some hundred, so that only dear ones run out of it.
  private let others: Share
  /// For looks that only tell somebody who has asked: one client's list of forty apps with fifty processes each would keep all others
  /// waiting for 25 ms, and for 0.25 s where there are no cgroups. Walks have their time together with looks at crowds.
  package private(set) lazy var asked = MeasuringTime(partOf: self, taken, atOnce: Self.atOnceAsked)
  private static let atOnceAsked: UInt64 = 4_000_000
  /// The one that counts its looks; nil: it counts them itself.
  private unowned let whole: MeasuringTime?
  /// CLOCK_MONOTONIC in nanoseconds.
  private let now: () -> UInt64
  /// So many looks at apps have been begun.
  package private(set) var looks: UInt64 = 0

  /// The time that all kinds of work have taken, those that somebody has asked for among them.
  private let taken: Taken

  package convenience init(now: @escaping () -> UInt64 = monotonicNow) {
    self.init(atOnce: 10_000_000, forOthers: 20_000_000, now: now)
  }

  /// - Parameters: in nanoseconds.
  private init(atOnce: UInt64, forOthers: UInt64, now: @escaping () -> UInt64) {
    whole = nil
    self.now = now
    taken = Taken()
    crowds = Share(atOnce: atOnce, taken: taken, now: now)
    walks = Share(atOnce: atOnce, taken: taken, now: now)
    others = Share(atOnce: forOthers, taken: taken, now: now)
  }

  /// - Parameter atOnce: nanoseconds for walks and crowds together, and as many for the others.
  private init(partOf whole: MeasuringTime, _ taken: Taken, atOnce: UInt64) {
    self.whole = whole
    now = whole.now
    self.taken = taken
    crowds = Share(atOnce: atOnce, taken: taken, now: now)
    walks = crowds
    others = Share(atOnce: atOnce, taken: taken, now: now)
  }

  /// For the looks of one list of all apps. However many turns of the loop these take, they have as much together as in one: nothing is
  /// paid back to them in between.
  package func ofOneList() -> MeasuringTime {
    MeasuringTime(partOf: self, Taken(in: taken, stopped: now()), atOnce: Self.atOnceAsked)
  }

  /// For a look that must miss no process.
  package static var unlimited: MeasuringTime {
    MeasuringTime(atOnce: 1 << 62, forOthers: 1 << 62, now: monotonicNow)
  }

  /// Makes looks at many apps, and whatever goes with them, in one turn of the loop: nobody else has any of it, so that nothing is paid
  /// back meanwhile.
  package func inOneTurn<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = taken.stopped
    if outer == nil { taken.stopped = now() - taken.sum }
    defer {
      if outer == nil, let stopped = taken.stopped { (taken.sum, taken.stopped) = (now() - stopped, nil) }
    }
    return try body()
  }

  /// Looks at the root, and at as many others as there is time for; at none of an older list, since their pids may name
  /// processes of somebody else by now.
  ///
  /// - Parameter begin: which of those behind the first few is the first; moved behind the last that was looked at.
  /// - Returns: those that were not looked at.
  func look<Failure: Error>(
    at listed: ListedProcesses, from begin: inout Int, _ look: (pid_t) throws(Failure) -> Void
  ) throws(Failure) -> [pid_t] {
    (whole ?? self).looks += 1
    guard let root = listed.pids.first else { return [] }
    try look(root)
    let below = listed.pids.dropFirst()
    if below.isEmpty || !listed.isCurrent { return Array(below) }
    let first = Array(below.prefix(Self.few - 1))
    let left = Array(first.dropFirst(try others.look(at: first, look)))
    let crowd = below.dropFirst(Self.few - 1)
    if crowd.isEmpty { return left }
    begin %= crowd.count
    let inTurn = Array(crowd.dropFirst(begin) + crowd.prefix(begin))
    let done = try crowds.look(at: inTurn, look)
    begin += done
    return left + inTurn.dropFirst(done)
  }
}

extension MeasuringTime {
  /// In nanoseconds.
  @MainActor fileprivate final class Taken {
    var sum: UInt64 = 0
    /// CLOCK_MONOTONIC less the sum, in a turn that is all of looks.
    var stopped: UInt64?
    private let whole: Taken?

    init(in whole: Taken? = nil, stopped: UInt64? = nil) { (self.whole, self.stopped) = (whole, stopped) }

    func add(_ time: UInt64) {
      sum += time
      whole?.add(time)
    }
  }

  /// The time for one kind of work.
  @MainActor final class Share {
    private let atOnce: UInt64
    private let taken: Taken
    private let now: () -> UInt64
    /// CLOCK_MONOTONIC in nanoseconds, less all that was taken: when nothing is owed any more.
    private var free: UInt64 = 0

    /// - Parameter atOnce: in nanoseconds.
    fileprivate init(atOnce: UInt64, taken: Taken, now: @escaping () -> UInt64) {
      self.atOnce = atOnce
      self.taken = taken
      self.now = now
    }

    /// - Parameter work: is called with a question that is true for as long as there is time.
    func spend<Result, Failure: Error>(
      _ work: (_ isLeft: () -> Bool) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      let began = now()
      let clock = taken.stopped ?? began - taken.sum
      let owed = free > clock ? free - clock : 0
      let end = began + (atOnce > owed ? atOnce - owed : 0)
      defer {
        let time = now() - began
        taken.add(time)
        free = max(free, clock) + time
      }
      return try work { now() < end }
    }

    /// Looks at as many of `pids` as there is time for, and says how many these are.
    fileprivate func look<Failure: Error>(
      at pids: [pid_t], _ look: (pid_t) throws(Failure) -> Void
    ) throws(Failure) -> Int {
      try spend { isLeft throws(Failure) in
        for (done, pid) in pids.enumerated() {
          guard isLeft() else { return done }
          try look(pid)
        }
        return pids.count
      }
    }
  }
}
