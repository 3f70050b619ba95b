// The description of an installed app that the model needs to decide anything about it.

/// The part of an app's Info.plist that policy depends on.
public struct AppDescription: Hashable, Codable, Sendable {
  public let id: AppID
  public let style: LifecycleStyle
  /// A program that knows nothing of Roost: it is told nothing, and so cannot be asked to close anything (BG5).
  public let isForeign: Bool
  /// BG7: `UIApplicationExitsOnSuspend`, or built for a system older than 4.0. Such an app ends instead of entering the
  /// background.
  public let exitsOnSuspend: Bool
  /// SC4: `UIApplicationSupportsMultipleScenes`.
  public let supportsMultipleScenes: Bool
  /// The URL schemes it declares (LA6), in lower case.
  public let schemes: [String]
  /// BX3: what it asked for in `UIBackgroundModes`.
  public let backgroundModes: Set<BackgroundMode>
  /// BX4: `BGTaskSchedulerPermittedIdentifiers`.
  public let taskIdentifiers: [String]
  /// PR5: the services whose use its Info.plist explains to the user.
  public let purposes: Set<PrivacyService>
  /// LA7: whether it asks for the network. The daemon fetches nothing for an app that may not (BX9).
  public let usesNetwork: Bool
  /// ME3, ME5.
  public let memory: MemoryTraits

  public init(
    id: AppID, style: LifecycleStyle, isForeign: Bool = false, exitsOnSuspend: Bool = false,
    supportsMultipleScenes: Bool = false,
    schemes: [String] = [], backgroundModes: Set<BackgroundMode> = [], taskIdentifiers: [String] = [],
    purposes: Set<PrivacyService> = [], usesNetwork: Bool = true, memory: MemoryTraits = MemoryTraits()
  ) {
    self.id = id
    self.style = style
    self.isForeign = isForeign
    self.exitsOnSuspend = exitsOnSuspend
    self.supportsMultipleScenes = supportsMultipleScenes
    self.schemes = schemes
    self.backgroundModes = backgroundModes
    self.taskIdentifiers = taskIdentifiers
    self.purposes = purposes
    self.usesNetwork = usesNetwork
    self.memory = memory
  }
}

/// The placement of a launched app: on screen (LA2) or behind it (LA3).
public enum Placement: Hashable, Codable, Sendable { case foreground, background }

/// The way to start a process.
public struct Launch: Hashable, Codable, Sendable {
  public var options: LaunchOptions
  /// Passed to the executable after its own name.
  public var arguments: [String]
  /// Variables for its process, besides those that every app has.
  public var environment: [String: String]
  /// DB1: it is stopped before its first instruction.
  public var waitsForDebugger: Bool

  public init(
    options: LaunchOptions = LaunchOptions(), arguments: [String] = [], environment: [String: String] = [:],
    waitsForDebugger: Bool = false
  ) {
    self.options = options
    self.arguments = arguments
    self.environment = environment
    self.waitsForDebugger = waitsForDebugger
  }

  /// Another that came while this one waits for the end of the process before. One process starts: as the last says that says
  /// anything.
  mutating func take(_ later: Launch) {
    if !later.arguments.isEmpty { arguments = later.arguments }
    if !later.environment.isEmpty { environment = later.environment }
    waitsForDebugger = waitsForDebugger || later.waitsForDebugger
  }

  /// Launched behind the screen, for `wake` (LA4).
  init(wake: Wake) { self.init(options: LaunchOptions(wake: wake)) }
}
