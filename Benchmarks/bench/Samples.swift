// Times that were taken, and what is said of them.
import Glibc

/// CLOCK_MONOTONIC in nanoseconds: the clock of the monitor's events, and of what the C programs print.
func monotonicNow() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Durations in nanoseconds.
struct Samples {
  private(set) var values: [Int64]

  init(_ values: [Int64] = []) { self.values = values }

  mutating func append(_ value: Int64) { values.append(value) }
  mutating func append(contentsOf more: some Sequence<Int64>) { values.append(contentsOf: more) }

  /// Times `body`.
  mutating func time<Result>(_ body: () throws -> Result) rethrows -> Result {
    let start = monotonicNow()
    let result = try body()
    append(monotonicNow() - start)
    return result
  }

  var p50: Int64 { percentile(50) }
  var p99: Int64 { percentile(99) }

  /// The smallest value that so many of a hundred do not exceed.
  private func percentile(_ percent: Int) -> Int64 {
    guard !values.isEmpty else { return 0 }
    return values.sorted()[max(0, (values.count * percent + 99) / 100 - 1)]
  }
}
