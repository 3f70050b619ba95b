// The part of Info.plist that Roost acts on, under Apple's key names (developer.apple.com, "Information Property List").
import Crypto
import FoundationEssentials
import LifecycleModel
import Linux
import PropertyLists
import Settings

/// A decoded Info.plist, XML or binary.
package nonisolated struct InfoPlist {
  /// The SHA-256 of the bytes that the rest was read from, in hexadecimal.
  let hash: String
  package let identifier: String
  package let executable: String
  /// `UIApplicationSceneManifest` is there (LS1, LS2).
  let hasSceneManifest: Bool
  /// BG7: `UIApplicationExitsOnSuspend`, or built for a system older than 4.0.
  let exitsOnSuspend: Bool
  /// `UIApplicationSupportsMultipleScenes` (SC4).
  let supportsMultipleScenes: Bool
  /// `UISceneConfigurationName` of the first configuration for windows; nil when there is none.
  let defaultSceneConfiguration: String?
  /// The schemes of the URLs that it opens (LA6): in lower case, each once, in the order of the file.
  let urlSchemes: [String]
  /// LA8; empty when it does not say.
  let supportedOrientations: [Orientation]
  /// LA8: `UIInterfaceOrientation`, what it starts in.
  let initialOrientation: Orientation?
  /// BX3: `UIBackgroundModes`, those that we do not know among them.
  let backgroundModes: [String]
  /// BX4: `BGTaskSchedulerPermittedIdentifiers`.
  let taskIdentifiers: [String]
  /// PR5: the services whose use the plist explains to the user, with the texts.
  let purposes: [PrivacyService: String]
  let homeScreen: HomeScreenItem
  /// `UIApplicationShortcutItems`, those the home screen shows before the app has run.
  let shortcutItems: [ShortcutItem]
  /// ME5: `RoostMemoryLimits`.
  let memoryLimits: MemoryLimits
  /// `RoostProgram`: it knows nothing of us.
  package let program: ForeignProgram?
  /// LA7: `RoostFileAccess`.
  let fileAccess: FileAccess
  /// LA7: `RoostNetwork`, `RoostDevices`, `RoostExec`, `RoostDebuggable` and `RoostSessionBus`.
  let entitlements: Entitlements

  /// Real ones have a few kilobytes.
  private static let sizeLimit = 256 << 10

  init(bundle: String) throws(BundleError) {
    let bytes = try Self.bytes(bundle)
    let plist = try Self.decode(bytes, bundle)
    hash = Self.hash(of: bytes)
    guard let identifier = plist.identifier else {
      throw BundleError(bundle: bundle, .missingKey("CFBundleIdentifier"))
    }
    guard identifier.isPortableFolderName else { throw BundleError(bundle: bundle, .invalidIdentifier(identifier)) }
    guard let executable = plist.executable else {
      throw BundleError(bundle: bundle, .missingKey("CFBundleExecutable"))
    }
    // By its bytes: a slash that a mark combines with is one to the kernel.
    guard !executable.isEmpty, !executable.contains("\0"), ![".", ".."].contains(executable),
      !executable.utf8.contains(UInt8(ascii: "/")) || plist.program != nil && executable.hasPrefix("/")
    else { throw BundleError(bundle: bundle, .invalidExecutableName(executable)) }
    do {
      program = try plist.program?.program()
    } catch {
      throw BundleError(bundle: bundle, .mistake(key: error.key, why: error.why))
    }
    self.identifier = identifier
    self.executable = executable
    hasSceneManifest = plist.sceneManifest != nil
    exitsOnSuspend = plist.exitsOnSuspend ?? false || plist.isBuiltBeforeMultitasking
    guard plist.mainStoryboard == nil || plist.mainNib == nil else {
      throw BundleError(bundle: bundle, .twoMainInterfaces)
    }
    supportsMultipleScenes = plist.sceneManifest?.supportsMultipleScenes ?? false
    defaultSceneConfiguration = plist.sceneManifest?.configurations?[Self.windowRole]?.first?.name
    var known: Set<String> = []
    urlSchemes = (plist.urlTypes ?? []).flatMap { $0.schemes ?? [] }.map(\.name).filter { known.insert($0).inserted }
      .prefix(AppBundle.mostSchemes).map(\.self)
    supportedOrientations = plist.supportedOrientations ?? []
    initialOrientation = plist.initialOrientation
    backgroundModes = plist.backgroundModes ?? []
    taskIdentifiers = (plist.taskIdentifiers ?? []).prefix(AppBundle.mostTaskIdentifiers).map(\.self)
    purposes = plist.purposes.texts
    homeScreen = plist.homeScreen
    shortcutItems = plist.shortcutItems ?? []
    memoryLimits = plist.memoryLimits ?? MemoryLimits()
    fileAccess = FileAccess(
      read: Self.bounded(plist.fileAccess?.read ?? []), write: Self.bounded(plist.fileAccess?.write ?? []))
    var entitlements = program == nil ? Entitlements() : .ofForeignProgram
    entitlements.set(
      plist.network?.value, plist.devices?.map(\.value), plist.programs?.value, isDebuggable: plist.isDebuggable,
      hasSessionBus: plist.hasSessionBus)
    self.entitlements = entitlements
  }

  private static func bounded(_ paths: [AskedAccess.Path]) -> [String] {
    var bytes = 0
    let some = paths.prefix(AppBundle.mostPaths).prefix { path in
      bytes += path.string.utf8.count
      return bytes <= AppBundle.mostPathBytes
    }
    return some.map(\.string)
  }

  /// `UISceneSession.Role.windowApplication`.
  static let windowRole = "UIWindowSceneSessionRoleApplication"

  /// As a seal has it.
  private static func hash(of bytes: [UInt8]) -> String {
    var function = SHA256()
    bytes.withUnsafeBytes { function.update(bufferPointer: $0) }
    return function.finalize().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  /// A link would lead the daemon to a file that the seal does not hold to: the app's own container, where it writes what it is
  /// entitled to, or a file system that does not answer.
  private static func bytes(_ bundle: String) throws(BundleError) -> [UInt8] {
    do throws(SmallFile.ReadError) {
      return try SmallFile.read(bundle + "/Info.plist", limit: sizeLimit, followsLinks: false)
    } catch {
      switch error {
      case .missing: throw BundleError(bundle: bundle, .noInfoPlist)
      case .notRegular(let path):
        throw BundleError(
          bundle: bundle, .unreadable("\(path) is a link, or not a regular file; put the file itself in its place"))
      case .tooLarge, .system: throw BundleError(bundle: bundle, .unreadable("\(error)"))
      }
    }
  }

  private static func decode(_ bytes: [UInt8], _ bundle: String) throws(BundleError) -> Keys {
    if let problem = PropertyListBounds.problem(in: bytes) { throw BundleError(bundle: bundle, .malformed(problem)) }
    do {
      return try PropertyListDecoder().decode(Whole.self, from: Data(bytes)).keys
    } catch let error as DecodingError {
      throw BundleError(bundle: bundle, problem(error))
    } catch {
      throw BundleError(bundle: bundle, .malformed("\(error)"))
    }
  }
}
