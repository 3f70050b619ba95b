// swift-tools-version: 6.2
// The sample apps, built as a newcomer's own would be: Roost is an ordinary package dependency.
import PackageDescription

/// - Parameters:
///   - libraries: of Roost, beside UIKit.
///   - resources: folders that `roostctl bundle` puts into the app.
func app(_ name: String, libraries: [String] = [], resources: [String] = []) -> Target {
  .executableTarget(
    name: name, dependencies: (["UIKit"] + libraries).map { .product(name: $0, package: "roost") }, path: name,
    exclude: ["Info.plist"] + resources)
}

let package = Package(
  name: "roost-agents",
  dependencies: [.package(name: "roost", path: "..")],
  targets: ["notes", "clock", "oldgame", "pages", "vault", "faulty"].map { app($0) }
    + [app("witness", libraries: ["BackgroundTasks"]), app("xcode-template", resources: ["Resources"])],
  swiftLanguageModes: [.v6]
)
