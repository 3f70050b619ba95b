// The user ids of apps: each app gets one of its own at its first launch, and keeps it for ever (LA7).

/// Every user id that an app has ever been given. An app that is uninstalled keeps its id, since files of it may be
/// anywhere: no other app must ever own them.
public struct AppIdentities: Equatable, Sendable {
  /// By app. No two have the same.
  public private(set) var ids: [AppID: UInt32] = [:]
  private var given: Set<UInt32> = []

  public init() {}

  /// Of apps that have ids; nil where two have the same.
  public init?(_ ids: [AppID: UInt32]) {
    given = Set(ids.values)
    guard given.count == ids.count else { return nil }
    self.ids = ids
  }

  /// The app's id, which it is given now if it has none: the lowest of `range` that no app has ever had.
  ///
  /// - Parameter isForeign: whether somebody else of this machine has the id, who keeps it.
  /// - Returns: nil where none is left.
  public mutating func id(
    of app: AppID, from range: ClosedRange<UInt32>, unless isForeign: (UInt32) -> Bool = { _ in false }
  ) -> UInt32? {
    if let id = ids[app] { return id }
    guard let id = range.first(where: { !given.contains($0) && !isForeign($0) }) else { return nil }
    ids[app] = id
    given.insert(id)
    return id
  }

  /// The user's name: valid for useradd(8), 31 bytes at most, and no other app's, since the id ends it.
  public static func name(of app: AppID, _ id: UInt32) -> String {
    let last = app.string.split(separator: ".").last.map(String.init) ?? ""
    let letters = last.lowercased().utf8.filter { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) }
    return "roost-" + (letters.isEmpty ? "app" : String(decoding: letters.prefix(14), as: UTF8.self)) + "-\(id)"
  }
}
