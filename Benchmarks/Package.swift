// swift-tools-version: 6.2
// The benchmark that `make bench` runs; a package of its own, so that nobody who depends on Roost builds it.
import PackageDescription

let package = Package(
  name: "roost-benchmarks",
  dependencies: [.package(name: "roost", path: "..")],
  targets: [
    .systemLibrary(name: "CBus", path: "CBus", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .executableTarget(
      name: "bench",
      dependencies: [
        "CBus", .product(name: "ControlAPI", package: "roost"), .product(name: "LifecycleModel", package: "roost"),
        .product(name: "RoostTesting", package: "roost"),
      ],
      path: "bench"),
  ],
  swiftLanguageModes: [.v6]
)
