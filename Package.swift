// swift-tools-version: 6.2
// The modules of Roost, from the ground up: a target depends only on targets listed above it.
import PackageDescription

/// The settings that every module of ours is compiled with; these names are SE-0335, SE-0444 and SE-0409.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
/// The daemon is one thread; its types live on the main actor unless they say otherwise (SE-0466).
let mainActor = house + [.defaultIsolation(MainActor.self)]

// MARK: Packages of others

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let tomlKit = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")

let packages: [Package.Dependency] = [
  .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
]

/// For `make docs` alone: a package that depends on Roost never sees it.
let docc: [Package.Dependency] =
  Context.environment["ROOST_DOCS"] == nil
  ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

// MARK: The shapes of targets

/// A C library of the machine's, by its pkg-config name; Debian has its headers in `NAME-dev`.
func machineLibrary(_ name: String, in folder: String, _ library: String) -> Target {
  .systemLibrary(name: name, path: "\(folder)/\(name)", pkgConfig: library, providers: [.apt(["\(library)-dev"])])
}

/// Swift sources in the folder of the same name.
func module(
  _ name: String, in folder: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = house
) -> Target {
  .target(name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: settings)
}

/// A module that the daemon and the apps, or the daemon and roostctl, both know.
func contract(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  module(name, in: "Sources/Contracts", dependencies)
}

/// A part of the daemon that any of its threads may use.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  module(name, in: "Sources/Daemon", dependencies)
}

/// A part of the daemon that belongs to its one loop.
func loopRoom(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  module(name, in: "Sources/Daemon", dependencies, settings: mainActor)
}

/// A module that an app links.
func appSide(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  module(name, in: "Sources/Apps", dependencies)
}

func program(_ name: String, _ dependencies: [Target.Dependency], linking: [LinkerSetting] = []) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Sources/Programs/\(name)", swiftSettings: house,
    linkerSettings: linking)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], besides others: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: others, swiftSettings: house)
}

// MARK: Targets, from the ground up

let contracts: [Target] = [
  contract("StreamSafeText"),
  contract("WireJSON", ["StreamSafeText"]),
  contract("AgentProtocol", ["WireJSON"]),
  contract("Varlink", ["WireJSON"]),
  .target(
    name: "ControlAPI", dependencies: ["AgentProtocol", "Varlink", "WireJSON"], path: "Sources/Contracts/ControlAPI",
    // Its Swift is made of these (`make generate`).
    exclude: [
      "Apps", "Bundles", "Daemon", "Device", "Events", "History", "Memory", "Metrics", "Monitor", "Notifications",
      "Privacy", "Reports", "Scenes",
    ].map { "org.roost.\($0).varlink" },
    swiftSettings: house),
  contract("PropertyLists", ["StreamSafeText"]),
  contract("Reports"),
  contract("PushProtocol", ["WireJSON"]),
  contract("TransferProtocol", ["WireJSON"]),
]

let daemon: [Target] = [
  machineLibrary("CSystemd", in: "Sources/Daemon", "libsystemd"),
  // For scrypt alone.
  .systemLibrary(
    name: "COpenSSL", path: "Sources/Daemon/COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
  machineLibrary("CSeccomp", in: "Sources/Daemon", "libseccomp"),
  .systemLibrary(
    name: "CSQLite", path: "Sources/Daemon/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
  .target(name: "CLinux", path: "Sources/Daemon/CLinux"),
  // Policy alone: a value, on no thread, with no clock, file or process.
  room("LifecycleModel"),
  room("Settings", ["LifecycleModel"]),
  room("Linux", ["CLinux", systemPackage]),
  room("Seccomp", ["CSeccomp", "Linux", systemPackage]),
  room("SQLite", ["CSQLite", "StreamSafeText"]),
  room("DaemonConfiguration", ["Linux", "Settings", "LifecycleModel", logging, systemPackage, tomlKit]),
  loopRoom("Systemd", ["CSystemd", "Linux", "StreamSafeText", logging, systemPackage]),
  room(
    "Bundles",
    ["ControlAPI", "LifecycleModel", "Linux", "PropertyLists", "Settings", "StreamSafeText", crypto, systemPackage]),
  room("Stores", ["Linux", "SQLite", "Settings", "Systemd", systemPackage]),
  room("Keys", ["COpenSSL", "LifecycleModel", "Linux", "Systemd", crypto, systemPackage]),
  loopRoom("Devices", ["LifecycleModel", "Linux", "Settings", "Systemd", logging, systemPackage]),
  loopRoom(
    "Processes",
    [
      "Bundles", "LifecycleModel", "Linux", "Seccomp", "Settings", "StreamSafeText", "Systemd", "WireJSON", logging,
      systemPackage,
    ]),
  loopRoom(
    "Push",
    [
      "ControlAPI", "LifecycleModel", "Linux", "Processes", "PushProtocol", "Settings", "Systemd", logging,
      systemPackage,
    ]),
  loopRoom(
    "Transfers",
    ["LifecycleModel", "Linux", "Processes", "Systemd", "TransferProtocol", logging, systemPackage]),
  loopRoom(
    "Reporting",
    ["LifecycleModel", "Linux", "Processes", "Reports", "Settings", "Systemd", "WireJSON", systemPackage]),
  loopRoom(
    "AppLink",
    [
      "AgentProtocol", "Bundles", "LifecycleModel", "Linux", "Processes", "Settings", "StreamSafeText", "Systemd",
      "WireJSON",
      logging, systemPackage,
    ]),
  room("Recall", ["AppLink", "LifecycleModel", "Stores", "WireJSON"]),
  loopRoom("MetricsServer", ["Linux", "Systemd", systemPackage]),
  loopRoom("VarlinkServer", ["Linux", "Systemd", "Varlink", systemPackage]),
  // The conductor: asks the model, and has the rooms above do what it answers.
  loopRoom(
    "Supervisor",
    [
      "AgentProtocol", "AppLink", "Bundles", "ControlAPI", "DaemonConfiguration", "Devices", "Keys",
      "LifecycleModel", "Linux", "Processes", "Push", "Recall", "Reporting", "Reports", "Settings", "Stores",
      "Systemd", "Transfers", "Varlink", "VarlinkServer", "MetricsServer", "WireJSON", logging, systemPackage,
    ]),
]

let programs: [Target] = [
  program(
    "roostd", ["Supervisor", "DaemonConfiguration", "Linux", "Seccomp", "Settings", argumentParser],
    // It loads nothing that would look for its symbols, whose names take 2.5 MB.
    // Relative relocations in 8 bytes of a bitmap for 63 of them: 1.7 MB less to read at each start, which glibc 2.36 knows.
    linking: [
      .unsafeFlags([
        "-Xlinker", "--no-export-dynamic", "-use-ld=bfd", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
      ])
    ]),
  // What roostctl imports: somebody else's files, read apart from the commands, so that tests and a fuzzer reach it.
  module("XcodeProjects", in: "Sources/Programs", ["PropertyLists", "StreamSafeText"]),
  // The pictures of `roostctl timeline`, apart so that tests link them.
  module("Timelines", in: "Sources/Programs", ["ControlAPI", "WireJSON"]),
  // The screen of roostctl top: what is shown and what keys do, apart from the terminal, so that tests link it.
  module("TopScreen", in: "Sources/Programs", ["ControlAPI"]),
  .systemLibrary(name: "CRename", path: "Sources/Programs/CRename"),
  // No dynamic linking and no runtime to look for: a script may call it often. SwiftPM has no setting of its own for
  // it; a package that depends on our libraries never sees the flag, which is on this target alone. Its sources are
  // compiled for the dynamic runtime, so the parts of the static FoundationEssentials have to be named.
  program(
    "roostctl",
    [
      "AgentProtocol", "Varlink", "ControlAPI", "CRename", "PropertyLists", "Reports", "Timelines", "WireJSON",
      "XcodeProjects", "TopScreen", argumentParser,
    ],
    linking: [
      .unsafeFlags(["-static-executable"]),
      .linkedLibrary("_FoundationCollections"), .linkedLibrary("_FoundationCShims"),
      .linkedLibrary("swiftSynchronization"),
    ]),
  // For helpers: foreign code is in processes of their own, which keep no right that they do not need.
  module("HelperRights", in: "Sources/Programs", ["CLinux", "Linux", systemPackage]),
  module("HelperLines", in: "Sources/Programs", ["WireJSON"]),
  // Reading what a hung app has mapped takes its time, and may go wrong.
  machineLibrary("CElfutils", in: "Sources/Programs", "libdw"),
  program(
    "RoostBacktrace", ["CElfutils", "HelperRights", "Linux", "Reports", systemPackage],
    linking: [.linkedLibrary("stdc++")]),
  machineLibrary("CMosquitto", in: "Sources/Programs", "libmosquitto"),
  program("RoostPush", ["CMosquitto", "HelperLines", "HelperRights", "Linux", "PushProtocol", systemPackage]),
  .systemLibrary(
    name: "CCurl", path: "Sources/Programs/CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
  program("RoostTransfer", ["CCurl", "HelperLines", "HelperRights", "Linux", "TransferProtocol"]),
  .systemLibrary(name: "CRsvg", path: "Sources/Programs/CRsvg", providers: [.apt(["librsvg2-dev"])]),
  program("RoostPicture", ["CRsvg", "HelperRights", "Linux"]),
  // The console's server, apart from its program so that tests can link it.
  module("ConsoleServer", in: "Sources/Programs", ["Varlink", "WireJSON", crypto]),
  .executableTarget(
    name: "RoostConsole", dependencies: ["ConsoleServer", "ControlAPI", "WireJSON", argumentParser],
    path: "Sources/Programs/RoostConsole",
    // Files for those who write them, a part of the program for those who run it.
    resources: [
      "index.html", "console.css", "glass.css", "icon.svg", "ask.js", "console.js", "device.js", "events.js", "home.js",
      "link.js", "panels.js", "permission.js", "scenes.js", "screen.js", "image.js", "input.js", "front.js",
      "timeline.js", "system.js",
    ].map { .embedInCode("Resources/\($0)") },
    swiftSettings: house),
  // Makes the Swift types and the references of the control interfaces; only `make generate` runs it.
  program("VarlinkGenerator", []),
]

let apps: [Target] = [
  .target(name: "CCrash", path: "Sources/Apps/CCrash"),
  appSide("RoostAgent", ["AgentProtocol", "CCrash", "WireJSON"]),
  appSide("UserNotifications", ["AgentProtocol", "RoostAgent", "WireJSON"]),
  // Nothing depends on it but the apps that import it: only they carry the cryptography.
  appSide("FileProtection", ["AgentProtocol", "RoostAgent", crypto]),
  appSide("AVFAudio", ["RoostAgent"]),
  // There is no `os` beside it: packages that can import that take the machine for Apple's (swift-argument-parser does).
  appSide("OSLog", []),
  appSide("CoreLocation", ["RoostAgent"]),
  // The user's permission, and nothing behind it.
  appSide("AVFoundation", ["AVFAudio", "RoostAgent"]),
  appSide("Photos", ["RoostAgent"]),
  appSide("Contacts", ["RoostAgent"]),
  appSide("AppTrackingTransparency", ["RoostAgent"]),
  appSide("ExternalAccessory", ["RoostAgent"]),
  appSide("CoreBluetooth", ["RoostAgent"]),
  // For a device without sensors.
  appSide("CoreMotion", []),
  appSide("MetricKit", ["AgentProtocol", "RoostAgent", "WireJSON"]),
  appSide("BackgroundTasks", ["AgentProtocol", "RoostAgent"]),
  // For BackgroundTransfers, whose own calls have the names of Foundation's.
  appSide("OrdinarySessions", []),
  // Only apps that import it carry FoundationNetworking, and libcurl with it.
  appSide("BackgroundTransfers", ["AgentProtocol", "OrdinarySessions", "RoostAgent"]),
  // The declarations that Swift's modules of the C library and Foundation leave out.
  .systemLibrary(name: "CPlatform", path: "Sources/Apps/CPlatform"),
  appSide("UIKit", ["AgentProtocol", "CPlatform", "RoostAgent", "UserNotifications", "WireJSON"]),
  // For `@UIApplicationMain`: a module map that our library's clients are given, and the C functions it declares.
  .systemLibrary(name: "CUIKit", path: "Sources/Apps/CUIKit"),
  appSide("UIKitEntry", ["CUIKit", "UIKit"]),
]

let testing: [Target] = [
  module("RoostTesting", in: "Sources/Testing", ["AgentProtocol", "ControlAPI", "WireJSON"]),
  // Apart, because programs link RoostTesting without Swift Testing.
  module("RoostTestingTraits", in: "Sources/Testing", ["RoostTesting"]),
  // Apart from its program so that tests can link it.
  module("ScenarioPlayer", in: "Sources/Testing", ["ControlAPI", "RoostTesting", "StreamSafeText", yams]),
  .executableTarget(
    name: "RoostRun", dependencies: ["ScenarioPlayer", argumentParser], path: "Sources/Testing/RoostRun",
    swiftSettings: house),
  // No tests, but what those of several modules need of D-Bus.
  module("TestBus", in: "Tests", ["RoostTesting"]),

  // A device without a kernel, a process or a clock, the laws that it holds, and random lives on it.
  module("SimulatedDevice", in: "Tests", ["LifecycleModel"]),
  // Two, so that two processors compile them: most of the time of make check.
  tests("LifecycleModelTests", ["LifecycleModel", "SimulatedDevice"]),
  tests("BackgroundModelTests", ["LifecycleModel", "SimulatedDevice"]),
  tests("WireJSONTests", ["StreamSafeText", "WireJSON"]),
  tests("AgentProtocolTests", ["AgentProtocol", "StreamSafeText", "WireJSON"]),
  // The daemon's loop, as tests run it.
  module("TestLoop", in: "Tests", ["Systemd"]),
  tests("VarlinkTests", ["Varlink", "WireJSON"]),
  tests("ControlAPITests", ["ControlAPI", "Varlink", "VarlinkGenerator", "WireJSON"]),
  tests("ReportsTests", ["Reports"]),
  tests("XcodeProjectsTests", ["StreamSafeText", "XcodeProjects"]),
  tests("ScenarioPlayerTests", ["ControlAPI", "RoostTesting", "ScenarioPlayer"]),
  tests("TopScreenTests", ["ControlAPI", "TopScreen"]),
  // A daemon without a daemon, for tests of its clients and of the libraries of apps.
  module("FakeDaemon", in: "Tests"),
  // No dependency on roostctl, whose way of linking would become the test bundle's: these tests run the program.
  tests("RoostctlTests", ["CRename", "FakeDaemon"]),
  // The folders that tests of several rooms work in.
  module("TestFolders", in: "Tests", [logging]),
  tests("SystemdTests", ["StreamSafeText", "Systemd", "TestBus", "TestFolders", "TestLoop", systemPackage]),
  // Has each system call of a room fail once.
  module("FailingCalls", in: "Tests", ["Linux", "TestFolders", systemPackage]),
  tests(
    "BundlesTests",
    ["Bundles", "FailingCalls", "LifecycleModel", "Linux", "PropertyLists", "Settings", "TestFolders", systemPackage]),
  tests("LinuxTests", ["CLinux", "FailingCalls", "Linux", "TestFolders", systemPackage]),
  // CLinux for the numbers of system calls.
  tests("HelperRightsTests", ["CLinux", "HelperRights", "Linux", systemPackage]),
  tests(
    "StoresTests",
    ["CSQLite", "FailingCalls", "Linux", "SQLite", "Settings", "Stores", "Systemd", "TestFolders", systemPackage],
    besides: ["WrittenByGRDB"]),
  tests(
    "KeysTests",
    ["FailingCalls", "Keys", "LifecycleModel", "Linux", "Systemd", "TestFolders", crypto, systemPackage]),
  tests(
    "DevicesTests",
    [
      "Devices", "FailingCalls", "LifecycleModel", "Linux", "Settings", "Systemd", "TestBus", "TestFolders", "TestLoop",
      logging, systemPackage,
    ]),
  // CLinux for setxattr(2).
  tests(
    "ProcessesTests",
    [
      "Bundles", "CLinux", "FailingCalls", "LifecycleModel", "Linux", "Processes", "Seccomp", "Settings",
      "SimulatedDevice", "Systemd", "TestFolders", logging, systemPackage,
    ]),
  tests(
    "TransfersTests",
    [
      "FailingCalls", "LifecycleModel", "Linux", "Processes", "Systemd", "TestFolders", "TestLoop", "Transfers",
      logging, systemPackage,
    ]),
  tests(
    "PushTests",
    [
      "FailingCalls", "LifecycleModel", "Linux", "Processes", "Push", "PushProtocol", "Settings", "Systemd",
      "TestFolders", "TestLoop", systemPackage,
    ]),
  tests(
    "ReportingTests",
    [
      "FailingCalls", "LifecycleModel", "Linux", "Processes", "Reporting", "Reports", "RoostTesting", "Settings",
      "Systemd", "TestFolders", systemPackage,
    ]),
  tests(
    "AppLinkTests",
    [
      "AgentProtocol", "AppLink", "FailingCalls", "LifecycleModel", "Linux", "Processes", "Systemd", "TestFolders",
      "WireJSON", logging, systemPackage,
    ]),
  tests(
    "ConfigurationTests",
    ["DaemonConfiguration", "FailingCalls", "LifecycleModel", "Linux", "Settings", "TestFolders", logging]),
  tests(
    "SupervisorTests",
    [
      "AppLink", "ControlAPI", "DaemonConfiguration", "FailingCalls", "Keys", "LifecycleModel", "Linux", "Processes",
      "Recall", "RoostTesting", "Settings", "SimulatedDevice", "Stores", "Supervisor", "Systemd", "TestFolders",
      "TestLoop", "Varlink", "VarlinkServer", logging, systemPackage,
    ]),
  tests("UIKitTests", ["UIKit", "WireJSON"]),
  tests("FileProtectionTests", ["FileProtection", crypto]),
  tests("UserNotificationsTests", ["AgentProtocol", "FakeDaemon", "RoostAgent", "UserNotifications", "WireJSON"]),
  tests("BackgroundTasksTests", ["BackgroundTasks", "RoostAgent"]),
  tests("BackgroundTransfersTests", ["AgentProtocol", "BackgroundTransfers", "FakeDaemon", "RoostAgent"]),
  tests("MetricKitTests", ["AgentProtocol", "MetricKit", "WireJSON"]),
  tests("AVFAudioTests", ["AVFAudio"]),
  tests("OSLogTests", ["OSLog"]),
  tests("AccessoryTests", ["CoreBluetooth", "ExternalAccessory", "RoostAgent"]),
  // Compiles the files in Tests/Delegates against these modules, as an app's own sources.
  tests(
    "EntryTests",
    [
      "UIKitEntry", "BackgroundTasks", "BackgroundTransfers", "OSLog", "AVFoundation", "Photos", "Contacts",
      "AppTrackingTransparency",
      "CoreBluetooth", "CoreLocation", "CoreMotion", "ExternalAccessory",
    ]),
  tests("TimelinesTests", ["ControlAPI", "Timelines", "WireJSON", crypto]),
  tests("ConsoleServerTests", ["ConsoleServer", "FakeDaemon"]),
  tests(
    "Scenarios",
    ["CLinux", "RoostTesting", "RoostTestingTraits", "ControlAPI", "Varlink", "TestBus", "TestFolders", "WireJSON"],
    besides: ["service-manager.py"]),
  // tools/costs counts its instructions.
  .executableTarget(
    name: "ModelTurns", dependencies: ["LifecycleModel"], path: "Tests/Costs/ModelTurns", swiftSettings: house),
]

let package = Package(
  name: "roost",
  products: [
    // For apps.
    "RoostAgent", "UserNotifications", "BackgroundTasks", "BackgroundTransfers", "AVFAudio", "CoreLocation",
    "MetricKit", "FileProtection",
    "OSLog", "AVFoundation", "Photos", "Contacts", "AppTrackingTransparency",
    "ExternalAccessory", "CoreBluetooth", "CoreMotion",
    // For programs that steer the daemon, and for tests and benchmarks.
    "RoostTesting", "RoostTestingTraits", "ControlAPI", "LifecycleModel",
  ].map { .library(name: $0, targets: [$0]) } + [
    .library(name: "UIKit", targets: ["UIKit", "UIKitEntry"]),
    .executable(name: "roostd", targets: ["roostd"]),
    .executable(name: "roostctl", targets: ["roostctl"]),
    .executable(name: "roost-backtrace", targets: ["RoostBacktrace"]),
    .executable(name: "roost-push", targets: ["RoostPush"]),
    .executable(name: "roost-transfer", targets: ["RoostTransfer"]),
    .executable(name: "roost-picture", targets: ["RoostPicture"]),
    .executable(name: "roost-console", targets: ["RoostConsole"]),
    .executable(name: "roost-run", targets: ["RoostRun"]),
  ],
  dependencies: packages + docc,
  targets: contracts + daemon + programs + apps + testing,
  swiftLanguageModes: [.v6]
)

// MARK: make check

/// The modules that `make check` tests. SwiftPM fetches and compiles the parts of other packages that these need, and
/// nothing else.
let checked: Set = [
  "LifecycleModelTests", "BackgroundModelTests", "WireJSONTests", "AgentProtocolTests", "VarlinkTests",
  "ConfigurationTests",
]

extension Package {
  /// Leaves the targets of these names, what they are made of, and the packages they use; no products.
  func keep(only names: Set<String>) {
    var kept: Set<String> = []
    var used: Set<String> = []
    var next = names
    while let name = next.popFirst() {
      guard kept.insert(name).inserted else { continue }
      for dependency in targets.first(where: { $0.name == name })?.dependencies ?? [] {
        switch dependency {
        case .targetItem(let name, _), .byNameItem(let name, _): next.insert(name)
        case .productItem(_, let package, _, _): if let package { used.insert(package) }
        @unknown default: break
        }
      }
    }
    products = []
    targets.removeAll { !kept.contains($0.name) }
    dependencies.removeAll { dependency in
      guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
      return !used.contains { location.hasSuffix("/" + $0) }
    }
  }
}

if Context.environment["ROOST_CHECK"] != nil { package.keep(only: checked) }

// MARK: make fuzz

// Compiled for libFuzzer by tools/fuzz, which sets ROOST_FUZZ: nobody else could link it.
if Context.environment["ROOST_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "AgentProtocol", "AppLink", "Bundles", "ConsoleServer", "ControlAPI", "DaemonConfiguration", "FileProtection",
        "LifecycleModel", "Linux", "MetricKit", "MetricsServer", "Processes", "Push", "PushProtocol", "Recall",
        "Reporting", "Reports", "SQLite", "Settings", "Stores", "TransferProtocol", "UIKit", "Varlink", "WireJSON",
        "XcodeProjects", crypto,
      ],
      path: "Tests/Fuzz", exclude: ["Corpora", "Dictionaries"], swiftSettings: house))
  package.keep(only: ["Fuzz"])
}
