// Locale.current in an ordinary build, which has Foundation as a shared library: a limit that this test watches over.

import Foundation
import Testing

@Suite("Foundation's locale") struct LocaleTests {
  /// docs/bring-your-ios-delegate.md says so, and CurrentLocale.swift has to do without. When this fails, Foundation has
  /// learnt to follow the environment, which roostd sets, or the preferences: then both are to be changed.
  @Test("a shared Foundation follows neither LANG nor LC_ALL nor the preferences")
  func shared() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("roost-locale-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("main.swift")
    try """
    import Foundation
    UserDefaults.standard.register(defaults: ["AppleLocale": "de_DE", "AppleLanguages": ["de-DE"]])
    print(Locale.current.identifier, Locale.autoupdatingCurrent.identifier)
    """.write(to: source, atomically: false, encoding: .utf8)
    let program = folder.appendingPathComponent("program").path
    #expect(try run(["swiftc", "-o", program, source.path]) == "")
    let environment = ["LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8", "AppleLocale": "de_DE"]
    #expect(try run([program, "-AppleLocale", "de_DE"], environment) == "en_001 en_001\n")
  }

  /// All that a program has printed.
  private func run(_ words: [String], _ more: [String: String] = [:]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(more) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let printed = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: printed, as: UTF8.self)
  }
}
