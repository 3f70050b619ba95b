// The bounds of a property list that may be decoded: a stranger may have made it to take for ever, or to end its reader.

public enum PropertyListBounds {
  /// The reason not to decode it, to be read after "the property list is not valid: "; nil when nothing speaks against it.
  public static func problem(in bytes: [UInt8]) -> String? {
    if bytes.starts(with: "bplist".utf8) {
      guard BinaryPropertyList.isSound(bytes) else { return "it counts bytes or values beyond its end" }
      guard BinaryPropertyList.isSmall(bytes) else {
        return "its values are more than 1 MiB or more than 100 deep, or have more than thirty combining marks in a row"
      }
    } else if !PropertyListMarks.areFew(in: bytes) {
      return "it has more than thirty combining marks in a row"
    }
    return PropertyListNesting.mayExceedStack(bytes) ? "it has more arrays and dictionaries than are permitted" : nil
  }
}
