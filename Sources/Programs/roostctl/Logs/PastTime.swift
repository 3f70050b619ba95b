// A time of the past as people and journalctl(1) write it.
import Glibc

enum PastTime {
  /// Nanoseconds since 1970 of `-1h`, `today`, `yesterday`, `now`, `12:30`, `12:30:15`, `2026-11-22`, `2026-11-22 12:30`
  /// and `@1795236154`, in the local time zone; nil for anything else.
  static func nanoseconds(_ text: String, now: Int64) -> Int64? {
    let seconds = now / 1_000_000_000
    switch text {
    case "now": return now
    case "today": return day(0, before: seconds)
    case "yesterday": return day(1, before: seconds)
    default: break
    }
    if text.hasPrefix("@") { return Int64(text.dropFirst()).flatMap(nanoseconds) }
    if text.hasPrefix("-") { return ago(text.dropFirst()).map { now - $0 } }
    return moment(text, on: local(seconds))
  }

  /// A date, a time of the day, or both with a space or a T between.
  private static func moment(_ text: String, on today: tm) -> Int64? {
    var fields = today
    (fields.tm_hour, fields.tm_min, fields.tm_sec, fields.tm_isdst) = (0, 0, 0, -1)
    var parts = text.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "T" }[...]
    guard parts.count <= 2 else { return nil }
    if let part = parts.first, part.contains("-") {
      guard let date = numbers(part, "-"), date.count == 3, (1...12).contains(date[1]), (1...31).contains(date[2])
      else { return nil }
      (fields.tm_year, fields.tm_mon, fields.tm_mday) = (date[0] - 1900, date[1] - 1, date[2])
      parts.removeFirst()
    } else if parts.count != 1 {
      return nil
    }
    if let part = parts.first {
      guard let time = numbers(part, ":"), (2...3).contains(time.count), time[0] < 24, time[1] < 60,
        time.count == 2 || time[2] < 60
      else { return nil }
      (fields.tm_hour, fields.tm_min, fields.tm_sec) = (time[0], time[1], time.count == 3 ? time[2] : 0)
    }
    return nanoseconds(Int64(mktime(&fields)))
  }

  private static func numbers(_ text: Substring, _ separator: Character) -> [Int32]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.count <= 4 && part.allSatisfy { $0.isASCII && $0.isNumber } ? Int32(part) : nil
    }
    return numbers.count == parts.count ? numbers : nil
  }

  /// `90s`, `5min`, `1h`, `2d`.
  private static func ago(_ text: Substring) -> Int64? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units: [Substring: Int64] = ["s": 1, "": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400, "w": 604_800]
    guard let count = Int64(digits), count < 1_000_000, let unit = units[text.dropFirst(digits.count)] else {
      return nil
    }
    return nanoseconds(count * unit)
  }

  /// The midnight that began the day so many days ago.
  private static func day(_ days: Int32, before seconds: Int64) -> Int64? {
    var fields = local(seconds)
    (fields.tm_hour, fields.tm_min, fields.tm_sec, fields.tm_isdst) = (0, 0, 0, -1)
    fields.tm_mday -= days
    return nanoseconds(Int64(mktime(&fields)))
  }

  private static func local(_ seconds: Int64) -> tm {
    var time = time_t(seconds)
    var fields = tm()
    localtime_r(&time, &fields)
    return fields
  }

  private static func nanoseconds(_ seconds: Int64) -> Int64? {
    let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLarge ? nil : product
  }
}
