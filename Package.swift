// swift-tools-version: 6.2
// The modules of Roost, from the ground up: a target depends only on targets listed above it (shared/ARCHITECTURE.md).
import PackageDescription

/// What every module of ours is compiled with; these names are SE-0335, SE-0444 and SE-0409.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
/// The daemon is one thread; what belongs to it lives on the main actor unless it says otherwise (SE-0466).
let mainActor = house + [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "roost",
  products: [
    .library(name: "RoostAgent", targets: ["RoostAgent"]),
    .library(name: "UIKit", targets: ["UIKit", "UIKitEntry"]),
    .library(name: "UserNotifications", targets: ["UserNotifications"]),
    .library(name: "BackgroundTasks", targets: ["BackgroundTasks"]),
    .library(name: "AVFAudio", targets: ["AVFAudio"]),
    .library(name: "CoreLocation", targets: ["CoreLocation"]),
    .library(name: "MetricKit", targets: ["MetricKit"]),
    .library(name: "FileProtection", targets: ["FileProtection"]),
    .library(name: "RoostTesting", targets: ["RoostTesting"]),
    .library(name: "ControlAPI", targets: ["ControlAPI"]),
    .library(name: "LifecycleModel", targets: ["LifecycleModel"]),
    .executable(name: "roostd", targets: ["roostd"]),
    .executable(name: "roostctl", targets: ["roostctl"]),
    .executable(name: "roost-backtrace", targets: ["RoostBacktrace"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
  ],
  targets: [
    .systemLibrary(name: "CSystemd", path: "Sources/Daemon/CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CMosquitto", path: "Sources/Daemon/CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .systemLibrary(name: "CElfutils", path: "Sources/Programs/CElfutils", pkgConfig: "libdw", providers: [.apt(["libdw-dev"])]),
    .target(name: "CLinux", path: "Sources/Daemon/CLinux"),

    .target(name: "LifecycleModel", path: "Sources/Daemon/LifecycleModel", swiftSettings: house),
    .target(name: "AgentProtocol", path: "Sources/Contracts/AgentProtocol", swiftSettings: house),
    .target(
      name: "Systemd",
      dependencies: ["CSystemd", .product(name: "SystemPackage", package: "swift-system")],
      path: "Sources/Daemon/Systemd", swiftSettings: mainActor),
    .target(name: "Varlink", path: "Sources/Contracts/Varlink", swiftSettings: house),
    .target(name: "ControlAPI", dependencies: ["Varlink"], path: "Sources/Contracts/ControlAPI", swiftSettings: house),
    .target(name: "Reports", path: "Sources/Contracts/Reports", swiftSettings: house),
    .target(
      name: "Supervisor",
      dependencies: [
        "CLinux", "CMosquitto", "CSystemd", "LifecycleModel", "AgentProtocol", "Systemd", "Varlink", "ControlAPI",
        "Reports",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      path: "Sources/Daemon", sources: ["Linux", "Bundles", "Stores", "Processes", "Devices", "Push", "Keys", "Reporting", "AppLink", "VarlinkServer", "Supervisor"],
      swiftSettings: mainActor),
    .executableTarget(
      name: "roostd",
      dependencies: ["Supervisor", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "Sources/Programs/roostd", swiftSettings: house),
    .executableTarget(
      name: "roostctl",
      dependencies: ["Varlink", "ControlAPI", "Reports", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "Sources/Programs/roostctl", swiftSettings: house,
      // No dynamic linking and no runtime to look for: a script may call it often. SwiftPM has no setting of its own for
      // it; a package that depends on our libraries never sees the flag, which is on this target alone. Its sources are
      // compiled for the dynamic runtime, so what the static FoundationEssentials is made of has to be named.
      linkerSettings: [
        .unsafeFlags(["-static-executable"]),
        .linkedLibrary("_FoundationCollections"), .linkedLibrary("_FoundationCShims"),
        .linkedLibrary("swiftSynchronization"),
      ]),

    // A process of its own: reading what a hung app has mapped takes its time, and may go wrong.
    .executableTarget(
      name: "RoostBacktrace", dependencies: ["CElfutils", "Reports"], path: "Sources/Programs/RoostBacktrace", swiftSettings: house,
      linkerSettings: [.linkedLibrary("stdc++")]),

    .target(name: "CCrash", path: "Sources/Apps/CCrash"),
    .target(name: "RoostAgent", dependencies: ["AgentProtocol", "CCrash"], path: "Sources/Apps/RoostAgent", swiftSettings: house),
    .target(name: "UserNotifications", dependencies: ["AgentProtocol", "RoostAgent"], path: "Sources/Apps/UserNotifications", swiftSettings: house),
    // Nothing depends on it but the apps that import it: only they carry the cryptography.
    .target(
      name: "FileProtection",
      dependencies: ["AgentProtocol", "RoostAgent", .product(name: "Crypto", package: "swift-crypto")],
      path: "Sources/Apps/FileProtection", swiftSettings: house),
    .target(name: "AVFAudio", dependencies: ["RoostAgent"], path: "Sources/Apps/AVFAudio", swiftSettings: house),
    .target(name: "CoreLocation", dependencies: ["RoostAgent"], path: "Sources/Apps/CoreLocation", swiftSettings: house),
    .target(name: "MetricKit", dependencies: ["AgentProtocol", "RoostAgent"], path: "Sources/Apps/MetricKit", swiftSettings: house),
    .target(name: "BackgroundTasks", dependencies: ["RoostAgent"], path: "Sources/Apps/BackgroundTasks", swiftSettings: house),
    // What Swift's modules of the C library and Foundation leave out.
    .systemLibrary(name: "CPlatform", path: "Sources/Apps/CPlatform"),
    .target(name: "UIKit", dependencies: ["CPlatform", "RoostAgent", "UserNotifications"], path: "Sources/Apps/UIKit", swiftSettings: house),
    // For `@UIApplicationMain`: a module map that our library's clients are given, and the C functions it declares.
    .systemLibrary(name: "CUIKit", path: "Sources/Apps/CUIKit"),
    .target(name: "UIKitEntry", dependencies: ["CUIKit", "UIKit"], path: "Sources/Apps/UIKitEntry", swiftSettings: house),
    .target(name: "RoostTesting", dependencies: ["ControlAPI"], path: "Sources/Testing/RoostTesting", swiftSettings: house),

    // No tests, but what those of several modules need of D-Bus.
    .target(name: "TestBus", dependencies: ["RoostTesting"], path: "Tests/TestBus", swiftSettings: house),
    .testTarget(name: "LifecycleModelTests", dependencies: ["LifecycleModel"], swiftSettings: house),
    .testTarget(name: "AgentProtocolTests", dependencies: ["AgentProtocol"], swiftSettings: house),
    .testTarget(name: "SystemdTests", dependencies: ["Systemd", "TestBus"], swiftSettings: house),
    .testTarget(name: "VarlinkTests", dependencies: ["Varlink", "ControlAPI"], swiftSettings: house),
    .testTarget(name: "ReportsTests", dependencies: ["Reports"], swiftSettings: house),
    // No dependency on roostctl, whose way of linking would become the test bundle's: these tests run the program.
    .testTarget(name: "RoostctlTests", swiftSettings: house),
    .testTarget(
      name: "SupervisorTests",
      dependencies: [
        "Supervisor", "LifecycleModel", "Reports", "RoostTesting", "Systemd", "TestBus",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "SystemPackage", package: "swift-system"), .product(name: "Crypto", package: "swift-crypto"),
      ],
      path: "Tests", sources: ["SupervisorTests", "BundlesTests", "ProcessesTests", "DevicesTests", "KeysTests", "PushTests", "ReportingTests", "StoresTests", "AppLinkTests"],
      swiftSettings: house),
    .testTarget(name: "UIKitTests", dependencies: ["UIKit"], swiftSettings: house),
    .testTarget(
      name: "FileProtectionTests",
      dependencies: ["FileProtection", .product(name: "Crypto", package: "swift-crypto")], swiftSettings: house),
    .testTarget(name: "UserNotificationsTests", dependencies: ["UserNotifications"], swiftSettings: house),
    .testTarget(name: "BackgroundTasksTests", dependencies: ["BackgroundTasks"], swiftSettings: house),
    .testTarget(name: "MetricKitTests", dependencies: ["AgentProtocol", "MetricKit"], swiftSettings: house),
    .testTarget(name: "AVFAudioTests", dependencies: ["AVFAudio"], swiftSettings: house),
    // Compiles the files in Tests/Delegates against these modules, as an app's own sources.
    .testTarget(name: "EntryTests", dependencies: ["UIKitEntry", "BackgroundTasks"], swiftSettings: house),
    .testTarget(
      name: "Scenarios", dependencies: ["CLinux", "RoostTesting", "ControlAPI", "Varlink", "TestBus"], swiftSettings: house),
  ],
  swiftLanguageModes: [.v6]
)
