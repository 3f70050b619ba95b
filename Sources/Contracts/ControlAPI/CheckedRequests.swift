// Reads a call's parameters, and refuses what their types allow and the methods do not.
import AgentProtocol
public import Varlink
import WireJSON

extension Call {
  /// A day is longer than any change can take, and keeps every sum of times far from overflow.
  private static let longestTimeout: Int64 = 86_400_000

  func read<Request: ControlRequest>() throws(ServiceError) -> Request {
    var request: Request = try known()
    try request.check()
    return request
  }

  func readChange<Request: ChangeRequest>() throws(ServiceError) -> Request {
    var request: Request = try known()
    guard (0...Self.longestTimeout).contains(request.timeout ?? 0) else { throw .invalidParameter("timeout") }
    try request.check()
    return request
  }

  func readStream<Request: StreamRequest>() throws(ServiceError) -> Request {
    guard wantsMore else { throw .expectedMore }
    var request: Request = try known()
    try request.check()
    return request
  }
}

extension Call {
  /// The parameters of all methods that name an app, a scene or another thing that the daemon looks up.
  private static let names = [
    "id", "app", "source", "session", "scene", "task", "shortcut", "identifier", "action", "report", "key", "name",
    "kind",
  ]

  private func known<Request: ControlRequest>() throws(ServiceError) -> Request {
    let request = try Request(reading: parameters(lookedUp: Self.names))
    // Each is compared with the few that are known: a set hashes names as Unicode has it, and a client may send a megabyte of them.
    if let only = Request.onlyMembers, let other = try members().first(where: { name in !only.contains { $0 == name } })
    {
      throw .invalidParameter(other)
    }
    return request
  }
}

extension DeviceInterface.SetPasscode {
  /// A passcode whose name is misspelt would remove the one that is set.
  public static let onlyMembers: Set<String>? = ["passcode", "old"]

  /// In bytes: with the one before, and where JSON writes each in six, it has room in a call whose members are looked at (``Call/members()``).
  static let longestPasscode = 1024

  public mutating func check() throws(ServiceError) {
    guard (passcode ?? "").utf8.count <= Self.longestPasscode else { throw .invalidParameter("passcode") }
  }
}

extension DeviceInterface.Unlock {
  public static let onlyMembers: Set<String>? = ["passcode", "wait", "timeout"]
}

extension AppsInterface.Launch {
  public mutating func check() throws(ServiceError) {
    guard (arguments ?? []).allSatisfy(LaunchArgument.fits) else { throw .invalidParameter("arguments") }
    guard LaunchVariable.all(environment ?? []) != nil else { throw .invalidParameter("environment") }
    // It becomes an argument of a program that a desktop entry names, which takes one without a scheme for an option.
    guard url.map(AppsInterface.Open.isURL) ?? true else { throw .invalidParameter("url") }
    // To read a megabyte of it takes a tenth of a second; beyond this the daemon keeps none (docs/security.md).
    guard let activity, activity.utf8.count <= UserActivityText.longestRead else { return }
    guard let line = UserActivityText.compact(activity) else { throw .invalidParameter("activity") }
    self.activity = line
  }
}

extension AppsInterface.Open {
  /// In bytes; the daemon keeps none of more than an eighth of that.
  private static let longestURL = 65_536

  /// The app that opens a URL is found by the URL's scheme.
  public mutating func check() throws(ServiceError) {
    guard Self.isURL(url) else { throw .invalidParameter("url") }
  }

  fileprivate static func isURL(_ url: String) -> Bool { url.utf8.count <= longestURL && URLScheme(of: url) != nil }
}

extension AppsInterface.SendInput {
  /// The text becomes part of a line on an app's channel, so only a JSON object may pass, on one line and without white space.
  public mutating func check() throws(ServiceError) {
    guard input.utf8.count <= UserInput.longest, let value = try? JSON(parsing: input), case .object = value else {
      throw .invalidParameter("input")
    }
    do throws(UserInputError) { _ = try UserInput(value) } catch { throw .invalidParameter("input") }
    if Self.hasSpace(input) { input = value.text }
  }

  /// Whether JSON has white space outside its strings. The longest input takes some milliseconds to write anew, and clients seldom need it.
  private static func hasSpace(_ json: String) -> Bool {
    var (isInString, isEscaped) = (false, false)
    for byte in json.utf8 {
      switch byte {
      case UInt8(ascii: "\"") where !isEscaped: isInString.toggle()
      case 0...0x20 where !isInString: return true
      case _: break
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return false
  }
}

extension AppsInterface.Picture {
  /// The name becomes part of an input event.
  public mutating func check() throws(ServiceError) {
    guard (seen ?? "").utf8.count <= ScreenPicture.longestName else { throw .invalidParameter("seen") }
    guard (scene ?? "").utf8.count <= UserInput.longestSession else { throw .invalidParameter("scene") }
  }
}

extension AppsInterface.Elements {
  /// The session becomes part of an input event.
  public mutating func check() throws(ServiceError) {
    guard (scene ?? "").utf8.count <= UserInput.longestSession else { throw .invalidParameter("scene") }
  }
}

extension EventsInterface.Push {
  public mutating func check() throws(ServiceError) {
    guard (try? Push(payload, isSilent: silent ?? false)) != nil else { throw .invalidParameter("payload") }
  }
}

extension EventsInterface.Location {
  /// In degrees.
  public static let latitudes = -90.0...90.0
  /// In degrees.
  public static let longitudes = -180.0...180.0

  public mutating func check() throws(ServiceError) {
    guard Self.latitudes.contains(latitude) else { throw .invalidParameter("latitude") }
    guard Self.longitudes.contains(longitude) else { throw .invalidParameter("longitude") }
  }
}

extension EventsInterface.Accessory {
  public mutating func check() throws(ServiceError) {
    guard DeviceName.fits(name) else { throw .invalidParameter("name") }
  }
}

extension EventsInterface.Bluetooth {
  public mutating func check() throws(ServiceError) {
    guard DeviceName.fits(name) else { throw .invalidParameter("name") }
  }
}

extension DeviceInterface.Alert {
  /// The alert that is shown and dismissed is the device's own: no app asks for anything by it.
  public mutating func check() throws(ServiceError) {
    switch action {
    case .allow, .deny, .allowOnce: break
    case .show, .dismiss:
      guard app == nil else { throw .invalidParameter("app") }
      guard service == nil else { throw .invalidParameter("service") }
    }
  }
}

extension DeviceInterface.Banner {
  /// In bytes. It is told to everybody who watches.
  static let longest = 8192

  public mutating func check() throws(ServiceError) {
    guard text.utf8.count <= Self.longest else { throw .invalidParameter("text") }
  }
}

extension DeviceInterface.AdvanceTime {
  /// 31 days. A daemon whose apps run rings several alarms a minute.
  public static let longest: Int64 = 31 * 86_400_000
  /// In milliseconds, where the call does not say.
  public static let usualPatience: Int64 = 5000

  public mutating func check() throws(ServiceError) {
    guard (0...Self.longest).contains(milliseconds) else { throw .invalidParameter("milliseconds") }
    guard (0...86_400_000).contains(patience ?? 0) else { throw .invalidParameter("patience") }
  }
}

extension MemoryInterface.Pressure {
  public mutating func check() throws(ServiceError) {
    guard free ?? 0 >= 0 else { throw .invalidParameter("free") }
  }
}

extension MemoryInterface.SetBudget {
  public mutating func check() throws(ServiceError) {
    guard budget ?? 0 >= 0 else { throw .invalidParameter("budget") }
  }
}
