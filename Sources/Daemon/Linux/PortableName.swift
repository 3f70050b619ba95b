// Names that every file system and shell takes as they are.

extension UInt8 {
  nonisolated var isASCIILetterOrDigit: Bool {
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

extension String {
  /// A folder of such a name may be part of a file's longer name, and those end at 255 bytes (NAME_MAX).
  package nonisolated static var longestPortableFolderName: Int { 155 }

  /// Whether a folder can have this name, as it has that of a bundle identifier: of portable characters, the first a
  /// letter or a digit, and of at most ``longestPortableFolderName`` bytes.
  package nonisolated var isPortableFolderName: Bool {
    guard let first = utf8.first, first.isASCIILetterOrDigit else { return false }
    return utf8.count <= Self.longestPortableFolderName && utf8.allSatisfy(\.isPortableInFileName)
  }
}
