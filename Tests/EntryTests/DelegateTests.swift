// The files in Tests/Delegates are written as for iOS, in the styles that are public, and must compile unmodified.

import Foundation
import Testing

@Suite("Delegates written for iOS") struct DelegateTests {
  /// Swift 6 refuses `@UIApplicationMain`, as it does on iOS, and a main-actor class for the notification centre's
  /// delegate, which is called from anywhere.
  static let swift6 = [
    "Appearance", "Choices", "CodeOnlyScenes", "Forms", "Gestures", "IdleTimer", "LogMessages", "NamedConfiguration",
    "NotificationsAsync",
    "PrivacyCover", "Restoration",
    "SceneTemplate",
  ]

  static let all: [(file: String, mode: String)] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: delegates)
    let files = (names ?? []).filter { $0.hasSuffix(".swift") }.map { String($0.dropLast(6)) }.sorted()
    return files.map { ($0, "5") } + swift6.map { ($0, "6") }
  }()

  @Test("compiles unmodified", arguments: all)
  func compiles(file: String, mode: String) throws {
    // An object file and not only a check: @UIApplicationMain is resolved where code is made of it.
    let object = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).o").path
    defer { try? FileManager.default.removeItem(atPath: object) }
    let said = try run(
      "swiftc",
      "-c", "-o", object, "-module-name", "App", "-parse-as-library", "-Onone",
      "-swift-version", mode, "-I", modules, "-Xcc", "-fmodule-map-file=" + sources + "/CUIKit/module.modulemap",
      "-Xcc", "-fmodule-map-file=" + sources + "/CCrash/include/module.modulemap",
      "-Xcc", "-fmodule-map-file=" + sources + "/CPlatform/module.modulemap",
      "\(delegates)/\(file).swift")
    #expect(said.status == 0, "\(said.errors)")
    #expect(said.warnings.isEmpty, "no app's author is warned of Roost's own sources: \(said.warnings)")
  }
}

private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().path
private let delegates = root + "/Tests/Delegates"
private let sources = root + "/Sources/Apps"
/// The modules that this test was built beside.
private let modules = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/Modules"

private func run(_ program: String, _ arguments: String...) throws -> (
  status: Int32, errors: String, warnings: [String]
) {
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  process.standardOutput = output
  process.standardError = output
  try process.run()
  let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  // The first few say enough; the lines that begin with a space are the compiler's drawings of the same.
  let errors = said.split(separator: "\n").filter { $0.contains(" error: ") && !$0.hasPrefix(" ") }.prefix(5)
  let warnings = said.split(separator: "\n").filter { $0.hasPrefix(sources) && $0.contains(" warning: ") }
  return (process.terminationStatus, errors.joined(separator: "\n"), warnings.map(String.init))
}
