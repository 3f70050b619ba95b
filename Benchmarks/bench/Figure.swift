// One line of the result: what was measured, and whether it is as good as it has to be.

/// A measurement with its target (docs/performance.md).
struct Figure {
  enum Result {
    /// The median of ours may be so many times the baseline's.
    case ratio(ours: Samples, baseline: Samples, atMost: Double)
    /// One in a hundred of ours may take so many times one in a hundred of the baseline's.
    case tail(ours: Samples, baseline: Samples, atMost: Double)
    /// Part of another row, without a target of its own.
    case compared(Samples, baseline: Samples)
    case part(Samples)
    /// There is nothing to compare it with, and why.
    case unmatched(Samples, why: String)
    /// The median is to stay under this, in nanoseconds.
    case median(Samples, under: Int64)
    /// One in a hundred may take longer, in nanoseconds.
    case slowest(Samples, under: Int64)
    /// A single time, in nanoseconds.
    case time(Int64, under: Int64)
    case kilobytes(Double, under: Double)
    /// Part of another row, in kilobytes.
    case size(Double)
    case count(Int, atMost: Int)
  }

  var what: String
  var result: Result

  /// Nil when nothing says.
  var isMet: Bool? {
    switch result {
    case .compared, .part, .size, .unmatched: nil
    case .ratio(let ours, let baseline, let bound): Double(ours.p50) <= bound * Double(baseline.p50)
    case .tail(let ours, let baseline, let bound): Double(ours.p99) <= bound * Double(baseline.p99)
    case .median(let times, let bound): times.p50 < bound
    case .slowest(let times, let bound): times.p99 < bound
    case .time(let time, let bound): time < bound
    case .kilobytes(let size, let bound): size < bound
    case .count(let count, let bound): count <= bound
    }
  }

  /// Ours p50 and p99, the baseline's, the ratio of each, the target, and whether it is met.
  var cells: [String] {
    let met = isMet.map { $0 ? "met" : "MISSED" } ?? ""
    return switch result {
    case .ratio(let ours, let baseline, let bound):
      [
        readable(ours.p50), readable(ours.p99), readable(baseline.p50), readable(baseline.p99),
        ratio(ours.p50, baseline.p50), ratio(ours.p99, baseline.p99),
        "p50 <= \(decimal(bound, places: bound < 1 ? 2 : 1)) x", met,
      ]
    case .tail(let ours, let baseline, let bound):
      [
        readable(ours.p50), readable(ours.p99), readable(baseline.p50), readable(baseline.p99),
        ratio(ours.p50, baseline.p50), ratio(ours.p99, baseline.p99), "p99 <= \(decimal(bound, places: 1)) x", met,
      ]
    case .compared(let ours, let baseline):
      [
        readable(ours.p50), readable(ours.p99), readable(baseline.p50), readable(baseline.p99),
        ratio(ours.p50, baseline.p50), ratio(ours.p99, baseline.p99), "", met,
      ]
    case .part(let ours): [readable(ours.p50), readable(ours.p99), "", "", "", "", "", met]
    case .unmatched(let ours, let why): [readable(ours.p50), readable(ours.p99), "", "", "", "", why, met]
    case .median(let times, let bound):
      [readable(times.p50), readable(times.p99), "", "", "", "", "p50 < \(readable(bound))", met]
    case .slowest(let times, let bound):
      [readable(times.p50), readable(times.p99), "", "", "", "", "p99 < \(readable(bound))", met]
    case .time(let time, let bound): [readable(time), "", "", "", "", "", "< \(readable(bound))", met]
    case .kilobytes(let size, let bound):
      ["\(decimal(size, places: 1)) KB", "", "", "", "", "", "< \(decimal(bound, places: 0)) KB", met]
    case .size(let size): ["\(decimal(size, places: 1)) KB", "", "", "", "", "", "", met]
    case .count(let count, let bound):
      ["\(count)", "", "", "", "", "", "<= \(bound)", met]
    }
  }
}

func readable(_ nanoseconds: Int64) -> String {
  let microseconds = Double(nanoseconds) / 1000
  return if microseconds >= 1000 {
    "\(decimal(microseconds / 1000, places: 2)) ms"
  } else {
    "\(decimal(microseconds, places: microseconds < 100 ? 1 : 0)) us"
  }
}

private func ratio(_ ours: Int64, _ baseline: Int64) -> String {
  baseline > 0 ? decimal(Double(ours) / Double(baseline), places: 2) : "-"
}
