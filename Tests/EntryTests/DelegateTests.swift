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
    "SceneTemplate", "Sheets", "TraitChanges",
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
    let said = try compile(["\(delegates)/\(file).swift"], mode: mode, to: object)
    #expect(said.status == 0, "\(said.errors)")
    #expect(said.warnings.isEmpty, "no app's author is warned of Roost's own sources: \(said.warnings)")
  }

  @Test("The app that roostctl new makes compiles without a warning", arguments: ["scenes", "app-based"])
  func new(kind: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("roost-new-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let roostctl = URL(fileURLWithPath: modules).deletingLastPathComponent().path + "/roostctl"
    #expect(try run(roostctl, "new", "Notes", "--" + kind, "-o", folder).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/Notes/Sources/Notes").sorted()
    let said = try compile(names.map { folder + "/Notes/Sources/Notes/" + $0 }, mode: "6", to: folder + "/Notes.o")
    #expect(said.status == 0, "\(said.errors)")
    #expect(!said.text.contains(" warning: "), "\(said.text)")
    let manifest = try String(contentsOfFile: folder + "/Notes/Package.swift", encoding: .utf8)
    #expect(manifest.contains(#".package(path: "\#(root)")"#))
  }
}

private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().path
private let delegates = root + "/Tests/Delegates"
private let sources = root + "/Sources/Apps"
/// The modules that this test was built beside.
private let modules = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/Modules"

private struct Said {
  let status: Int32
  let text: String

  /// The first few say enough; the lines that begin with a space are the compiler's drawings of the same.
  var errors: String {
    let lines = text.split(separator: "\n").filter { $0.contains(" error: ") && !$0.hasPrefix(" ") }
    return lines.prefix(5).joined(separator: "\n")
  }

  var warnings: [Substring] {
    text.split(separator: "\n").filter { $0.hasPrefix(sources) && $0.contains(" warning: ") }
  }
}

private func compile(_ files: [String], mode: String, to object: String) throws -> Said {
  try run(
    ["swiftc", "-c", "-o", object, "-module-name", "App", "-parse-as-library", "-Onone", "-wmo"]
      + ["-swift-version", mode, "-I", modules]
      + ["CUIKit", "CCrash/include", "CPlatform"].flatMap {
        ["-Xcc", "-fmodule-map-file=\(sources)/\($0)/module.modulemap"]
      } + files)
}

private func run(_ program: String...) throws -> Said { try run(program) }

private func run(_ program: [String]) throws -> Said {
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = program
  process.standardOutput = output
  process.standardError = output
  try process.run()
  let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return Said(status: process.terminationStatus, text: said)
}
