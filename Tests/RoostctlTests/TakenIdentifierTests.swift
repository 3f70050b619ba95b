// A bundle of a stranger with the identifier of a desktop entry's app: it never lies where the daemon looks.
import FakeDaemon
import Foundation
import Testing

struct TakenIdentifierTests {
  private let scratch: ScratchDirectory
  private var apps: String { scratch.path + "/apps" }

  init() throws {
    scratch = try ScratchDirectory()
    for folder in ["/Notes.app", "/apps"] {
      try FileManager.default.createDirectory(atPath: scratch.path + folder, withIntermediateDirectories: true)
    }
    _ = try scratch.write(Self.info, to: "Notes.app/Info.plist")
  }

  private static let info = """
    <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.notes</string></dict></plist>
    """

  /// - Parameter place: where the daemon has the app already.
  private func daemon(having place: String) throws -> FakeDaemon {
    try FakeDaemon(
      at: scratch.path + "/s",
      [
        "org.roost.Bundles.GetDirectories": #"{"parameters":{"directories":["\#(apps)"]}}"#,
        "org.roost.Bundles.Locate": #"{"parameters":{"bundle":"\#(place)","container":"/none"}}"#,
        "org.roost.Bundles.Install": #"{"parameters":{"id":"org.example.notes"}}"#,
      ])
  }

  @Test(
    "install refuses it before it moves anything into place, also over an older bundle", arguments: [false, true])
  func entry(isThere: Bool) throws {
    if isThere {
      try FileManager.default.createDirectory(atPath: apps + "/Notes.app", withIntermediateDirectories: false)
      _ = try scratch.write(Self.info + "\n", to: "apps/Notes.app/Info.plist")
    }
    let entry = "/usr/share/applications/org.example.notes.desktop"
    let daemon = try daemon(having: entry)
    defer { daemon.stop() }
    let run = try Roostctl.run(["install", scratch.path + "/Notes.app", "--socket", daemon.socket])
    #expect(run.status == 1 && run.errors.contains("by the desktop entry \(entry)"), "\(run.errors)")
    #expect(run.errors.contains("remove the entry and run `roostctl reload`"), "\(run.errors)")
    // It does not ask for a look either: nothing has changed.
    #expect(
      daemon.calls.compactMap { $0["method"] as? String }
        == ["org.roost.Bundles.GetDirectories", "org.roost.Bundles.Locate"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: apps) == (isThere ? ["Notes.app"] : []))
    if isThere { #expect(try scratch.read("apps/Notes.app/Info.plist") == Self.info + "\n") }
  }

  @Test("install leaves it to the daemon whether the app may have a bundle of another name")
  func bundle() throws {
    let daemon = try daemon(having: apps + "/Other.app")
    defer { daemon.stop() }
    let run = try Roostctl.run(["install", scratch.path + "/Notes.app", "--socket", daemon.socket])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: apps) == ["Notes.app"])
  }
}
