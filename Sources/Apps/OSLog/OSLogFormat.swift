// The ways in which numbers, text and truth are put into a message.

import Glibc

/// `OSLogStringAlignment`.
public struct OSLogStringAlignment: Hashable, Sendable {
  /// Positive: text at the end of so many columns; negative: at their beginning.
  let columns: Int

  public static let none = OSLogStringAlignment(columns: 0)
  public static func left(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment(columns: -bounded(columns)) }
  public static func right(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment(columns: bounded(columns)) }

  private static func bounded(_ columns: Int) -> Int { min(max(columns, 0), 1000) }

  func aligned(_ text: String) -> String {
    let gap = String(repeating: " ", count: max(0, abs(columns) - text.count))
    return columns < 0 ? text + gap : gap + text
  }
}

/// `OSLogIntegerFormatting`.
public struct OSLogIntegerFormatting: Hashable, Sendable {
  let radix: Int
  var explicitPositiveSign = false
  var includePrefix = false
  var uppercase = false
  var minDigits = 0

  public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }
  public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
  public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

  public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 0) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(radix: 10, explicitPositiveSign: explicitPositiveSign, minDigits: minDigits)
  }

  public static func hex(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 0
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 16, explicitPositiveSign: explicitPositiveSign, includePrefix: includePrefix, uppercase: uppercase,
      minDigits: minDigits)
  }

  public static func octal(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 0
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 8, explicitPositiveSign: explicitPositiveSign, includePrefix: includePrefix, uppercase: uppercase,
      minDigits: minDigits)
  }

  func text(_ number: some BinaryInteger) -> String {
    let digits = String(number.magnitude, radix: radix, uppercase: uppercase)
    let zeros = String(repeating: "0", count: max(0, min(minDigits, 100) - digits.count))
    let sign = number < 0 ? "-" : explicitPositiveSign ? "+" : ""
    let prefix = !includePrefix ? "" : radix == 16 ? "0x" : radix == 8 ? "0o" : ""
    return sign + prefix + zeros + digits
  }
}

/// `OSLogFloatFormatting`.
public struct OSLogFloatFormatting: Hashable, Sendable {
  /// A conversion of printf(3).
  let conversion: String

  public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "%f") }
  public static var hex: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "%a") }
  public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "%e") }
  public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "%g") }

  public static func fixed(precision: Int, explicitPositiveSign: Bool = false) -> OSLogFloatFormatting {
    OSLogFloatFormatting(conversion: "%\(explicitPositiveSign ? "+" : "").\(min(max(precision, 0), 100))f")
  }

  public static func exponential(precision: Int, explicitPositiveSign: Bool = false) -> OSLogFloatFormatting {
    OSLogFloatFormatting(conversion: "%\(explicitPositiveSign ? "+" : "").\(min(max(precision, 0), 100))e")
  }

  func text(_ number: Double) -> String { printed(conversion, number) }
}

/// `OSLogBoolFormat`.
public enum OSLogBoolFormat: Hashable, Sendable {
  /// `true` or `false`.
  case truth
  /// `yes` or `no`.
  case answer

  func text(_ isTrue: Bool) -> String {
    switch self {
    case .truth: isTrue ? "true" : "false"
    case .answer: isTrue ? "yes" : "no"
    }
  }
}

/// One conversion of printf(3), whose argument is of the type that it names.
func printed(_ conversion: String, _ argument: any CVarArg) -> String {
  withVaList([argument]) { list in
    var bytes = [CChar](repeating: 0, count: 512)
    let count = Int(vsnprintf(&bytes, bytes.count, conversion, list))
    return String(
      decoding: bytes.prefix(max(0, min(count, bytes.count - 1))).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
