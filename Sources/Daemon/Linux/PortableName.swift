// Names that every file system and shell takes as they are.

extension UInt8 {
  package nonisolated var isASCIILetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Whether it is in POSIX's portable filename character set (XBD 3.265): `A`-`Z`, `a`-`z`, `0`-`9`, `.`, `-` and `_`.
  package nonisolated var isPortableInFileName: Bool {
    isASCIILetterOrDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }
}
