// swift-tools-version: 6.2
// The sample apps, built as a newcomer's own would be: Roost is an ordinary package dependency.
import PackageDescription

func app(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: [.product(name: "UIKit", package: "roost")], path: name, exclude: ["Info.plist"])
}

let package = Package(
  name: "roost-agents",
  dependencies: [.package(name: "roost", path: "..")],
  targets: ["notes", "clock", "oldgame", "faulty"].map(app),
  swiftLanguageModes: [.v6]
)
