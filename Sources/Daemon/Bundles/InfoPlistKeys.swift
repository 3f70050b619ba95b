// Info.plist as it is written: the keys that Roost acts on, each of the type Apple gives it.
import ControlAPI
import FoundationEssentials
import Settings

extension InfoPlist {
  /// The whole, before it is asked whether it makes sense.
  package nonisolated struct Keys: Decodable {
    package var identifier: String?
    package var executable: String?
    var sceneManifest: SceneManifest?
    var exitsOnSuspend: Bool?
    var minimumOSVersion: String?
    /// The SDK an app was built with, as Xcode writes it.
    var platformVersion: String?
    var urlTypes: [URLType]?
    var supportedOrientations: [Orientation]?
    var initialOrientation: Orientation?
    var mainStoryboard: String?
    var mainNib: String?
    var backgroundModes: [String]?
    var taskIdentifiers: [String]?
    var shortcutItems: [ShortcutItem]?
    var memoryLimits: MemoryLimits?
    package var program: Program?
    var fileAccess: AskedAccess?
    var network: Entitlements.Word<Entitlements.Network>?
    var devices: [Entitlements.Word<DeviceKind>]?
    var programs: Entitlements.Word<Entitlements.Programs>?
    var isDebuggable: Bool?
    var hasSessionBus: Bool?
    /// Of keys with names of their own: ``Whole`` reads it.
    var purposes = Purposes()
    /// ``Whole`` reads it.
    var homeScreen = HomeScreenItem()

    enum CodingKeys: String, CodingKey {
      case identifier = "CFBundleIdentifier"
      case executable = "CFBundleExecutable"
      case sceneManifest = "UIApplicationSceneManifest"
      case exitsOnSuspend = "UIApplicationExitsOnSuspend"
      case minimumOSVersion = "MinimumOSVersion"
      case platformVersion = "DTPlatformVersion"
      case urlTypes = "CFBundleURLTypes"
      case supportedOrientations = "UISupportedInterfaceOrientations"
      case initialOrientation = "UIInterfaceOrientation"
      case mainStoryboard = "UIMainStoryboardFile"
      case mainNib = "NSMainNibFile"
      case backgroundModes = "UIBackgroundModes"
      case taskIdentifiers = "BGTaskSchedulerPermittedIdentifiers"
      case shortcutItems = "UIApplicationShortcutItems"
      case fileAccess = "RoostFileAccess"
      case network = "RoostNetwork"
      case devices = "RoostDevices"
      case programs = "RoostExec"
      case isDebuggable = "RoostDebuggable"
      case hasSessionBus = "RoostSessionBus"
      case memoryLimits = "RoostMemoryLimits"
      case program = "RoostProgram"
    }

    /// Multitasking came with system 4.0. The system that an app was built with counts; where Info.plist does not tell
    /// it, the system that the app asks for.
    var isBuiltBeforeMultitasking: Bool {
      guard let version = platformVersion ?? minimumOSVersion, let major = Int(version.prefix { $0 != "." }) else {
        return false
      }
      return major < 4
    }
  }

  /// `RoostMemoryLimits`, in bytes (ME5); iOS decides itself, and has no key for it.
  nonisolated struct MemoryLimits: Decodable, Equatable {
    /// Beyond it the app is warned, and under pressure it goes first.
    var soft: UInt64?
    /// Beyond it the app is killed.
    var hard: UInt64?
  }

  /// `RoostFileAccess`: folders and files that the app asks for besides its own (docs/security.md).
  package nonisolated struct AskedAccess: Decodable, Equatable {
    var read: [Path]?
    var write: [Path]?

    package nonisolated struct Path: Decodable, Equatable {
      package let string: String

      package init(from decoder: any Decoder) throws {
        string = try decoder.singleValueContainer().decode(String.self)
        guard string.hasPrefix("/"), !string.contains("\0") else { throw mismatch(Self.self, decoder) }
      }
    }
  }

  /// `UIApplicationSceneManifest`.
  nonisolated struct SceneManifest: Decodable {
    var supportsMultipleScenes: Bool?
    /// By role.
    var configurations: [String: [SceneConfiguration]]?

    enum CodingKeys: String, CodingKey {
      case supportsMultipleScenes = "UIApplicationSupportsMultipleScenes"
      case configurations = "UISceneConfigurations"
    }
  }

  nonisolated struct SceneConfiguration: Decodable {
    var name: String?
    var delegateClass: String?
    var storyboard: String?
    var sceneClass: String?

    enum CodingKeys: String, CodingKey {
      case name = "UISceneConfigurationName"
      case delegateClass = "UISceneDelegateClassName"
      case storyboard = "UISceneStoryboardFile"
      case sceneClass = "UISceneClassName"
    }
  }

  nonisolated struct URLType: Decodable {
    var schemes: [Scheme]?

    enum CodingKeys: String, CodingKey { case schemes = "CFBundleURLSchemes" }

    nonisolated struct Scheme: Decodable {
      /// In lower case.
      let name: String

      init(from decoder: any Decoder) throws {
        guard let scheme = URLScheme(try decoder.singleValueContainer().decode(String.self)) else {
          throw mismatch(Self.self, decoder)
        }
        name = scheme.name
      }
    }
  }

  /// An interface orientation under the name that Info.plist gives it (LA8).
  package nonisolated enum Orientation: String, Decodable, CaseIterable {
    case portrait = "UIInterfaceOrientationPortrait"
    case portraitUpsideDown = "UIInterfaceOrientationPortraitUpsideDown"
    case landscapeLeft = "UIInterfaceOrientationLandscapeLeft"
    case landscapeRight = "UIInterfaceOrientationLandscapeRight"

    package init(from decoder: any Decoder) throws {
      guard let orientation = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) else {
        throw mismatch(Self.self, decoder)
      }
      self = orientation
    }
  }

  /// One of `UIApplicationShortcutItems`.
  nonisolated struct ShortcutItem: Decodable, Equatable {
    let type: String
    let title: String
    let subtitle: String?

    enum CodingKeys: String, CodingKey {
      case type = "UIApplicationShortcutItemType"
      case title = "UIApplicationShortcutItemTitle"
      case subtitle = "UIApplicationShortcutItemSubtitle"
    }
  }
}

/// Of a string that does not stand for a `type`.
nonisolated func mismatch(_ type: any Any.Type, _ decoder: any Decoder) -> DecodingError {
  .typeMismatch(type, .init(codingPath: decoder.codingPath, debugDescription: "the string is not valid"))
}

// MARK: Errors about a key of another type

extension InfoPlist {
  /// The mistake, as a message to a user names it.
  nonisolated static func problem(_ error: DecodingError) -> BundleError.Problem {
    switch error {
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      guard !context.codingPath.isEmpty else { return .malformed("its root is not a dictionary") }
      return .wrongType(key: name(of: context.codingPath), expected: words(for: type))
    case .keyNotFound(let key, let context):
      return .missingKey(name(of: context.codingPath + [key]))
    case .dataCorrupted(let context):
      return .malformed(context.underlyingError.map(reason) ?? context.debugDescription)
    @unknown default:
      return .malformed("\(error)")
    }
  }

  /// Such as `CFBundleURLTypes[0].CFBundleURLSchemes`.
  private nonisolated static func name(of path: [any CodingKey]) -> String {
    path.reduce("") { name, key in
      if let index = key.intValue { return "\(name)[\(index)]" }
      return name.isEmpty ? key.stringValue : "\(name).\(key.stringValue)"
    }
  }

  /// Foundation's own words for what is wrong, with the line where it knows one.
  private nonisolated static func reason(_ error: any Error) -> String {
    (error as? CocoaError)?.userInfo["NSDebugDescription"] as? String ?? "\(error)"
  }

  private nonisolated static func words(for type: any Any.Type) -> String {
    switch type {
    case is Bool.Type: "true or false"
    case is String.Type: "a string"
    case is Double.Type: "a number"
    case is [Any].Type: "an array"
    case is URLType.Scheme.Type: "a URL scheme: a letter, then letters, digits, '+', '-' and '.'"
    case is AskedAccess.Path.Type: "an absolute path, such as /srv/photos"
    case let list as any WordList.Type: "one of \(list.words)"
    case is Orientation.Type: "one of \(Orientation.allCases.map(\.rawValue).joined(separator: ", "))"
    default: "a dictionary"
    }
  }
}
