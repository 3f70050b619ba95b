// The pure part of closing an app in: which rules there are, and which rights a kernel has for them.
import Linux
import TestFolders
import Testing

@testable import Bundles
@testable import Processes
@testable import Settings

@Suite struct SandboxRuleTests {
  private func bundle() throws -> AppBundle {
    let folder = try TestFolder()
    try folder.write(
      "A.app/Info.plist",
      """
      <plist><dict><key>CFBundleIdentifier</key><string>a</string><key>CFBundleExecutable</key><string>a</string>
      <key>RoostFileAccess</key><dict><key>read</key><array><string>/srv/in</string></array>
      <key>write</key><array><string>/srv/out</string></array></dict></dict></plist>
      """)
    return try AppBundle(path: folder.path + "/A.app")
  }

  private func sandbox(_ closed: [String] = ["/var/lib/roost", "/run/roost"]) throws -> Sandbox {
    Sandbox(
      bundle: try bundle(), container: "/c", pressure: "/run/roost/pressure/1", output: nil, nodes: ["/dev/video0"],
      programs: nil, installed: ["/home/me/tools"], far: [:], closed: closed)
  }

  @Test("LA7 a container is written to, a bundle read and run, and what is asked for is marked as that")
  func rules() throws {
    let rules = try sandbox().rules.filter { !Sandbox.system.contains($0) }
    #expect(rules.first?.access == .run && rules.first?.path.hasSuffix("/A.app") == true)
    #expect(
      Array(rules.dropFirst()) == [
        .init(path: "/c", access: .write), .init(path: "/run/roost/pressure/1", access: .use),
        .init(path: "/dev/video0", access: .use), .init(path: "/home/me/tools", access: .run),
      ])
    #expect(
      Sandbox.farRules(of: try bundle(), given: FileAccess(read: ["/given"], write: ["/shared"])) == [
        .init(path: "/given", access: .run), .init(path: "/shared", access: .write),
        .init(path: "/srv/in", access: .read, isAskedFor: true),
        .init(path: "/srv/out", access: .write, isAskedFor: true),
      ])
    #expect(!Sandbox.system.contains { $0.access == .write })
  }

  @Test(
    "LA7 nothing that is asked for touches the daemon's own, from above or below",
    arguments: [
      ("/srv", true), ("/var/lib/roostery", true), ("/", false), ("/var", false), ("/var/lib/roost", false),
      ("/var/lib/roost/containers/b", false), ("/run/roost/control", false),
      ("/var/lib/roost/\u{301}b", false),
    ])
  func agreed(path: String, agrees: Bool) throws {
    let sandbox = try sandbox()
    #expect(sandbox.agrees(to: .init(path: path, access: .read, isAskedFor: true), at: path) == agrees)
    #expect(sandbox.agrees(to: .init(path: path, access: .read), at: path), "the configuration may")
  }

  @Test(
    "LA7 a version of Landlock is asked for the rights it knows, and a file for none of a directory's",
    arguments: [(1, 13, 0), (2, 14, 0), (3, 15, 0), (4, 15, 0), (5, 16, 0), (6, 16, 3), (7, 16, 3), (99, 16, 3)]
      as [(Int, UInt64, UInt64)])
  func rights(version: Int, bits: UInt64, scopes: UInt64) {
    let rights = LandlockRuleset.Rights(version: version)
    #expect(rights.known.files == (1 << bits) - 1 && rights.known.scopes == scopes)
    for access in [Sandbox.Access.run, .read, .use, .write] {
      let folder = rights.of(access, isFolder: true), file = rights.of(access, isFolder: false)
      #expect(folder & ~rights.known.files == 0 && file & ~folder == 0)
      // LANDLOCK_ACCESS_FS_READ_DIR and all that makes or removes: EINVAL for a file.
      #expect(file & 0b11_1111_1111_1000 == 0)
    }
    #expect(rights.of(.write, isFolder: true) & 1 == 0, "what an app writes it cannot run")
  }

  @Test("LA7 a path in RoostFileAccess that is not absolute is refused by name")
  func relative() throws {
    let folder = try TestFolder()
    try folder.write(
      "A.app/Info.plist",
      """
      <plist><dict><key>CFBundleIdentifier</key><string>a</string><key>CFBundleExecutable</key><string>a</string>
      <key>RoostFileAccess</key><dict><key>read</key><array><string>srv</string></array></dict></dict></plist>
      """)
    do {
      _ = try AppBundle(path: folder.path + "/A.app")
      Issue.record("it was read")
    } catch {
      #expect("\(error)".contains("RoostFileAccess.read[0]") && "\(error)".contains("an absolute path"), "\(error)")
    }
  }
}
