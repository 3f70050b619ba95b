// A request of a client as the words of the command that makes it.
import ControlAPI
import WireJSON

enum RecordedWords: Equatable {
  case command([String])
  /// A remark: no command makes it on another device.
  case unknown(String)
  /// A part of a gesture that goes on.
  case nothing

  init(_ request: MonitorInterface.Request, _ fingers: inout RecordedFingers) {
    let members = Members(json: (try? JSON(parsing: request.parameters)) ?? .null)
    let unknown = RecordedWords.unknown("\(request.method) \(request.parameters)")
    // A command would take such a text for an option.
    guard !members.hasOption else {
      self = unknown
      return
    }
    if request.method == AppsInterface.SendInput.method {
      self = fingers.words(for: members.id, input: members.text("input"))
    } else {
      self = Self.words(request.method, members).map(RecordedWords.command) ?? unknown
    }
  }

  private struct Members {
    let json: JSON

    var id: String { text("id") }

    func text(_ key: String) -> String {
      switch json[key] {
      case .string(let text): text
      case .null, nil: ""
      case let value?: value.text
      }
    }

    /// Whether one of its texts, or a name that stands before one (``notice``), looks like an option.
    var hasOption: Bool {
      guard case .object(let all) = json else { return false }
      return all.dictionary.contains { name, value in
        if case .string(let text) = value, text.looksLikeOption { true } else { name.looksLikeOption }
      }
    }

    func has(_ key: String) -> Bool { json[key].map { $0 != .null } ?? false }

    func option(_ name: String, _ key: String) -> [String] { has(key) ? ["--" + name, text(key)] : [] }
    func flag(_ name: String, _ key: String) -> [String] { json[key] == .bool(true) ? ["--" + name] : [] }
    /// For a request that did not wait for what it asked for.
    var noWait: [String] { json["wait"] == .bool(false) ? ["--no-wait"] : [] }

    var arguments: [String] {
      guard case .array(let words)? = json["arguments"] else { return [] }
      return ["--"] + words.compactMap { if case .string(let word) = $0 { word } else { nil } }
    }

    /// The members of a notice, `KEY=VALUE` each.
    var notice: [String] {
      guard case .object(let all) = json else { return [] }
      return all.dictionary.filter { !["kind", "wait", "timeout"].contains($0.key) && $0.value != .null }
        .sorted { $0.key < $1.key }.map { "\($0.key)=\(text($0.key))" }
    }
  }

  private static func words(_ method: String, _ of: Members) -> [String]? {
    switch method {
    case AppsInterface.Launch.method:
      ["launch", of.id] + of.flag("background", "background") + of.option("url", "url")
        + of.option("shortcut", "shortcut") + of.option("activity", "activity") + of.noWait + of.arguments
    case AppsInterface.Open.method: ["open", of.text("url")] + of.noWait
    case AppsInterface.Activate.method: ["activate", of.id] + of.noWait
    case AppsInterface.Quit.method: ["quit", of.id] + of.noWait
    case AppsInterface.Terminate.method: ["terminate", of.id] + of.noWait
    case AppsInterface.Erase.method: ["erase", of.id] + of.noWait
    case AppsInterface.RunTask.method: ["tasks", "run", of.id] + (of.has("task") ? [of.text("task")] : []) + of.noWait
    case AppsInterface.ExpireTask.method:
      ["tasks", "expire", of.id] + (of.has("task") ? [of.text("task")] : []) + of.noWait
    case ScenesInterface.New.method: ["scene", "new", of.id] + of.noWait
    case EventsInterface.Push.method: ["push", of.id] + of.flag("silent", "silent") + of.noWait + [of.text("payload")]
    case EventsInterface.Fetch.method: ["fetch", of.id] + of.noWait
    case EventsInterface.Location.method:
      ["location", of.id] + of.noWait + ["\(of.text("latitude")),\(of.text("longitude"))"]
    case EventsInterface.Accessory.method: ["accessory", of.id, of.text("name")] + of.noWait
    case EventsInterface.Bluetooth.method: ["bluetooth", of.id, of.text("name")] + of.noWait
    case NotificationsInterface.Open.method:
      of.has("text") || of.has("action") ? nil : ["notification", "open", of.id, of.text("identifier")] + of.noWait
    case NotificationsInterface.Dismiss.method:
      ["notification", "dismiss", of.id, of.text("identifier")] + of.noWait
    case PrivacyInterface.Set.method: ["privacy", of.text("decision"), of.id, of.text("service")]
    case MemoryInterface.Warn.method: ["memory", "warn"] + (of.has("id") ? [of.id] : []) + of.noWait
    case MemoryInterface.Pressure.method:
      ["memory", "pressure", of.text("level")] + of.option("free", "free") + of.noWait
    default: device(method, of)
    }
  }

  private static func alert(_ of: Members) -> [String]? {
    // No command names the service of any app.
    guard of.has("app") || !of.has("service") else { return nil }
    let subject = ["app", "service"].filter(of.has).map(of.text)
    return ["alert", of.text("action") == "allowOnce" ? "allow-once" : of.text("action")] + subject + of.noWait
  }

  private static func device(_ method: String, _ of: Members) -> [String]? {
    switch method {
    case DeviceInterface.Home.method: ["home"] + of.noWait
    case DeviceInterface.Lock.method: ["lock"] + of.noWait
    // A passcode is told to nobody.
    case DeviceInterface.Unlock.method: of.json["passcode"] == .bool(true) ? nil : ["unlock"] + of.noWait
    case DeviceInterface.Call.method: ["call", of.text("action")] + of.noWait
    case DeviceInterface.Alert.method: alert(of)
    case DeviceInterface.Overlay.method:
      ["overlay", of.text("name").replacing("Center", with: "-center"), of.text("action")] + of.noWait
    case DeviceInterface.Banner.method: ["banner", of.text("text")]
    case DeviceInterface.Notify.method: ["notify", of.text("kind")] + of.notice + of.noWait
    case DeviceInterface.AdvanceTime.method:
      ["advance", of.text("milliseconds") + "ms"]
        + (of.has("patience") ? ["--patience", of.text("patience") + "ms"] : [])
    default: nil
    }
  }
}

extension String {
  /// By its first scalar: a hyphen is one `Character` with a mark behind it.
  var looksLikeOption: Bool { unicodeScalars.first == "-" }
}
