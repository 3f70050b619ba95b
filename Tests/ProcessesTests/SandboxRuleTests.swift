// The pure part of closing an app in: which rules there are, and which rights a kernel has for them.
import Glibc
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

  // MARK: Programs

  @Test("LA7 a program that an executable names is opened where it is one, and not in the daemon's own")
  func programs() throws {
    let folder = try TestFolder()
    let path = try #require(realPath(folder.path))
    let program = try folder.write("state/tool", "#!/bin/sh\n", mode: 0o755)
    let key = try folder.write("key", "secret")
    try #require(symlink(key, path + "/toKey") == 0 && symlink(program, path + "/toTool") == 0)
    func agrees(_ file: String, _ closed: String) throws -> Bool {
      let rule = Sandbox.Rule(path: file, access: .run, isProgram: true)
      return try sandbox(["\(path)/\(closed)"]).agrees(to: rule, at: OpenPlace(rule))
    }
    #expect(try agrees(program, "other") && agrees(path + "/toTool", "other"))
    #expect(try !agrees(program, "state") && !agrees(path + "/toTool", "state"))
    for file in ["/", path, key, path + "/toKey", "/dev/null"] { #expect(try !agrees(file, "other"), "\(file)") }
    let closing = Sandbox(
      bundle: try bundle(), container: "/c", pressure: nil, output: nil, nodes: [], programs: [key], installed: [],
      far: [:], closed: [])
    #expect(closing.rules.last == .init(path: key, access: .run, isProgram: true))
  }

  @Test("LA7 a program elsewhere that was opened before the launch is run, where it is not in the daemon's own")
  func programsElsewhere() throws {
    let folder = try TestFolder()
    let program = try folder.write("tool", "#!/bin/sh\n", mode: 0o755)
    let rule = try #require(Sandbox.farRules(ofPrograms: [program]).first)
    let given = Sandbox.Rule(path: "/given", access: .run)
    let place = try OpenPlace(rule, isFar: true)
    func sandbox(_ closed: [String]) throws -> Sandbox {
      Sandbox(
        bundle: try bundle(), container: "/c", pressure: nil, output: nil, nodes: [], programs: ["/bin/sh"],
        installed: [], far: [rule: .success(place), given: .success(place)], closed: closed)
    }
    let open = try sandbox([])
    #expect(Set(open.far.keys) == [rule, .init(path: "/given", access: .read)], "what is given to all is read alone")
    #expect(!open.rules.contains { $0.path == program })
    #expect(open.agrees(to: rule, at: place))
    let real = try #require(realPath(folder.path))
    #expect(try !sandbox([real]).agrees(to: rule, at: place))
  }

  @Test("LA7 a bundle and a place of PATH are closed where a link leads them to the daemon's own; what it made is open")
  func ledAway() throws {
    let folder = try TestFolder()
    let path = try #require(realPath(folder.path))
    for file in ["state/containers/a/file", "data/file", "apps/A.app/run"] { try folder.write(file, "") }
    for (target, name) in [("state", "toState"), (".", "toAll"), ("data", "toData"), ("state/containers", "toOthers")] {
      try #require(symlink("\(path)/\(target)", "\(path)/apps/\(name)") == 0)
    }
    let container = path + "/apps/toState/containers/a"
    let sandbox = Sandbox(
      bundle: try bundle(), container: container, pressure: nil, output: nil, nodes: [], programs: nil, installed: [],
      far: [:], closed: [path + "/state"])
    func agrees(_ path: String, _ access: Sandbox.Access = .run) throws -> Bool {
      let rule = Sandbox.Rule(path: path, access: access)
      return try sandbox.agrees(to: rule, at: OpenPlace(rule))
    }
    for name in ["toState", "toAll", "toOthers", "toState/containers/a/file"] {
      #expect(try !agrees("\(path)/apps/\(name)"), "\(name)")
    }
    #expect(try agrees(path + "/apps/A.app") && agrees(path + "/apps/toData") && agrees(path + "/apps//A.app/./"))
    #expect(try agrees(container, .write), "the daemon's own way to STATE may have links")
    #expect(try agrees(path + "/state/containers"), "the configuration may")
  }

  @Test("LA7 no app of the daemon's own user gets the tree of its cgroups")
  func cgroups() throws {
    let folder = try TestFolder()
    let own = SystemPlaces().folders(
      state: folder.path, runtime: folder.path, cgroups: "/sys/fs/cgroup", installed: []
    ).own
    for path in ["/sys/fs/cgroup", "/sys/fs/cgroup/user.slice/other.scope", "/sys"] {
      let rule = Sandbox.Rule(path: path, access: .write, isAskedFor: true)
      #expect(!Sandbox.agrees(to: rule, at: path, closed: own), "\(path)")
    }
  }

  /// The places of this PATH, for a user whose home is `home` in the folder.
  private func places(_ folder: TestFolder, _ names: String...) -> [String] {
    let path = names.map { "\(folder.path)/\($0)" }.joined(separator: ":")
    return Sandbox.programs(on: path, homes: [folder.path + "/home"])
      .map { String($0.path.dropFirst(folder.path.count + 1)) }
  }

  @Test("LA7 of PATH apps have programs and their libraries, and a version manager's whole")
  func installed() throws {
    let folder = try TestFolder()
    for file in [
      "home/.local/bin/a", "home/.local/lib/a", "home/.local/state/a", "home/.cargo/bin/a", "home/.cargo/credentials",
      "home/.pyenv/bin/a", "home/.pyenv/libexec/a", "home/.pyenv/shims/a", "env/bin/a", "env/lib/a", "env/pyvenv.cfg",
    ] { try folder.write(file, "") }
    #expect(places(folder, "home/.local/bin") == ["home/.local/bin", "home/.local/lib"])
    #expect(places(folder, "home/.cargo/bin") == ["home/.cargo/bin"])
    #expect(places(folder, "env/bin", "env/bin") == ["env/bin", "env/lib", "env/pyvenv.cfg"])
    #expect(places(folder, "home/.pyenv/bin") == ["home/.pyenv/bin", "home/.pyenv/libexec"])
    #expect(places(folder, "home/.pyenv/bin", "home/.pyenv/shims") == ["home/.pyenv"])
    #expect(Sandbox.programs(on: "/usr/bin:bin::", homes: []).isEmpty)
  }

  @Test("LA7 no home, nothing around one, and no folder of all the user's programs is open because of PATH")
  func homes() throws {
    let folder = try TestFolder()
    for file in ["home/bin/a", "home/lib/a", "home/.local/shims/a", "home/.config/a"] { try folder.write(file, "") }
    #expect(places(folder, "home", "home/", ".", "home/.local", "home/.config").isEmpty)
    #expect(Sandbox.programs(on: "/", homes: [folder.path]).isEmpty)
    #expect(places(folder, "home/bin") == ["home/bin"])
    #expect(places(folder, "home/shims") == ["home/shims"])
    #expect(places(folder, "home/.local/shims") == ["home/.local/shims"])
  }

  @Test(
    "LA7 a folder of programs without libraries opens nothing beside it, whoever it belongs to",
    arguments: [
      "/home/roost-nobody/.local/bin", "/var/home/roost-nobody/bin", "/srv/homes/roost-nobody/bin",
      "/home/roost-nobody/.cargo/bin", "/home/roost-nobody/.docker/bin",
    ])
  func lonely(folder: String) {
    #expect(Sandbox.programs(on: folder, homes: []).map(\.path) == [folder])
  }

  @Test("LA7 no place of PATH touches the daemon's own, from above, from below or by a link")
  func apart() throws {
    let folder = try TestFolder()
    for file in ["state/tools/a", "above/run/control", "apart/a"] { try folder.write(file, "") }
    let link = folder.path + "/link"
    try #require(symlink(folder.path + "/state", link) == 0)
    let path = ["state/tools", "link/tools", "above", "apart"].map { "\(folder.path)/\($0)" }.joined(separator: ":")
    let folders = SystemPlaces().folders(
      state: link, runtime: folder.path + "/above/run", installed: Sandbox.programs(on: path, homes: []))
    #expect(folders.installed == [folder.path + "/apart"])
    #expect(folders.own == [folder.path + "/state", folder.path + "/above/run"].map { realPath($0) ?? $0 })
  }

  // MARK: Rights

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
