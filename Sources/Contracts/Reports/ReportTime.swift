// A point in time as reports spell it, without the formatters that cost a program its start.
import FoundationEssentials

/// A moment of the calendar, and the offset of the zone it is told in.
public struct ReportTime: Hashable, Codable, Sendable {
  /// Since 1970 (CLOCK_REALTIME).
  public var nanoseconds: Int64
  /// Seconds east of Greenwich.
  public var offset: Int

  public init(nanoseconds: Int64, offset: Int = 0) {
    self.nanoseconds = nanoseconds
    self.offset = offset
  }

  /// As in the first line of a report: `2026-11-21 10:30:12.00 +0000`.
  public var stamp: String { "\(day) \(clock.joined(separator: ":")).\(fraction(2)) \(zone)" }

  /// As in a report's body: `2026-11-21 10:30:12.0042 +0000`.
  public var preciseStamp: String { "\(day) \(clock.joined(separator: ":")).\(fraction(4)) \(zone)" }

  /// As in the name of a report's file: `2026-11-21-103012`.
  public var fileStamp: String { "\(day)-\(clock.joined())" }

  private var day: String {
    let parts = calendarParts
    return "\(padded(parts.year ?? 0, 4))-\(padded(parts.month ?? 0, 2))-\(padded(parts.day ?? 0, 2))"
  }

  private var clock: [String] {
    let parts = calendarParts
    return [parts.hour, parts.minute, parts.second].map { padded($0 ?? 0, 2) }
  }

  private var calendarParts: DateComponents {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: offset) ?? .gmt
    // Whole seconds: a Date holds a fraction only roughly, and 12.9999999 must not become 13.
    return calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: Double(parted.seconds)))
  }

  private func fraction(_ digits: Int) -> String { String(padded(parted.rest, 9).prefix(digits)) }

  /// Seconds rounded down, and the nanoseconds that are left.
  private var parted: (seconds: Int64, rest: Int) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0 ? (seconds - 1, Int(rest) + 1_000_000_000) : (seconds, Int(rest))
  }

  private var zone: String {
    let minutes = abs(offset) / 60
    return (offset < 0 ? "-" : "+") + padded(minutes / 60, 2) + padded(minutes % 60, 2)
  }
}

/// Decimal digits, with zeros in front up to so many.
func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number.magnitude)
  return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
}
