// swift-tools-version: 6.2
// The sample apps, built as a newcomer's own would be: Roost is an ordinary package dependency.
import PackageDescription

/// - Parameters:
///   - modules: of Roost's, beside UIKit.
///   - resources: folders that `roostctl bundle` puts into the app.
func app(_ name: String, modules: [String] = [], resources: [String] = []) -> Target {
  .executableTarget(
    name: name, dependencies: (["UIKit"] + modules).map { .product(name: $0, package: "roost") }, path: name,
    exclude: ["Info.plist"] + resources)
}

let package = Package(
  name: "roost-agents",
  dependencies: [.package(name: "roost", path: "..")],
  targets: ["mail", "faulty"].map { app($0) } + [
    app("notes", resources: ["Resources"]),
    app("clock", resources: ["Resources"]),
    app("oldgame", resources: ["Resources"]),
    app("pages", resources: ["Resources"]),
    app("form", resources: ["Resources"]),
    app("hog", modules: ["MetricKit"]),
    app("player", modules: ["AVFAudio"]),
    app("downloader", modules: ["BackgroundTasks"]),
    app("films", modules: ["BackgroundTransfers"]),
    app(
      "onboarding",
      modules: [
        "AVFoundation", "AppTrackingTransparency", "Contacts", "CoreBluetooth", "CoreLocation", "Photos",
      ]),
    app("tracker", modules: ["CoreLocation"]),
    app("witness", modules: ["BackgroundTasks"]),
    app("vault", modules: ["FileProtection"], resources: ["Resources"]),
    app("xcode-template", resources: ["Resources"]),
  ],
  swiftLanguageModes: [.v6]
)
