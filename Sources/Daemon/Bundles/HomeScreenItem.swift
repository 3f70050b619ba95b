// The name and the icon that Info.plist gives an app, as a home screen shows them. Neither keeps it from running.
import FoundationEssentials
import LifecycleModel

/// The name and the icon of an app.
package nonisolated struct HomeScreenItem: Equatable, Sendable {
  /// `CFBundleDisplayName`, or else `CFBundleName`.
  package private(set) var name: String?
  /// The files of its icon as Info.plist names them, without the size at their end and mostly without an extension; the
  /// largest last, as Xcode writes them.
  private(set) var icons: [String] = []

  /// In bytes.
  static let longestName = 400
  /// More are of no use to anybody.
  static let mostIcons = 16

  init(name: String? = nil) { self.name = name.flatMap { $0.isEmpty ? nil : $0.cut(toBytes: Self.longestName) } }

  /// A key of another type counts as missing: an icon is no reason not to run the app.
  init(from decoder: any Decoder) {
    guard let plist = try? decoder.container(keyedBy: Key.self) else {
      self.init()
      return
    }
    let names = [Key.displayName, .name].lazy.compactMap { try? plist.decode(String.self, forKey: $0) }
    self.init(name: names.first { !$0.isEmpty })
    let primary = (try? plist.decode(Icons.self, forKey: .icons))?.primary
    let single = try? plist.decode(String.self, forKey: .iconFile)
    let files = primary?.files ?? (try? plist.decode([String].self, forKey: .iconFiles)) ?? single.map { [$0] } ?? []
    icons = Array(files.suffix(Self.mostIcons))
  }

  private enum Key: String, CodingKey {
    case displayName = "CFBundleDisplayName"
    case name = "CFBundleName"
    case icons = "CFBundleIcons"
    case iconFiles = "CFBundleIconFiles"
    case iconFile = "CFBundleIconFile"
  }

  private struct Icons: Decodable {
    var primary: Primary?

    enum CodingKeys: String, CodingKey { case primary = "CFBundlePrimaryIcon" }
  }

  private struct Primary: Decodable {
    var files: [String]?

    enum CodingKeys: String, CodingKey { case files = "CFBundleIconFiles" }
  }
}
