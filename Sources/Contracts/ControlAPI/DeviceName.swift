// The names of things outside: accessories, displays, peers.

/// Text that is there, and can stand on a line.
public enum DeviceName {
  /// The form of a name, in the words of a message that refuses one.
  public static let form = "up to \(longest) bytes of text on one line"

  public static func fits(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= longest else { return false }
    return text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  private static let longest = 255
}
