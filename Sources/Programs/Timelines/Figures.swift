// Durations and sizes as a picture has room for them.

enum Figures {
  /// Three digits at most: 870 ns, 1.4 ms, 12 s.
  static func duration(_ nanoseconds: Int64) -> String {
    switch nanoseconds {
    case ..<1000: "\(nanoseconds) ns"
    case ..<1_000_000: "\(nanoseconds / 1000) us"
    case ..<1_000_000_000: "\(short(Double(nanoseconds) / 1e6)) ms"
    case ..<120_000_000_000: "\(short(Double(nanoseconds) / 1e9)) s"
    case ..<7_200_000_000_000: "\(nanoseconds / 60_000_000_000) min"
    default: "\(nanoseconds / 3_600_000_000_000) h"
    }
  }

  /// A moment of a scale, exactly: 12.5 ms, 3.02 s.
  static func moment(_ nanoseconds: Int64) -> String {
    let (unit, size): (String, Int64) = nanoseconds < 1_000_000_000 ? ("ms", 1_000_000) : ("s", 1_000_000_000)
    let micros = nanoseconds % size / 1000
    guard micros > 0 else { return "\(nanoseconds / size) \(unit)" }
    var places = String(micros + size / 1000).dropFirst()
    while places.last == "0" { places = places.dropLast() }
    return "\(nanoseconds / size).\(places) \(unit)"
  }

  static func bytes(_ count: Int64) -> String {
    switch count {
    case ..<(1 << 20): "\(count >> 10) KB"
    case ..<(1 << 30): "\(short(Double(count) / Double(1 << 20))) MB"
    default: "\(short(Double(count) / Double(1 << 30))) GB"
    }
  }

  private static func short(_ value: Double) -> String {
    if value >= 10 { return "\(Int(value))" }
    let tenths = Int(value * 10)
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
