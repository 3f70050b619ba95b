// Values that are written again whole at each change, at a pace for each of their owners.

/// Each change of one notification has all of its app's written, which may be two megabytes: with 200 short requests a second one app had
/// 374 MB a second written. An owner's values are written at once, until more bytes than its pace allows have been; the newest then waits.
nonisolated struct PacedWrites<Owner: Hashable, Value> {
  private struct Pace {
    /// CLOCK_MONOTONIC in nanoseconds: when the next may be written.
    var free: UInt64
    var waiting: (value: Value, bytes: Int)?
  }

  /// Of each owner.
  let bytesPerSecond: Int
  private var paces: [Owner: Pace] = [:]

  init(bytesPerSecond: Int) { self.bytesPerSecond = bytesPerSecond }

  /// When the next of those that wait may be written; nil: none waits.
  var next: UInt64? { paces.values.filter { $0.waiting != nil }.map(\.free).min() }

  /// Takes the place of the owner's value that waits. Returns whether it is to be written now, as one without a byte always is: with
  /// it the owner's data are erased.
  mutating func take(_ value: Value, bytes: Int, of owner: Owner, at now: UInt64) -> Bool {
    guard bytes > 0 else {
      paces[owner] = nil
      return true
    }
    if let free = paces[owner]?.free, now < free {
      paces[owner]?.waiting = (value, bytes)
      return false
    }
    // Those that wait for nothing are as those that have never been written.
    paces = paces.filter { $0.value.waiting != nil || now < $0.value.free }
    paces[owner] = Pace(free: now + pause(after: bytes))
    return true
  }

  /// Those that are to be written now.
  mutating func takeDue(_ now: UInt64) -> [(owner: Owner, value: Value)] {
    takeWaiting(now) { now >= $0 }
  }

  /// The owners of all that wait.
  var waiting: [Owner] { paces.filter { $0.value.waiting != nil }.map(\.key) }

  /// That of one owner which waits, whatever its pace.
  mutating func takeWaiting(of owner: Owner, at now: UInt64) -> Value? {
    guard let (value, bytes) = paces[owner]?.waiting else { return nil }
    paces[owner] = Pace(free: now + pause(after: bytes))
    return value
  }

  /// All that wait, whatever their pace.
  mutating func takeAll(_ now: UInt64) -> [(owner: Owner, value: Value)] {
    takeWaiting(now) { _ in true }
  }

  private mutating func takeWaiting(_ now: UInt64, where isDue: (UInt64) -> Bool) -> [(owner: Owner, value: Value)] {
    var taken: [(owner: Owner, value: Value)] = []
    for (owner, pace) in paces {
      guard let (value, bytes) = pace.waiting, isDue(pace.free) else { continue }
      taken.append((owner, value))
      // From now on, also where its time had not come: others may have it written again and again.
      paces[owner] = Pace(free: now + pause(after: bytes))
    }
    return taken
  }

  private func pause(after bytes: Int) -> UInt64 { UInt64(bytes) * 1_000_000_000 / UInt64(bytesPerSecond) }
}
