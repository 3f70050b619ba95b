// The books of memory: every process with its band and footprint, in one array that a choice can run through.

/// Changing one process costs the same however many there are, and so does taking a snapshot of them all: it shares the
/// array. Only a choice looks at everybody, one after the other as they lie in memory.
struct MemoryBooks: Hashable, Codable, Sendable {
  private(set) var entries: [JetsamEntry] = []
  private var places: [ProcessSerial: Int] = [:]
  /// Those that run: their footprints change.
  private(set) var awake: Set<ProcessSerial> = []
  /// Those that sleep and could not be looked at when they fell asleep.
  private(set) var unmeasured: Set<ProcessSerial> = []

  /// Those whose footprints have to be looked at.
  var changing: [ProcessSerial] { awake.union(unmeasured).sorted { $0.number < $1.number } }

  subscript(serial: ProcessSerial) -> JetsamEntry? { places[serial].map { entries[$0] } }

  mutating func add(_ entry: JetsamEntry) {
    places[entry.process] = entries.count
    entries.append(entry)
    sort(entry.process, entry)
  }

  mutating func change(_ serial: ProcessSerial, _ body: (inout JetsamEntry) -> Void) {
    guard let place = places[serial] else { return }
    body(&entries[place])
    sort(serial, entries[place])
  }

  private mutating func sort(_ serial: ProcessSerial, _ entry: JetsamEntry) {
    if entry.isAsleep { awake.remove(serial) } else { awake.insert(serial) }
    if entry.isAsleep, !entry.isMeasured { unmeasured.insert(serial) } else { unmeasured.remove(serial) }
  }

  mutating func remove(_ serial: ProcessSerial) {
    guard let place = places.removeValue(forKey: serial) else { return }
    awake.remove(serial)
    unmeasured.remove(serial)
    let last = entries.removeLast()
    guard last.process != serial else { return }
    entries[place] = last
    places[last.process] = place
  }

  /// The first of those that may be killed in `reach`, in order: the lowest band, and in it as `order` says (ME3).
  func ranking(_ order: MemoryPolicy.Order, reach: MemoryBand, atMost count: Int) -> [JetsamEntry] {
    first(count, order) { $0.band <= reach && $0.ending == .no }
  }

  /// The same of those that sleep and have not been pushed out (ME6).
  func pushOutCandidates(_ order: MemoryPolicy.Order, atMost count: Int) -> [JetsamEntry] {
    first(count, order) { $0.isAsleep && !$0.isPushedOut && $0.ending == .no }
  }

  /// Runs through all once, with the best of them at hand; sorting 10,000 to read 16 would cost ten times as much.
  private func first(
    _ count: Int, _ order: MemoryPolicy.Order, where isMeant: (borrowing JetsamEntry) -> Bool
  ) -> [JetsamEntry] {
    var best: [(rank: Rank, place: Int)] = []
    best.reserveCapacity(count + 1)
    for place in entries.indices where isMeant(entries[place]) {
      let rank = Rank(entries[place], order)
      if best.count == count, let worst = best.last, worst.rank < rank { continue }
      best.insert((rank, place), at: best.firstIndex { rank < $0.rank } ?? best.count)
      if best.count > count { best.removeLast() }
    }
    return best.map { entries[$0.place] }
  }

  /// Bytes that come back by themselves: an app that is ending counts as freeing, unless the kernel has had its time
  /// with it. `atOnce`: only what was killed, since an app that is told to end may take seconds.
  func freeing(at now: Instant, within limit: Duration, atOnce: Bool) -> UInt64 {
    entries.indices.reduce(0) { sum, place in
      let entry = entries[place]
      guard entry.isFreeing(at: now, within: limit, atOnce: atOnce) else { return sum }
      let (total, isOver) = sum.addingReportingOverflow(entry.footprint)
      return isOver ? .max : total
    }
  }

  func someoneIsFreeing(at now: Instant, within limit: Duration) -> Bool {
    entries.indices.contains { entries[$0].isFreeing(at: now, within: limit, atOnce: false) }
  }

  /// When the first of those killed has had its time.
  func nextStuck(after now: Instant, within limit: Duration) -> Instant? {
    var next: Instant?
    for place in entries.indices {
      guard case .killed(let at) = entries[place].ending, at + limit > now else { continue }
      next = min(next ?? at + limit, at + limit)
    }
    return next
  }
}

/// Of what an earlier daemon has written, the entries alone count: the rest follows from them.
extension MemoryBooks {
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    for entry in try members.decode([JetsamEntry].self, forKey: .entries) {
      guard self[entry.process] == nil else {
        let why = "process \(entry.process.number) is there twice"
        throw DecodingError.dataCorruptedError(forKey: .entries, in: members, debugDescription: why)
      }
      add(entry)
    }
  }
}

extension JetsamEntry {
  func isFreeing(at now: Instant, within limit: Duration, atOnce: Bool) -> Bool {
    switch ending {
    case .no: false
    case .ordered: !atOnce
    case .killed(let at): at + limit > now
    }
  }
}

/// The place of a process in the line; the lesser goes first.
private struct Rank: Comparable {
  let band: Int
  let keys: (UInt64, UInt64, UInt64)

  init(_ entry: borrowing JetsamEntry, _ order: MemoryPolicy.Order) {
    band = entry.band.rawValue
    let (size, used) = (UInt64.max - entry.footprint, entry.lastUsed.nanoseconds)
    keys =
      switch order {
      case .largestFirst: (size, used, entry.process.number)
      case .leastRecentlyUsedFirst: (used, size, entry.process.number)
      }
  }

  static func < (left: Rank, right: Rank) -> Bool {
    left.band == right.band ? left.keys < right.keys : left.band < right.band
  }

  static func == (left: Rank, right: Rank) -> Bool { left.band == right.band && left.keys == right.keys }
}
