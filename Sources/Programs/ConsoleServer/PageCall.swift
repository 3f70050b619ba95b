// A call that a page makes: one of the control interfaces' own methods, of those that a person with the device in hand
// may use. Nothing else gets through to the daemon.
import WireJSON

struct PageCall: Sendable {
  /// The page's number for the reply.
  let id: Int
  let method: String
  let parameters: JSON

  /// Nil for anything else than `{"id":…,"call":"org.roost.…","parameters":{…}}`.
  init?(_ text: String) {
    guard let json = try? JSON(parsing: text), case .integer(let id)? = json["id"],
      case .string(let method)? = json["call"]
    else { return nil }
    let parameters = json["parameters"] ?? [:]
    guard case .object = parameters else { return nil }
    self.id = id
    self.method = method
    self.parameters = parameters
  }

  var isAllowed: Bool { Self.allowed.contains(method) && Self.forDevelopers.allSatisfy { parameters[$0] == nil } }

  /// Members of a launch by which a shell or an interpreter runs code of another's, such as `BASH_ENV`. No finger gives
  /// these to an app.
  private static let forDevelopers = ["arguments", "environment", "waitForDebugger"]

  /// No method that changes what is installed, the passcode, or the daemon itself.
  private static let allowed: Set<String> = Set(
    [
      "Apps": [
        "List", "Status", "Icon", "Launch", "Open", "Activate", "Quit", "SendInput", "Elements", "Picture", "ListExits",
        "ListAssertions", "ListTasks",
      ],
      "Scenes": ["List", "New", "Activate", "Close", "Discard", "Snapshot"],
      "Device": ["GetState", "Home", "Lock", "Unlock", "Call", "Alert", "Overlay", "Banner", "Notify"],
      "Events": ["Fetch", "Location", "Accessory", "Bluetooth", "Push"],
      "History": ["Read"],
      "Memory": ["Get", "Warn", "Pressure"],
      "Privacy": ["List"],
      "Notifications": ["List", "Open", "Dismiss"],
      "Reports": ["List", "Read"],
      "Daemon": ["GetVersion"],
    ].flatMap { interface, methods in methods.map { "org.roost.\(interface).\($0)" } })

  // MARK: Answers

  func reply(_ parameters: JSON) -> JSON { ["id": .integer(id), "reply": parameters] }

  func failure(_ name: String, _ sentence: String) -> JSON {
    ["id": .integer(id), "error": .string(name), "parameters": ["message": .string(sentence)]]
  }
}
