// Kinds of work that wait for the same time: which of them has its turn.

/// Pieces of work in lanes, one for each kind. Of the lanes that wait, the one that has had the least time is next: long pieces of
/// one kind keep short ones of another waiting for no more than one of them. As with the kernel's shares of a processor (sched(7)),
/// a lane that begins to wait has no claim to time that it did not need before.
nonisolated struct FairLanes<Piece> {
  private struct Lane {
    var pieces: [Piece] = []
    /// Nanoseconds that its pieces have taken, and as if it had never been without one.
    var used: UInt64 = 0
  }

  private var lanes: [Lane] = []
  /// Of pieces that wait.
  private(set) var count = 0
  /// What a lane has used at least that begins to wait.
  private var usedAtLeast: UInt64 = 0
  /// The lane that had time last, which lets another go first that has had as much.
  private var last: Int?

  mutating func addLane() -> Int {
    lanes.append(Lane())
    return lanes.count - 1
  }

  mutating func append(_ piece: Piece, to lane: Int) {
    if lanes[lane].pieces.isEmpty { lanes[lane].used = max(lanes[lane].used, usedAtLeast) }
    lanes[lane].pieces.append(piece)
    count += 1
  }

  /// A piece of that lane has taken some nanoseconds, whether it has waited or not.
  mutating func charge(_ time: UInt64, to lane: Int) {
    lanes[lane].used = max(lanes[lane].used, usedAtLeast) + time
    if count == 0 { usedAtLeast = lanes[lane].used }
    last = lane
  }

  /// The lane whose turn it is; nil: none waits.
  var next: Int? {
    lanes.indices.filter { !lanes[$0].pieces.isEmpty }
      .min { (lanes[$0].used, $0 == last ? 1 : 0) < (lanes[$1].used, $1 == last ? 1 : 0) }
  }

  /// The first piece of that lane, which waits.
  mutating func removeFirst(of lane: Int) -> Piece {
    count -= 1
    usedAtLeast = max(usedAtLeast, lanes[lane].used)
    return lanes[lane].pieces.removeFirst()
  }
}
