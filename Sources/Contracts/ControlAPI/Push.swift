// A remote notification's payload: what of it the user sees, and whether it wakes its app.
import WireJSON

/// One JSON object with the dictionary `aps` in it, such as
/// `{"aps":{"alert":{"title":"Mail","body":"From Kim"},"content-available":1}}`.
public struct Push: Hashable, Sendable {
  /// The payload on one line, as its app is handed it.
  public let payload: String
  /// The text that a person sees; nil when there is nothing to show.
  public let alert: Alert?
  /// `content-available`: its app is woken, when it has the mode `remote-notification` (BX5).
  public let wakes: Bool

  public struct Alert: Hashable, Sendable {
    public let title: String
    public let body: String
  }

  /// Apple's limit of a payload.
  public static let limit = 4096

  /// - Parameter isSilent: nothing is shown, and the app is woken, whatever `aps` says.
  public init(_ text: String, isSilent: Bool = false) throws(PushError) {
    let size = text.utf8.count
    guard size <= Self.limit else { throw .tooLarge(size) }
    guard let value = try? JSON(parsing: text), case .object = value else {
      throw .notAnObject
    }
    payload = value.text
    switch value["aps"] {
    case nil where isSilent, .object: break
    case nil, .null, .bool, .integer, .number, .string, .array: throw .noDictionary
    }
    alert = isSilent ? nil : Alert(value["aps"]?["alert"])
    wakes = isSilent || value["aps"]?["content-available"] == .integer(1)
    guard alert != nil || wakes else { throw .nothing }
  }
}

extension Push.Alert {
  /// A text, or a dictionary of `title` and `body`, each on one line; nil when it says nothing.
  fileprivate init?(_ alert: JSON?) {
    let words = [alert?["title"], alert?["body"] ?? alert].map { part -> String in
      guard case .string(let text)? = part else { return "" }
      return String(text.map { $0.isNewline ? " " : $0 })
    }
    if words.allSatisfy(\.isEmpty) { return nil }
    self.init(title: words[0], body: words[1])
  }
}

/// The reason why a payload is none.
public enum PushError: Error, Hashable, CustomStringConvertible {
  case tooLarge(Int)
  case notAnObject
  case noDictionary
  case nothing

  public var description: String {
    switch self {
    case .tooLarge(let size): "the payload has \(size) bytes, and a push carries \(Push.limit) at most"
    case .notAnObject: #"the payload is not a JSON object such as '{"aps":{"alert":"Hello"}}'"#
    case .noDictionary: #"the payload has no dictionary aps, as in '{"aps":{"alert":"Hello"}}'"#
    case .nothing:
      "the payload does nothing: aps has neither an alert to show nor content-available 1 to wake the app"
    }
  }
}
