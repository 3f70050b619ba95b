// Programs that may be on any file system: the loop asks none of these, since they may not answer.
import FailingCalls
import Foundation
import LifecycleModel
import Linux
import TestFolders
import Testing

@testable import Bundles
@testable import Settings

@MainActor @Suite(.timeLimit(.minutes(40))) struct ElsewhereTests {
  /// The ways in which an author can name a program.
  enum Named: CaseIterable {
    case executable, interpreter, wordOfEnv, linker, exec, tryExec
  }

  private final class World {
    var catalog: BundleCatalog
    init(_ catalog: BundleCatalog) { self.catalog = catalog }
  }

  private let folder: TestFolder
  /// It stands for a file system that does not answer.
  private let far: TestFolder
  private let program: String
  private let world: World

  init() throws {
    (folder, far) = (try TestFolder(), try TestFolder())
    program = try far.write("program", "#!/bin/sh\n", mode: 0o755)
    let desktop = DesktopSettings(directories: [folder.path + "/entries"])
    world = World(BundleCatalog(directories: [folder.path], desktop: desktop))
    try folder.write("entries/none", "")
  }

  private func entry(_ lines: String) throws -> String {
    try folder.write("entries/p.desktop", "[Desktop Entry]\nType=Application\n\(lines)\n")
  }

  private func bundle(_ keys: [String: Any], script: String? = nil) throws -> String {
    try folder.bundle("P", TestFolder.plist("p", keys), script: script)
  }

  /// The path of what names it.
  private func name(_ named: Named) throws -> String {
    switch named {
    case .executable: return try bundle(["CFBundleExecutable": program, "RoostProgram": [String: String]()])
    case .interpreter: return try bundle([:], script: "#!\(program)\n")
    case .wordOfEnv: return try bundle(["RoostExec": "bundle"], script: "#!/usr/bin/env \(program)\n")
    case .linker:
      let path = try bundle(["RoostExec": "bundle"], script: "")
      var shell = try Data(contentsOf: URL(filePath: "/bin/sh"))
      let place = try #require(shell.range(of: Data("/lib".utf8)))
      shell.replaceSubrange(place, with: Data("/tmp".utf8))
      try shell.write(to: URL(filePath: path + "/run"))
      try Sys.chmod(path + "/run", 0o755)
      return path
    case .exec: return try entry("Exec=\(program)")
    case .tryExec: return try entry("TryExec=\(program)\nExec=sleep 5")
    }
  }

  @Test("A look for apps and a launch ask no file system that an author has named", arguments: Named.allCases)
  func asksNone(_ named: Named) async throws {
    let path = try name(named)
    try await FailingCalls.during(.folder(far.path)) { calls in
      let changes = world.catalog.scan()
      #expect(changes.added.map(\.path) == [path] && changes.problems == [])
      #expect(changes.elsewhere.map(\.bundle) == [path])
      let look = try world.catalog.launchable(AppID("p")).look
      #expect((look == .elsewhere) == (named != .tryExec))
      #expect(calls.counts == [:])
    }
  }

  @Test("The programs of the system and of PATH, and those in the bundle, are looked at at once")
  func near() throws {
    #expect(["/bin/sh", "/usr/local/bin/x", "sh", "x"].allSatisfy { !ProgramPath.isElsewhere($0) })
    #expect(["/opt/x/y", "/x", "/bin/../x", "opt/x"].allSatisfy(ProgramPath.isElsewhere))
    // A link in a bundle leads where its author likes.
    #expect(ProgramPath.isElsewhere("/usr/share/roost/apps/A.app/link") && !Interpreters.isOfSystem("/usr/A.app/link"))
    #expect(!ProgramPath.isElsewhere("/usr/share/A.apps/app"))
    for keys in [[:], ["RoostExec": "bundle"]] {
      _ = try bundle(keys, script: "#!/usr/bin/env sh\n")
      #expect(world.catalog.scan().elsewhere == [])
      #expect(try world.catalog.launchable(AppID("p")).look == .trusted)
    }
  }

  @Test(
    "Where programs are listed, a thread looks again at an executable of which its owner may make a link",
    .enabled(if: geteuid() == 0, "only root can give a file away"))
  func ofAnother() throws {
    for (keys, look) in [([:], .untrusted), (["RoostExec": "bundle"], Executable.FirstLook.elsewhere)] {
      let path = try bundle(keys, script: "#!/bin/sh\n")
      try Sys.chown(path + "/run", 1234, 1234)
      #expect(world.catalog.scan().problems == [])
      #expect(try world.catalog.launchable(AppID("p")).look == look)
    }
  }

  @Test("LA7 the way to an executable that is a link to the installed system leads out of no bundle")
  func wayToLink() throws {
    let path = try bundle([:], script: "#!/bin/sh\n")
    try folder.write("P.app/bin/file", "")
    try Sys.symlink("/bin/sh", path + "/bin/shell")
    try Sys.symlink("bin", path + "/inside")
    try Sys.symlink("/bin/sh", folder.path + "/shell")
    try Sys.symlink(folder.path, path + "/outside")
    func problem(_ file: String) -> Executable.Problem? {
      do throws(Executable.Problem) {
        _ = try Executable.lookFirst(at: "\(path)/\(file)", inside: path, isListed: false)
        return nil
      } catch {
        return error
      }
    }
    #expect(problem("bin/shell") == nil && problem("inside/shell") == nil)
    for file in ["../shell", "bin/../../shell", "outside/shell", "inside/../outside/shell"] {
      #expect(problem(file) == .outside("\(path)/\(file)"), "\(file)")
    }
  }

  @Test("A question that may wait tells whether such an executable can run, and by which programs elsewhere")
  func answers() throws {
    func ask(_ keys: [String: Any], _ script: String) throws -> Result<FoundPrograms, Executable.Problem> {
      try AppBundle(path: bundle(keys, script: script)).programQuestion.ask()
    }
    #expect(try ask([:], "#!\(program)\n") == .success(FoundPrograms()))
    let found = try ask(["RoostExec": "bundle"], "#!\(program)\n").get()
    #expect(found.elsewhere == [folder.path + "/P.app/run", program] && found.near?.first == "/bin/sh")
    let none = far.path + "/none"
    let missing = Executable.Problem.interpreterMissing(folder.path + "/P.app/run", interpreter: none)
    #expect(try ask([:], "#!\(none)\n") == .failure(missing))
    #expect(ProgramQuestion.installed(program).ask() == .success(FoundPrograms()))
    #expect(ProgramQuestion.installed(none).ask() == .failure(.missing(none)))
  }

  @Test("A desktop entry is an app until its TryExec is known to be missing, and again when that is there")
  func tryExec() throws {
    let path = try name(.tryExec)
    func found() -> Bool {
      let changes = world.catalog.scan()
      #expect(changes.elsewhere == [.init(path, .installed(program))])
      return world.catalog.bundles[AppID("p")] != nil
    }
    #expect(found())
    for isThere in [true, false, false, true] {
      let (before, isNews) = (found(), world.catalog.note(program, isThere: isThere))
      #expect(isNews == (before != isThere))
      #expect(found() == isThere)
    }
  }

  @Test("A program that is missing, and that no desktop entry names any more, is forgotten")
  func forgotten() throws {
    let path = try name(.tryExec)
    // Once while it is named, and once again for an answer that comes late.
    for _ in 0..<2 {
      _ = world.catalog.scan()
      let isNews = world.catalog.note(program, isThere: false)
      #expect(isNews)
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
