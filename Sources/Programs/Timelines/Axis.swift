// The places of moments in a picture: long stretches in which nothing happens are drawn short.

/// Callbacks take milliseconds, and minutes go by in between. So a quiet stretch has at most a few
/// hundredths of the width, and is marked as cut; all other stretches have one scale.
struct Axis: Hashable, Sendable {
  /// A moment, in nanoseconds, and its place, from 0 to 1.
  struct Knot: Hashable, Sendable {
    var time: Int64
    var place: Double
  }

  /// A stretch that is drawn shorter than it was.
  struct Cut: Hashable, Sendable {
    var start: Int64
    var end: Int64
  }

  private(set) var knots: [Knot] = []
  private(set) var cuts: [Cut] = []

  /// The part of the width that a quiet stretch has at most.
  private static let share = 0.08

  /// - Parameter times: at which something happens, ascending and without repetition.
  init(_ times: [Int64]) {
    let gaps = zip(times, times.dropFirst()).map { Double($1 - $0) }
    var longest = gaps.max() ?? 0
    // Each turn makes the longest stretches shorter, and so the whole; a few of them are enough.
    for _ in 0..<16 {
      let bound = gaps.reduce(0) { $0 + min($1, longest) } * Self.share
      if bound >= longest { break }
      longest = bound
    }
    let whole = gaps.reduce(0) { $0 + min($1, longest) }
    var done = 0.0
    for (index, time) in times.enumerated() {
      knots.append(Knot(time: time, place: whole > 0 ? min(1, done / whole) : 0))
      guard index < gaps.count else { break }
      done += min(gaps[index], longest)
      // A stretch that is a little shorter than it was needs no mark.
      if gaps[index] > longest * 1.5 { cuts.append(Cut(start: time, end: times[index + 1])) }
    }
  }

  /// From 0 to 1.
  func place(of time: Int64) -> Double {
    guard let first = knots.first, let last = knots.last, time > first.time else { return 0 }
    guard time < last.time else { return last.place }
    var low = 0, high = knots.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if knots[middle].time <= time { low = middle } else { high = middle }
    }
    let (one, other) = (knots[low], knots[high])
    return one.place + (other.place - one.place) * Double(time - one.time) / Double(other.time - one.time)
  }

  /// Moments for the marks of a scale, at least `apart` from each other, each a round time after the first.
  func ticks(apart: Double) -> [Int64] {
    var ticks: [Int64] = []
    guard let start = knots.first?.time else { return [] }
    var last = -1.0
    var index = 0
    // A stretch of one scale at a time: from a cut to the next.
    while index + 1 < knots.count {
      var end = index + 1
      while end + 1 < knots.count, !isCut(after: end) { end += 1 }
      if isCut(after: index) {
        index += 1
        continue
      }
      let (from, to) = (knots[index], knots[end])
      if to.place > from.place, to.time > from.time {
        // At least one in each stretch, where there is a round number in it.
        let sparse = Self.round(apart * Double(to.time - from.time) / (to.place - from.place))
        let step = min(sparse, max(1, Self.round(Double(to.time - from.time) / 2)))
        var tick = (from.time - start + step - 1) / step * step + start
        while tick <= to.time {
          let here = place(of: tick)
          if last < 0 || here - last >= apart * 0.9 {
            ticks.append(tick)
            last = here
          }
          tick += step
        }
      }
      index = end
    }
    return ticks
  }

  private func isCut(after index: Int) -> Bool {
    var low = 0, high = cuts.count
    while low < high {
      let middle = (low + high) / 2
      if cuts[middle].start < knots[index].time { low = middle + 1 } else { high = middle }
    }
    return low < cuts.count && cuts[low].start == knots[index].time
  }

  /// The next of 1, 2 and 5 times a power of ten.
  private static func round(_ step: Double) -> Int64 {
    var power: Int64 = 1
    while power < 1_000_000_000_000_000 {
      for factor: Int64 in [1, 2, 5] where Double(factor * power) >= step { return factor * power }
      power *= 10
    }
    return power
  }
}
