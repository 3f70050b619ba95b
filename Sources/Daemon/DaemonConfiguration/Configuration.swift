// The configuration of roostd (roostd.toml(5)), with the default of every key.
package import LifecycleModel
package import Linux
package import Logging
package import Settings

/// The whole configuration, every value checked. Members are named and ordered as in config/roostd.toml.
package nonisolated struct Configuration: Equatable, Sendable {
  // [paths]
  /// The folder of the control socket; nothing in it need outlive the machine.
  package var runtimeDirectory: String
  /// The folder of containers, exit records and logs.
  package var stateDirectory: String
  /// The folders in which the daemon looks for bundles; earlier ones win.
  package var appDirectories: [String]

  // [apps]
  /// The choice of the machine's own programs that are apps.
  package var desktop = DesktopSettings()

  // [control]
  /// The group that may command the daemon besides root and the daemon's own user.
  package var controlGroup: String?

  // [device] and [deadlines]
  /// The numbers decisions depend on.
  package var policy: Policy
  /// BG5: the device nodes that are for the app in front.
  package var sharedNodes = [
    SharedNode(kind: .camera, pattern: "/dev/video*"), SharedNode(kind: .gpu, pattern: "/dev/dri/*"),
    SharedNode(kind: .audio, pattern: "/dev/snd/*"),
  ]
  /// FG3.
  package var firstAppearance = AppearanceTime.byStyle

  // [memory]
  /// The stalls that the kernel is asked to tell of (ME1).
  package var stalls = StallSettings()
  /// Whether the pages of suspended apps are pushed out to swap before anybody is killed (ME6).
  package var pushesOut = true

  // [apps]
  /// Whether all that apps do not need is closed to them.
  package var sandbox = SandboxUse.on
  /// How many processes and threads each may have, where it has a cgroup.
  package var appTasks = 512
  /// The paths that are open to all of them besides.
  package var fileAccess = FileAccess()
  /// Whom they run as.
  package var appUser = AppUserSetting.own
  /// The ids of users of their own.
  package var appUserRange = UserRange.default

  // [cgroups]
  /// Whether apps get cgroups of their own where that is possible.
  package var usesCgroups = true

  // [sources]
  /// The machine's own sources of device events that the daemon listens to.
  package var sources = Set(DeviceSource.allCases)

  /// Those that are listened to now. In virtual time the same orders lead to the same events, whatever the network of the
  /// machine does.
  package var listenedSources: Set<DeviceSource> { virtualTime ? sources.subtracting([.network]) : sources }
  /// The device nodes that stand for accessories; a pattern is in the last component alone (glob(7)). By their devices'
  /// own names: udev(7) makes such links for what is plugged in, and one of each for input.
  package var accessoryNodes = ["/dev/input/by-id/*-event-*", "/dev/serial/by-id/*", "/dev/snd/by-id/*"]
  // [push]
  /// The source of pushes.
  package var push = PushSettings()

  // [metrics]
  /// The place where the counters are read by Prometheus; nil: nowhere.
  package var metricsAddress: InternetAddress?

  // [reports]
  package var reports = KeptBounds(keep: 200, age: .seconds(30 * 86_400))

  // [log]
  package var logLevel: Logger.Level = .info
  package var appOutput = Output.journal

  // [exits]
  package var exits = KeptBounds(keep: 10_000, age: .seconds(30 * 86_400))

  /// Whether the model's clock stands still until it is moved (`--virtual-time`, for tests).
  package var virtualTime = false

  mutating func setSharedNodes(_ kind: DeviceKind, _ patterns: [String]) {
    sharedNodes.removeAll { $0.kind == kind }
    sharedNodes += patterns.map { SharedNode(kind: kind, pattern: $0) }
  }

  mutating func listen(to source: DeviceSource, _ listens: Bool) {
    if listens { sources.insert(source) } else { sources.remove(source) }
  }

  /// The order of victims that are missed equally (ME3).
  enum MemoryOrder: String, CaseIterable, Sendable {
    case largest
    case leastRecentlyUsed = "least-recently-used"

    var policy: MemoryPolicy.Order {
      switch self {
      case .largest: .largestFirst
      case .leastRecentlyUsed: .leastRecentlyUsedFirst
      }
    }
  }

  /// The destination of an app's standard output and error.
  package enum Output: String, CaseIterable, Sendable {
    /// The journal under the app's identifier; a file where there is no journal.
    case journal
    /// `STATE/logs/<bundle id>.log`.
    case file
  }

  /// A set of default numbers (LIFECYCLE.md, "Numbers").
  enum Profile: String, CaseIterable, Sendable {
    case `default`, modern

    /// Its deadlines, for a device with one slot and multitasking.
    var policy: Policy {
      switch self {
      case .default: Policy()
      case .modern: Policy(launch: .seconds(20), comeForward: .seconds(10))
      }
    }
  }

  /// The values of the command line, which win over every file.
  package struct Overrides: Sendable {
    var runtimeDirectory: String?
    var stateDirectory: String?
    var appDirectories: [String]?
    var logLevel: String?
    var virtualTime: Bool

    package init(
      runtimeDirectory: String? = nil, stateDirectory: String? = nil, appDirectories: [String]? = nil,
      logLevel: String? = nil, virtualTime: Bool = false
    ) {
      self.runtimeDirectory = runtimeDirectory
      self.stateDirectory = stateDirectory
      self.appDirectories = appDirectories
      self.logLevel = logLevel
      self.virtualTime = virtualTime
    }
  }
}
