// A project of a stranger who chooses by a link, or by another user's files, what an import reads: it reads nothing.
import Foundation
import Glibc
import Testing

struct LinkedProjectTests {
  private let scratch: ScratchDirectory
  private let home: String

  /// A home with a clone of a stranger's repository in it, whose list of files begins at the home.
  init() throws {
    scratch = try ScratchDirectory()
    home = scratch.path + "/home"
    for folder in ["roost", "home/notes/Trail", "home/notes/Trail.xcodeproj"] {
      try FileManager.default.createDirectory(atPath: scratch.path + "/" + folder, withIntermediateDirectories: true)
    }
    _ = try scratch.write("", to: "roost/Package.swift")
    for folder in ["notes", "notes/Trail.xcodeproj"] {
      _ = try scratch.write(ImportTests.project, to: "home/\(folder)/project.pbxproj")
    }
    _ = try scratch.write(
      "import UIKit\n\n@main class AppDelegate: UIResponder, UIApplicationDelegate {}\n",
      to: "home/notes/Trail/App.swift")
  }

  private func importing(_ project: String) throws -> Roostctl {
    try Roostctl(
      "import", "\(home)/\(project)", "--roost", scratch.path + "/roost", "--no-build", "-o", scratch.path + "/made")
  }

  @Test(
    "A project that is a link is refused, also with a slash behind it: its author would choose the folder that is read",
    arguments: [".", "Trail.xcodeproj", "/"], ["Notes.xcodeproj", "Notes.xcodeproj/"])
  func link(target: String, name: String) throws {
    try #require(symlink(target, home + "/notes/Notes.xcodeproj") == 0)
    let run = try importing("notes/" + name)
    #expect(
      run.status == 1 && run.errors.contains("notes/Notes.xcodeproj: it is a link, which may lead to any folder"),
      "\(run.errors)")
    #expect(scratch.names == ["home", "roost"])
  }

  @Test("A list of files that is a link, and a project that is no folder, are refused")
  func kinds() throws {
    let list = home + "/notes/Trail.xcodeproj/project.pbxproj"
    try #require(unlink(list) == 0 && symlink("../project.pbxproj", list) == 0)
    let linked = try importing("notes/Trail.xcodeproj")
    #expect(linked.status == 1 && linked.errors.contains("its project.pbxproj is no file"), "\(linked.errors)")
    _ = try scratch.write("", to: "home/notes/File.xcodeproj")
    let file = try importing("notes/File.xcodeproj")
    #expect(file.status == 1 && file.errors.contains("it is not an Xcode project"), "\(file.errors)")
  }

  @Test(
    "A project whose folder and list of files have different owners is refused: nobody knows whose files it may name",
    .enabled(if: geteuid() == 0, "only root gives files away"), arguments: ["", "/project.pbxproj"])
  func owners(name: String) throws {
    try #require(chown(home + "/notes/Trail.xcodeproj" + name, 65_534, 65_534) == 0)
    let run = try importing("notes/Trail.xcodeproj")
    #expect(run.status == 1 && run.errors.contains("belong to different users"), "\(run.errors)")
    #expect(scratch.names == ["home", "roost"])
  }

  @Test(
    "Of a project that others may write to no file is read that is shut to others", arguments: ["", "/project.pbxproj"])
  func shared(name: String) throws {
    try #require(chmod(home + "/notes/Trail/App.swift", 0o600) == 0)
    try #require(chmod(home + "/notes/Trail.xcodeproj" + name, 0o777) == 0)
    let run = try importing("notes/Trail.xcodeproj")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output.contains("Trail/App.swift: a source: not everybody may read it, or a folder on its way"),
      "\(run.output)")
    #expect(access(scratch.path + "/made/Sources/Trail/Trail/App.swift", F_OK) != 0)
  }
}
