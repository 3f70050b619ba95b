// The Package.swift of an imported app.

struct PackageManifest {
  let module: String
  /// Roost's products that it imports.
  let products: Set<String>
  /// Of Roost: the folder, and the name that SwiftPM gives it.
  let roost: (path: String, name: String)
  let settings: BuildSettings
  /// The module that every source imports besides.
  let loading: URLLoading?

  func text() throws(ProjectError) -> String {
    let loaders: Set = loading == .background ? [URLLoading.background.rawValue] : []
    let dependencies = products.union(["UIKit"]).union(loaders).sorted().map {
      ".product(name: \(Self.literal($0)), package: \(Self.literal(roost.name)))"
    }
    return """
      // swift-tools-version: 6.2
      // Made by `roostctl import`; the build settings are those of the Xcode project.
      import PackageDescription

      let package = Package(
        name: \(Self.literal(module)),
        dependencies: [.package(path: \(Self.literal(roost.path)))],
        targets: [
          .executableTarget(
            name: \(Self.literal(module)),
            dependencies: [
              \(dependencies.joined(separator: ",\n        "))
            ],
            swiftSettings: [
              \(try swiftSettings().joined(separator: ",\n        "))
            ])
        ]
      )

      """
  }

  private func swiftSettings() throws(ProjectError) -> [String] {
    let isSix = try settings.value("SWIFT_VERSION")?.hasPrefix("6") ?? false
    var lines = [".swiftLanguageMode(\(isSix ? ".v6" : ".v5"))"]
    if try settings.value("SWIFT_DEFAULT_ACTOR_ISOLATION") == "MainActor" {
      lines.append(".defaultIsolation(MainActor.self)")
    }
    if let loading {
      lines.append(
        """
        // `import Foundation` brings URLSession along on iOS.
                .unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "\(loading.rawValue)"])
        """)
    }
    let flags = try PackageManifest.flags(settings)
    lines += flags.sorted().map { ".define(\(Self.literal($0)))" }
    var features = Set<String>()
    if try settings.isSet("SWIFT_APPROACHABLE_CONCURRENCY") { features.formUnion(Self.approachable) }
    for name in settings.names(beginning: Self.upcoming) {
      guard try settings.isSet(name), let feature = Self.features[String(name.dropFirst(Self.upcoming.count))] else {
        continue
      }
      features.insert(feature)
    }
    return lines + features.sorted().map { ".enableUpcomingFeature(\(Self.literal($0)))" }
  }

  private static let upcoming = "SWIFT_UPCOMING_FEATURE_"
  /// SE-0401, SE-0470, SE-0418 and SE-0461, of Xcode 26's templates.
  private static let approachable = [
    "DisableOutwardActorInference", "InferIsolatedConformances", "InferSendableFromCaptures",
    "NonisolatedNonsendingByDefault", "GlobalActorIsolatedTypesUsability",
  ]
  private static let features = [
    "MEMBER_IMPORT_VISIBILITY": "MemberImportVisibility", "EXISTENTIAL_ANY": "ExistentialAny",
    "NONISOLATED_NONSENDING_BY_DEFAULT": "NonisolatedNonsendingByDefault",
    "INFER_ISOLATED_CONFORMANCES": "InferIsolatedConformances",
  ]

  /// The names that the project sets for `#if`, of those that a compiler takes.
  static func flags(_ settings: BuildSettings) throws(ProjectError) -> Set<String> {
    var flags = Set(try settings.words("SWIFT_ACTIVE_COMPILATION_CONDITIONS"))
    let others = try settings.words("OTHER_SWIFT_FLAGS")
    for (index, word) in others.enumerated() where word.hasPrefix("-D") {
      if word.count > 2 {
        flags.insert(String(word.dropFirst(2)))
      } else if index + 1 < others.count {
        flags.insert(others[index + 1])
      }
    }
    return flags.filter { name in
      name.first.map { $0.isASCII && ($0.isLetter || $0 == "_") } ?? false
        && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
  }

  /// A literal of Swift, whatever the text has.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case " "..."~": literal.unicodeScalars.append(scalar)
      default: literal += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }
}
