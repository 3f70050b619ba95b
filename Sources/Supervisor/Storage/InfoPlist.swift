// The part of Info.plist that Roost acts on, under Apple's key names (developer.apple.com, "Information Property List").
import FoundationEssentials

/// A decoded Info.plist, XML or binary.
nonisolated struct InfoPlist {
  let identifier: String
  let executable: String
  /// `UIApplicationSceneManifest` is there (LS1, LS2).
  let hasSceneManifest: Bool
  /// BG7: `UIApplicationExitsOnSuspend`, or built for a system older than 4.0.
  let exitsOnSuspend: Bool

  /// A bundle identifier becomes a folder's name and part of a file's; names end at 255 bytes (NAME_MAX).
  static let longestIdentifier = 155
  /// Real ones have a few kilobytes.
  private static let sizeLimit = 256 << 10

  init(bundle: String) throws(BundleError) {
    let plist = try Self.decode(bundle)
    guard let identifier = plist.identifier else {
      throw BundleError(bundle: bundle, .missingKey("CFBundleIdentifier"))
    }
    guard Self.canNameFolder(identifier) else { throw BundleError(bundle: bundle, .invalidIdentifier(identifier)) }
    guard let executable = plist.executable else {
      throw BundleError(bundle: bundle, .missingKey("CFBundleExecutable"))
    }
    guard !executable.isEmpty, !executable.contains("/"), !executable.contains("\0"), ![".", ".."].contains(executable)
    else { throw BundleError(bundle: bundle, .invalidExecutableName(executable)) }
    self.identifier = identifier
    self.executable = executable
    hasSceneManifest = plist.sceneManifest != nil
    exitsOnSuspend = plist.exitsOnSuspend ?? false || plist.isBuiltBeforeMultitasking
  }

  private static func decode(_ bundle: String) throws(BundleError) -> Plist {
    let data: Data
    do {
      data = Data(try SmallFile.read(bundle + "/Info.plist", limit: sizeLimit))
    } catch .missing {
      throw BundleError(bundle: bundle, .noInfoPlist)
    } catch {
      throw BundleError(bundle: bundle, .unreadable("\(error)"))
    }
    guard !PropertyListNesting.mayExceedStack(data) else {
      throw BundleError(bundle: bundle, .malformed("it has more arrays and dictionaries than any real one"))
    }
    do {
      return try PropertyListDecoder().decode(Plist.self, from: data)
    } catch let error as DecodingError {
      throw BundleError(bundle: bundle, problem(error))
    } catch {
      throw BundleError(bundle: bundle, .malformed("\(error)"))
    }
  }

  private static func problem(_ error: DecodingError) -> BundleError.Problem {
    switch error {
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      guard let key = context.codingPath.first else { return .malformed("it holds no dictionary") }
      return .wrongType(key: key.stringValue, expected: words(for: type))
    case .keyNotFound(let key, _):
      return .missingKey(key.stringValue)
    case .dataCorrupted(let context):
      return .malformed(context.underlyingError.map(reason) ?? context.debugDescription)
    @unknown default:
      return .malformed("\(error)")
    }
  }

  /// Foundation's own words for what is wrong, with the line where it knows one.
  private static func reason(_ error: any Error) -> String {
    (error as? CocoaError)?.userInfo["NSDebugDescription"] as? String ?? "\(error)"
  }

  private static func words(for type: any Any.Type) -> String {
    switch type {
    case is Bool.Type: "true or false"
    case is String.Type: "a string"
    default: "a dictionary"
    }
  }

  private static func canNameFolder(_ identifier: String) -> Bool {
    guard let first = identifier.utf8.first, isLetterOrDigit(first) else { return false }
    return identifier.utf8.count <= longestIdentifier
      && identifier.utf8.allSatisfy { isLetterOrDigit($0) || ".-_".utf8.contains($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

/// The keys as they are written.
private nonisolated struct Plist: Decodable {
  var identifier: String?
  var executable: String?
  var sceneManifest: SceneManifest?
  var exitsOnSuspend: Bool?
  var minimumOSVersion: String?
  /// The SDK an app was built with, as Xcode writes it.
  var platformVersion: String?

  struct SceneManifest: Decodable {
    enum CodingKeys: CodingKey {}
    init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: CodingKeys.self) }
  }

  enum CodingKeys: String, CodingKey {
    case identifier = "CFBundleIdentifier"
    case executable = "CFBundleExecutable"
    case sceneManifest = "UIApplicationSceneManifest"
    case exitsOnSuspend = "UIApplicationExitsOnSuspend"
    case minimumOSVersion = "MinimumOSVersion"
    case platformVersion = "DTPlatformVersion"
  }

  /// Multitasking came with system 4.0. What an app was built with counts; where that is not told, what it asks for.
  var isBuiltBeforeMultitasking: Bool {
    guard let version = platformVersion ?? minimumOSVersion, let major = Int(version.prefix { $0 != "." }) else {
      return false
    }
    return major < 4
  }
}
