// The usage descriptions of Info.plist: what an app tells the user that it needs a service for (PR5).
import FoundationEssentials
import LifecycleModel

extension InfoPlist {
  /// In bytes; an alert has room for some sentences.
  static let longestPurpose = 2000

  /// The services that are explained, by `NSCameraUsageDescription` and so on.
  nonisolated struct Purposes: Decodable {
    /// The text for the user, of each.
    var texts: [PrivacyService: String] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
      let plist = try decoder.container(keyedBy: Key.self)
      for service in PrivacyService.allCases {
        for key in service.purposeKeys {
          guard let text = try plist.decodeIfPresent(String.self, forKey: Key(key)) else { continue }
          texts[service] = texts[service] ?? text.cut(toBytes: InfoPlist.longestPurpose)
        }
      }
    }

    private nonisolated struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(_ name: String) { stringValue = name }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }

  /// The file, read once for both.
  nonisolated struct Whole: Decodable {
    let keys: Keys

    init(from decoder: any Decoder) throws {
      var keys = try Keys(from: decoder)
      keys.purposes = try Purposes(from: decoder)
      keys.homeScreen = HomeScreenItem(from: decoder)
      self.keys = keys
    }
  }
}
