// Links of a stranger on the paths that root gives roostctl: he would choose what is copied for everybody to read.
import FakeDaemon
import Foundation
import Glibc
import Testing

@Suite(.enabled(if: geteuid() == 0, "only root gives links away"))
struct ForeignLinkTests {
  private let scratch: ScratchDirectory
  private static let stranger: uid_t = 65_534
  private static let info =
    "<plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>com.example.notes</string></dict></plist>"

  init() throws {
    scratch = try ScratchDirectory()
    for folder in ["home", "private/Notes.app", "apps"] {
      try FileManager.default.createDirectory(atPath: scratch.path + "/" + folder, withIntermediateDirectories: true)
    }
    // All may read the file itself, and nobody the folder that it is in.
    _ = try scratch.write("#!/bin/sh\n", to: "private/notes", mode: 0o755)
    _ = try scratch.write(Self.info, to: "private/Notes.app/Info.plist")
    _ = try scratch.write(Self.info, to: "home/Info.plist")
    try #require(chmod(scratch.path + "/private", 0o700) == 0)
  }

  /// Makes a link in the stranger's home.
  private func link(_ name: String, to target: String, of user: uid_t) throws -> String {
    let link = "\(scratch.path)/home/\(name)"
    try #require(symlink(target, link) == 0 && lchown(link, user, user) == 0)
    return link
  }

  private func bundle(_ program: String, resources: String? = nil) throws -> Roostctl {
    var arguments = ["bundle", program, "--info", scratch.path + "/home/Info.plist", "-o", scratch.path + "/made.app"]
    if let resources { arguments += ["--resources", resources] }
    return try Roostctl.run(arguments)
  }

  private func isRefused(_ run: Roostctl, naming target: String) {
    #expect(run.status == 1 && run.errors.contains("leads by a link of another user to a file"), "\(run.errors)")
    #expect(run.errors.contains("name it itself: \(target)"), "\(run.errors)")
    #expect(!scratch.names.contains("made.app"))
  }

  @Test("bundle copies no program that a link of another user leads to, be it the program or a folder on its way")
  func program() throws {
    let target = scratch.path + "/private/notes"
    isRefused(try bundle(try link("notes", to: target, of: Self.stranger)), naming: target)
    let way = try link("build", to: "../private", of: Self.stranger)
    isRefused(try bundle(way + "/notes"), naming: target)
    // Of one's own that leads on to such a one.
    isRefused(try bundle(try link("own", to: "build/notes", of: 0)), naming: target)
    #expect(try bundle(try link("mine", to: target, of: 0)).status == 0)
  }

  @Test("A link is followed to what belongs to its owner")
  func own() throws {
    let target = try scratch.write("#!/bin/sh\n", to: "home/program", mode: 0o755)
    try #require(chown(target, Self.stranger, Self.stranger) == 0)
    let run = try bundle(try link("notes", to: target, of: Self.stranger))
    #expect(run.status == 0, "\(run.errors)")
    #expect(try scratch.read("made.app/notes") == "#!/bin/sh\n")
  }

  @Test("bundle copies no resources out of a folder that a link of another user leads to")
  func resources() throws {
    let folder = scratch.path + "/private/Notes.app"
    try #require(rename(folder + "/Info.plist", folder + "/secret") == 0)
    let program = scratch.path + "/private/notes"
    isRefused(
      try bundle(program, resources: try link("res", to: folder, of: Self.stranger)), naming: folder)
    #expect(try bundle(program, resources: folder).status == 0)
  }

  @Test("install copies no bundle that a link of another user leads to, and follows one of the bundle's owner")
  func install() throws {
    let daemon = try FakeDaemon(
      at: scratch.path + "/s",
      [
        "org.roost.Bundles.GetDirectories": #"{"parameters":{"directories":["\#(scratch.path)/apps"]}}"#,
        "org.roost.Bundles.Locate":
          #"{"error":"org.roost.Apps.UnknownApp","parameters":{"app":"com.example.notes","message":"no"}}"#,
        "org.roost.Bundles.Install": #"{"parameters":{"id":"com.example.notes"}}"#,
      ])
    defer { daemon.stop() }
    let target = scratch.path + "/private/Notes.app"
    let link = try link("Notes.app", to: target, of: Self.stranger)
    for path in [link, link + "/"] {
      isRefused(try Roostctl("install", path, "--socket", daemon.socket), naming: target)
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/apps") == [])
    }
    try #require(chown(target, Self.stranger, Self.stranger) == 0)
    let run = try Roostctl("install", link, "--socket", daemon.socket)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/apps") == ["Notes.app"])
  }
}
