// A user who may write beside what root makes, and puts links in the place of folders meanwhile: nothing goes where they lead.
import CRename
import Foundation
import Glibc
import Synchronization
import Testing

struct SwappedFolderTests {
  private let scratch: ScratchDirectory
  /// Somebody else's folder.
  private let other: String
  /// A folder in which everybody may write.
  private let open: String

  init() throws {
    scratch = try ScratchDirectory()
    (other, open) = (scratch.path + "/other", scratch.path + "/open")
    for folder in [other, open, open + "/Trail.xcodeproj", open + "/Trail"] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    _ = try scratch.write("secret", to: "other/secret")
    chmod(other, 0o700)
  }

  /// Looks for folders in one, until it is told to end: each that is meant changes places with a link.
  private final class Swapper: Sendable {
    private let mayEnd = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)
    private let count = Atomic(0)

    init(in place: String, link target: String, _ isMeant: @escaping @Sendable (String) -> Bool) {
      let thread = Thread { [self] in
        defer { ended.signal() }
        while !mayEnd.load(ordering: .relaxed) {
          let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
          // Once each: a link changes places with nothing.
          for name in names where isMeant(name) && !name.hasSuffix("-away") && isFolder(place + "/" + name) {
            let away = "\(place)/\(name)-\(count.load(ordering: .relaxed))-away"
            symlink(target, away)
            // At no moment is nothing there.
            guard renameat2(AT_FDCWD, away, AT_FDCWD, place + "/" + name, exchangeNames) == 0 else { continue }
            count.add(1, ordering: .relaxed)
          }
        }
      }
      thread.start()
    }

    private func isFolder(_ path: String) -> Bool {
      var status = stat()
      return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns how many it has swapped.
    func end() -> Int {
      mayEnd.store(true, ordering: .relaxed)
      ended.wait()
      return count.load(ordering: .relaxed)
    }
  }

  private func checkOther() throws {
    #expect(try FileManager.default.contentsOfDirectory(atPath: other) == ["secret"])
    var status = stat()
    #expect(stat(other, &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test("bundle writes into the folder that it has made, wherever that is moved, and says that another is in its place")
  func bundle() throws {
    let program = try scratch.write("#!/bin/sh\n", to: "notes", mode: 0o755)
    // Long enough for the others.
    #expect(truncate(program, 256 << 20) == 0)
    let info = try scratch.write(
      "<plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>com.example.notes</string></dict></plist>",
      to: "Info.plist")
    let swapper = Swapper(in: open, link: other) { $0.hasPrefix("Notes.app.") }
    let run = try Roostctl("bundle", program, "--info", info, "-o", open + "/Notes.app")
    #expect(swapper.end() > 0)
    #expect(run.status == 1 && run.errors.contains("somebody has put something else there meanwhile"), "\(run.errors)")
    try checkOther()
  }

  private static let resources = 2000

  /// A project whose resources take long to copy.
  private func project() throws {
    _ = try scratch.write(ImportTests.project, to: "open/Trail.xcodeproj/project.pbxproj")
    _ = try scratch.write(
      "import UIKit\n\n@main class AppDelegate: UIResponder, UIApplicationDelegate {}\n", to: "open/Trail/App.swift")
    try FileManager.default.createDirectory(atPath: open + "/Trail/Raw", withIntermediateDirectories: true)
    for number in 1...Self.resources { _ = try scratch.write("\(number)", to: "open/Trail/\(number).json") }
    _ = try scratch.write("a", to: "open/Trail/Raw/a.bin")
    try FileManager.default.createDirectory(atPath: scratch.path + "/roost", withIntermediateDirectories: true)
    _ = try scratch.write("", to: "roost/Package.swift")
  }

  private func importing(into place: String) throws -> Roostctl {
    try Roostctl(
      "import", open + "/Trail.xcodeproj", "--roost", scratch.path + "/roost", "--no-build", "--copy", "-o", place)
  }

  @Test("import writes into the folder that it has made, wherever that is moved")
  func imported() throws {
    try project()
    let swapper = Swapper(in: open, link: other) { $0.hasPrefix("Trail-roost") }
    _ = try importing(into: open + "/Trail-roost")
    #expect(swapper.end() > 0)
    try checkOther()
  }

  @Test("import copies no file of others by a link that somebody has put on its way since it looked")
  func copied() throws {
    try project()
    let made = scratch.path + "/made"
    for number in 1...Self.resources { _ = try scratch.write("secret", to: "other/\(number).json") }
    let swapper = Swapper(in: open, link: other) { $0 == "Trail" && access(made + "/Resources", F_OK) == 0 }
    let run = try importing(into: made)
    #expect(swapper.end() > 0)
    #expect(run.status == 1 && run.errors.contains("unable to read"), "\(run.errors)")
    for name in try FileManager.default.contentsOfDirectory(atPath: made + "/Resources") {
      #expect(FileManager.default.contents(atPath: made + "/Resources/" + name) != Data("secret".utf8))
    }
  }
}
