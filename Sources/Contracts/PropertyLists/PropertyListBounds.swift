// The bounds of a property list that may be decoded: who wrote it may have meant it to take for ever, or to end its reader.

public enum PropertyListBounds {
  /// The reason not to decode it, to be read after "the property list is not valid: "; nil when nothing speaks against it.
  public static func problem(in bytes: [UInt8]) -> String? {
    if bytes.starts(with: "bplist".utf8) {
      guard BinaryPropertyList.isSound(bytes) else { return "what it counts lies beyond its end" }
      guard BinaryPropertyList.isSmall(bytes) else { return "its values are more than 1 MiB, or deeper than 100" }
    }
    return PropertyListNesting.mayExceedStack(bytes) ? "it has more arrays and dictionaries than are permitted" : nil
  }
}
