// The errors in lines that the other end wrote.
public import WireJSON

/// A breach of the agent protocol. Its text completes the sentence "it sent ...".
public enum ProtocolError: Error, Hashable, CustomStringConvertible {
  case lineTooLong(LineTooLong)
  case invalidUTF8
  /// A line that is no message; the text says what is wrong with it and shows how it begins.
  case invalidMessage(String)

  public var description: String {
    switch self {
    case .lineTooLong(let error): error.description
    case .invalidUTF8: "a line that is not UTF-8"
    case .invalidMessage(let reason): "an invalid message: \(reason)"
    }
  }
}
