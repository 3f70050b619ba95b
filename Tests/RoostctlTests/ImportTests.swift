// roostctl import: the package that it writes, what it says, and what it does with the build and the daemon.
import FakeDaemon
import Foundation
import Glibc
import Testing

struct ImportTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try file("", "roost/Package.swift")
    try file(Self.project, "My Projects/Trail.xcodeproj/project.pbxproj")
    try file(
      "import UIKit\n\n@main class AppDelegate: UIResponder, UIApplicationDelegate {}\n", "My Projects/Trail/App.swift")
    try file("<document/>", "My Projects/Trail/Base.lproj/Main.storyboard")
    try file("a", "My Projects/Trail/Raw/a.bin")
  }

  static let project = """
    // !$*UTF8*$!
    { objects = {
      S1 = {isa = PBXFileSystemSynchronizedRootGroup; explicitFolders = (Raw, ); path = Trail; sourceTree = "<group>"; };
      G0 = {isa = PBXGroup; children = (S1, ); sourceTree = "<group>"; };
      T1 = {isa = PBXNativeTarget; buildConfigurationList = L1; buildPhases = (); fileSystemSynchronizedGroups = (S1, );
        name = Trail; productType = "com.apple.product-type.application"; };
      L1 = {isa = XCConfigurationList; buildConfigurations = (C1, ); };
      C1 = {isa = XCBuildConfiguration; name = Debug; buildSettings = { GENERATE_INFOPLIST_FILE = YES;
        PRODUCT_BUNDLE_IDENTIFIER = org.example.trail; SDKROOT = iphoneos; }; };
      R = {isa = PBXProject; buildConfigurationList = L1; mainGroup = G0; targets = (T1, ); };
    }; rootObject = R; }
    """

  private func file(_ text: String, _ name: String, mode: Int = 0o644) throws {
    let folder = URL(filePath: scratch.path + "/" + name).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try scratch.write(text, to: name, mode: mode)
  }

  /// - Parameter swift: a shell script that stands for the compiler.
  private func importing(_ arguments: String..., swift: String? = nil) throws -> Roostctl {
    var environment = ["ROOST_SOCKET": scratch.path + "/none", "PATH": scratch.path + "/bin:/usr/bin:/bin"]
    if let swift {
      try file("#!/bin/sh\n" + swift, "bin/swift", mode: 0o755)
      environment["MARK"] = scratch.path + "/mark"
    }
    return try Roostctl.run(
      ["import", scratch.path + "/My Projects/Trail.xcodeproj", "--roost", scratch.path + "/roost"] + arguments,
      environment: environment)
  }

  private var package: String { scratch.path + "/My Projects/Trail-roost" }

  @Test("A package beside the project, with links to its sources and copies of its resources")
  func links() throws {
    let run = try importing("--no-build")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(
      run.output == """
        \(package) is made of target Trail: 1 source, 2 resources.
        Next, in the package:
          cd '\(package)'
          swift build
          mkdir -p apps
          roostctl bundle .build/debug/Trail --info Info.plist --resources Resources -o apps/Trail.app
          roostd --apps apps
          roostctl launch org.example.trail

        """)
    let source = package + "/Sources/Trail/Trail/App.swift"
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: source) == "../../../../Trail/App.swift")
    #expect(FileManager.default.contents(atPath: source)?.starts(with: Data("import UIKit".utf8)) == true)
    #expect(try scratch.read("My Projects/Trail-roost/Resources/Base.lproj/Main.storyboard") == "<document/>")
    #expect(try scratch.read("My Projects/Trail-roost/Resources/Raw/a.bin") == "a")
    #expect(try scratch.read("My Projects/Trail-roost/Info.plist").contains("<string>org.example.trail</string>"))
    #expect(try scratch.read("My Projects/Trail-roost/Package.swift").contains("package: \"roost\""))
    let again = try importing("--no-build")
    #expect(again.status == 1 && again.errors.contains("is there already"), "\(again.errors)")
  }

  @Test("With --copy and -o the package stands alone")
  func copies() throws {
    let run = try importing("--no-build", "--copy", "-o", scratch.path + "/made", "--json")
    #expect(run.status == 0, "\(run.errors)")
    let made = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(made["id"] as? String == "org.example.trail" && made["built"] as? Bool == false)
    #expect(made["sources"] as? [String] == ["Trail/App.swift"] && (made["findings"] as? [Any])?.isEmpty == true)
    let source = scratch.path + "/made/Sources/Trail/Trail/App.swift"
    let kind = try FileManager.default.attributesOfItem(atPath: source)[.type] as? FileAttributeType
    #expect(kind == .typeRegular)
  }

  @Test("An obstacle is named with its file and line, and nothing is built")
  func obstacles() throws {
    try file("import UIKit\nimport SwiftUI\n", "My Projects/Trail/View.swift")
    let run = try importing(swift: "touch \"$MARK\"")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output.contains("Will not compile here:\n  Trail/View.swift:2: import SwiftUI: there is no such module here"),
      "\(run.output)")
    #expect(run.output.contains("Next, in the package:"))
    #expect(!scratch.names.contains("mark"))
    let json = try importing("-o", scratch.path + "/made", "--json", swift: "touch \"$MARK\"")
    #expect(json.output.contains(#""compiles":false,"file":"Trail/View.swift","line":2"#), "\(json.output)")
  }

  /// Leaves a program where `swift build` would.
  private static let compiler = """
    test "$1 $2" = "build --package-path" && mkdir -p "$3/.build/debug" && cd "$3/.build/debug" &&
      echo compiling && printf '#!/bin/sh\\n' >Trail && chmod +x Trail
    """

  @Test("With nothing in the way it is built and made a bundle; without a daemon the next commands are printed")
  func built() throws {
    let run = try importing(swift: Self.compiler)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output.contains("compiling\n") && run.output.contains("Next:\n  cd '\(package)'\n  roostd --apps apps\n"))
    #expect(run.errors.contains("the app is built, and does not run yet: no daemon answers"), "\(run.errors)")
    #expect(FileManager.default.isExecutableFile(atPath: package + "/apps/Trail.app/Trail"))
    #expect(try scratch.read("My Projects/Trail-roost/apps/Trail.app/Raw/a.bin") == "a")
  }

  @Test("A daemon that lets it in has the bundle in its directory, sealed, and launches the app")
  func running() throws {
    try FileManager.default.createDirectory(atPath: scratch.path + "/apps", withIntermediateDirectories: true)
    let daemon = try FakeDaemon(
      at: scratch.path + "/s",
      [
        "org.roost.Bundles.GetDirectories": #"{"parameters":{"directories":["\#(scratch.path)/apps"]}}"#,
        "org.roost.Bundles.Locate":
          #"{"error":"org.roost.Apps.UnknownApp","parameters":{"app":"org.example.trail","message":"no"}}"#,
        "org.roost.Bundles.Install": #"{"parameters":{"id":"org.example.trail"}}"#,
        "org.roost.Apps.Launch": #"{"parameters":{"pid":7,"state":"active"}}"#,
      ])
    defer { daemon.stop() }
    let run = try importing("--socket", daemon.socket, swift: Self.compiler)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.hasSuffix("org.example.trail runs.\n"), "\(run.output)")
    #expect(FileManager.default.isExecutableFile(atPath: scratch.path + "/apps/Trail.app/Trail"))
    #expect(
      daemon.calls.compactMap { $0["method"] as? String }
        == [
          "org.roost.Bundles.GetDirectories", "org.roost.Bundles.Locate", "org.roost.Bundles.Locate",
          "org.roost.Bundles.Install", "org.roost.Apps.Launch",
        ])
  }

  /// - Parameter bundle: where the daemon has the app already.
  private func daemon(having bundle: String) throws -> FakeDaemon {
    try FakeDaemon(
      at: scratch.path + "/s",
      [
        "org.roost.Bundles.GetDirectories": #"{"parameters":{"directories":["\#(scratch.path)/apps"]}}"#,
        "org.roost.Bundles.Locate": #"{"parameters":{"bundle":"\#(bundle)","container":"/none"}}"#,
        "org.roost.Bundles.Install": #"{"parameters":{"id":"org.example.trail"}}"#,
        "org.roost.Apps.Launch": #"{"parameters":{"pid":7,"state":"active"}}"#,
      ])
  }

  @Test(
    "An app that is installed stays when a stranger's project is called like it: the new one is built, and not installed",
    arguments: ["Trail.app", "Other.app"])
  func strangers(name: String) throws {
    let info = """
      <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.trail</string>
      <key>RoostImportedFrom</key><string>/elsewhere/Trail.xcodeproj</string></dict></plist>
      """
    try file(info, "apps/\(name)/Info.plist")
    let daemon = try daemon(having: "\(scratch.path)/apps/\(name)")
    defer { daemon.stop() }
    let run = try importing("--socket", daemon.socket, swift: Self.compiler)
    #expect(run.status == 0 && run.errors.contains("no import of this project made that"), "\(run.errors)")
    #expect(run.output.contains("Next:\n  cd '\(package)'\n  roostd --apps apps\n"), "\(run.output)")
    #expect(try scratch.read("apps/\(name)/Info.plist") == info)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/apps") == [name])
    #expect(!daemon.calls.contains { $0["method"] as? String == "org.roost.Bundles.Install" })
  }

  @Test("A project that is called like the app of a desktop entry is not installed, and its author is told the ways on")
  func desktopEntry() throws {
    try FileManager.default.createDirectory(atPath: scratch.path + "/apps", withIntermediateDirectories: true)
    let daemon = try daemon(having: "/entries/org.example.trail.desktop")
    defer { daemon.stop() }
    let run = try importing("--socket", daemon.socket, swift: Self.compiler)
    #expect(run.status == 0 && run.errors.contains("remove the entry and run `roostctl reload`"), "\(run.errors)")
    #expect(!run.errors.contains("`roostctl install"), "that is refused as well")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/apps") == [])
    #expect(!daemon.calls.contains { $0["method"] as? String == "org.roost.Bundles.Install" })
  }

  @Test("A bundle that is in the way stays as well when the daemon does not know it")
  func unknown() throws {
    let identifier = "<key>CFBundleIdentifier</key><string>org.example.trail</string>"
    let info = "<plist version=\"1.0\"><dict>\(identifier)</dict></plist>"
    try file(info, "apps/Trail.app/Info.plist")
    let daemon = try FakeDaemon(
      at: scratch.path + "/s",
      [
        "org.roost.Bundles.GetDirectories": #"{"parameters":{"directories":["\#(scratch.path)/apps"]}}"#,
        "org.roost.Bundles.Locate":
          #"{"error":"org.roost.Apps.UnknownApp","parameters":{"app":"org.example.trail","message":"no"}}"#,
      ])
    defer { daemon.stop() }
    let run = try importing("--socket", daemon.socket, swift: Self.compiler)
    #expect(run.status == 0 && run.errors.contains("no import of this project made that"), "\(run.errors)")
    #expect(try scratch.read("apps/Trail.app/Info.plist") == info)
  }

  @Test("A project that is imported again replaces what its last import has installed")
  func again() throws {
    try FileManager.default.createDirectory(atPath: scratch.path + "/apps", withIntermediateDirectories: true)
    let first = try importing(swift: Self.compiler)
    #expect(first.status == 0, "\(first.errors)")
    try FileManager.default.moveItem(atPath: package + "/apps/Trail.app", toPath: scratch.path + "/apps/Trail.app")
    try file("b", "My Projects/Trail/Raw/b.bin")
    let daemon = try daemon(having: scratch.path + "/apps/Trail.app")
    defer { daemon.stop() }
    let run = try importing("-o", scratch.path + "/made", "--socket", daemon.socket, swift: Self.compiler)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.hasSuffix("org.example.trail runs.\n"), "\(run.output)")
    #expect(try scratch.read("apps/Trail.app/Raw/b.bin") == "b")
  }

  @Test(
    "On a terminal each step is said when it begins; a script is told nothing of it",
    .enabled(if: access("/dev/ptmx", R_OK | W_OK) == 0, "there are no pseudoterminals here"))
  func progress() throws {
    // ioctl_tty(2): the other side's number, and its lock.
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(terminal) }
    var (number, locked): (CInt, CInt) = (0, 0)
    try #require(ioctl(terminal, 0x8004_5430, &number) == 0 && ioctl(terminal, 0x4004_5431, &locked) == 0)
    let side = try #require(FileHandle(forUpdatingAtPath: "/dev/pts/\(number)"))
    try file("#!/bin/sh\n" + Self.compiler, "bin/swift", mode: 0o755)
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "roostctl")
    process.arguments = [
      "import", scratch.path + "/My Projects/Trail.xcodeproj", "--roost", scratch.path + "/roost", "--socket",
      scratch.path + "/none",
    ]
    process.environment = ["PATH": scratch.path + "/bin:/usr/bin:/bin"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = side
    try process.run()
    try side.close()
    // EIO once nobody has the other side.
    var (said, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
    while case let count = read(terminal, &buffer, buffer.count), count > 0 { said += buffer[..<count] }
    process.waitUntilExit()
    let steps = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { $0.hasSuffix(" …") }.compactMap { $0.split(separator: " ").dropFirst().first }
    #expect(steps == ["reading", "looking", "writing", "building", "installing"])
  }

  @Test("A build that fails is a refusal; its output does not mix with JSON")
  func failedBuild() throws {
    let run = try importing("--json", swift: "echo 'error: no such type'; exit 1")
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains("error: no such type") && run.errors.contains("unable to build"), "\(run.errors)")
    let killed = try importing("-o", scratch.path + "/made", swift: "kill -9 $$")
    #expect(killed.status == 1 && killed.errors.contains("unable to build"), "\(killed.errors)")
    // No swift in PATH at all.
    try FileManager.default.removeItem(atPath: scratch.path + "/bin/swift")
    let none = try importing("-o", scratch.path + "/other")
    #expect(none.status == 1 && none.errors.contains("unable to run swift"), "\(none.errors)")
  }

  @Test("Only a project is taken; other paths and wrong names say what to give")
  func refused() throws {
    for (path, word) in [("Trail.xcworkspace", "import the .xcodeproj"), ("Trail", "must be NAME.xcodeproj")] {
      let run = try Roostctl.run(["import", path])
      #expect(run.status == 2 && run.errors.contains(word), "\(run.errors)")
    }
    let none = try Roostctl.run(["import", scratch.path + "/No.xcodeproj", "--roost", scratch.path + "/roost"])
    #expect(none.status == 1 && none.errors.contains("No such file"), "\(none.errors)")
    let target = try importing("--target", "Watch")
    #expect(target.status == 1 && target.errors.contains("only Trail"), "\(target.errors)")
    #expect(try importing("--root", scratch.path + "/none").status == 1)
    #expect(!FileManager.default.fileExists(atPath: package))
  }

  @Test(
    "What is shut to others and not the project owner's is neither read nor copied: he may have moved it into his folder",
    .enabled(if: geteuid() == 0, "only root gives files away"))
  func shutToOthers() throws {
    let projects = scratch.path + "/My Projects"
    for name in ["", "/project.pbxproj"] {
      try #require(chown(projects + "/Trail.xcodeproj" + name, 65_534, 65_534) == 0)
    }
    let file = try importing("--no-build", "--copy", "-o", scratch.path + "/open")
    #expect(file.status == 0, "\(file.errors)")
    for (name, word, mode) in [
      ("Raw/a.bin", "/Raw/a.bin", 0o640), ("Raw", "/Raw", 0o700),
      ("Base.lproj", "/Trail/Base.lproj/Main.storyboard", 0o711),
    ] as [(String, String, mode_t)] {
      let place = "\(projects)/Trail/\(name)"
      var status = stat()
      try #require(lstat(place, &status) == 0 && chmod(place, mode) == 0)
      let run = try importing("--no-build", "-o", scratch.path + "/made-\(mode)")
      #expect(run.status == 1 && run.errors.contains("\(word) belongs to another user than"), "\(run.errors)")
      try #require(chmod(place, status.st_mode & 0o777) == 0)
    }
    try #require(chmod(projects + "/Trail/App.swift", 0o600) == 0)
    let source = try importing("--no-build", "-o", scratch.path + "/without")
    #expect(source.status == 0, "\(source.errors)")
    #expect(
      source.output.contains(
        "Trail/App.swift: a source: it, or a folder on its way, belongs to another user than the project"),
      "\(source.output)")
  }

  @Test("Hidden files in a folder that is a resource stay where they are, and the author is told once")
  func hiddenFiles() throws {
    for name in [".env", ".git/config", "b.bin", "Deep/.netrc"] { try file("TOKEN", "My Projects/Trail/Raw/" + name) }
    let run = try importing("--no-build")
    #expect(run.status == 0, "\(run.errors)")
    let copied = try FileManager.default.subpathsOfDirectory(atPath: package + "/Resources/Raw")
    #expect(copied.sorted() == ["Deep", "a.bin", "b.bin"])
    let told = "hidden files: names that begin with a dot are left out, as those of private files"
    for folder in ["Trail/Raw", "Trail/Raw/Deep"] {
      #expect(run.output.components(separatedBy: "\n  \(folder): \(told)").count == 2, "\(run.output)")
    }
    let json = try importing("--no-build", "-o", scratch.path + "/made", "--json")
    #expect(json.output.contains(#""file":"Trail/Raw/Deep""#), "\(json.output)")
  }

  @Test(
    "A resource that is larger than a bundle may be is refused before it fills the disk: a hole costs its author nothing"
  )
  func holes() throws {
    try #require(truncate(scratch.path + "/My Projects/Trail/Raw/a.bin", 1 << 40) == 0)
    let run = try importing("--no-build")
    #expect(run.status == 1 && run.errors.contains("more than 16 GiB"), "\(run.errors)")
    var status = stat()
    #expect(stat(package + "/Resources/Raw/a.bin", &status) != 0)
  }
}
