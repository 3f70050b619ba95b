// The bounds of a property list that may be decoded: a stranger may have made it to take for ever, or to end its reader.

public enum PropertyListBounds {
  /// Keys count as values, and so does what is in others. An app that declares a hundred types of documents has some 2,000;
  /// PropertyListDecoder takes microseconds for each.
  static let mostValues = 4096
  /// Arrays and dictionaries among them. The decoder makes a container of its own for each, and calls itself for those that are in
  /// each other: a kilobyte of the stack for each, and no error tells of its end.
  static let mostContainers = 1000
  /// Of them in each other; an app's have some five.
  public static let deepest = 64
  /// Texts and data of a binary list, as if each were written as often as it is referred to.
  static let mostBytes = 256 << 10
  /// Of text that is not ASCII: some of it takes microseconds a character to be compared, and each dictionary compares its keys.
  /// An app that tells in Chinese of each thing that it asks for has some 5 KiB.
  static let mostBytesBeyondASCII = 16 << 10

  /// The reason not to decode it, to be read after "the property list is not valid: "; nil when nothing speaks against it.
  public static func problem(in bytes: [UInt8]) -> String? {
    do throws(PropertyListProblem) {
      // Foundation takes no other beginning for that of a binary list.
      if bytes.starts(with: "bplist0".utf8) {
        try BinaryPropertyList.check(bytes)
      } else {
        try XMLPropertyList.check(bytes)
      }
      return nil
    } catch {
      return error.sentence
    }
  }
}
