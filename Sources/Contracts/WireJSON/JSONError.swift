// Says where a text stops being JSON that is taken, and why.

/// A fault of a text, and the offset of the byte where it shows. Its description completes "it sent ...".
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Fault: Hashable, Sendable {
    /// The text breaks RFC 8259.
    case notJSON
    case notUTF8
    /// A number that is beyond a double's range or longer than 64 characters.
    case numberOutOfRange
    /// Arrays and objects nest deeper than the limit.
    case tooDeep(limit: Int)
    /// There are more values than the limit.
    case tooManyValues(limit: Int)
    /// There are more members of objects than the limit.
    case tooManyMembers(limit: Int)
  }

  public var fault: Fault
  /// In bytes from the beginning of the text.
  public var offset: Int

  public var description: String {
    switch fault {
    case .notJSON: "text that is not valid JSON at byte \(offset)"
    case .notUTF8: "text that is not UTF-8 at byte \(offset)"
    case .numberOutOfRange: "a number out of range at byte \(offset)"
    case .tooDeep(let limit): "JSON that nests deeper than \(limit) levels"
    case .tooManyValues(let limit): "JSON with more than \(limit) values"
    case .tooManyMembers(let limit): "JSON with more than \(limit) members of objects"
    }
  }
}
