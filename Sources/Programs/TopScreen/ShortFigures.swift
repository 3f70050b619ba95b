// Numbers in few columns.

enum ShortFigures {
  /// Bytes in powers of 1024: "512", "1.5K", "24M".
  static func bytes(_ count: Int64) -> String {
    var (value, unit) = (Double(max(0, count)), 0)
    while value >= 1000, unit < 4 {
      value /= 1024
      unit += 1
    }
    let suffix = ["", "K", "M", "G", "T"][unit]
    return unit == 0 || value >= 99.95 ? "\(Int(value.rounded()))\(suffix)" : "\(tenths(value))\(suffix)"
  }

  /// "3.4 s", "2:05", "3:00:00".
  static func time(nanoseconds: Int64) -> String {
    let seconds = max(0, nanoseconds) / 1_000_000_000
    if seconds >= 3600 { return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))" }
    if seconds >= 60 { return "\(seconds / 60):\(two(seconds % 60))" }
    return "\(tenths(Double(max(0, nanoseconds)) / 1e9)) s"
  }

  /// The time that a callback took, which may be little: "0.3 ms", "1.2 s".
  static func duration(nanoseconds: Int64) -> String {
    nanoseconds < 1_000_000_000 ? "\(tenths(Double(nanoseconds) / 1e6)) ms" : time(nanoseconds: nanoseconds)
  }

  /// Percent of one processor.
  static func share(_ share: Double) -> String { "\(tenths(min(share, 99.99) * 100))" }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}

extension Int64 {
  /// The sum, or the largest or smallest number there is.
  func adding(_ other: Int64) -> Int64 {
    let (sum, isTooMuch) = addingReportingOverflow(other)
    return isTooMuch ? (other > 0 ? .max : .min) : sum
  }
}
