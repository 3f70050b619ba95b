// Projects of both ages imported: their files, settings and Info.plist, and what their author is told.
import Foundation
import Glibc
import Testing

@testable import XcodeProjects

struct ImportPlanTests {
  @Test(
    "A project that lists its files: groups, variant groups, SOURCE_ROOT, another platform's file, a folder, pictures")
  func listedFiles() throws {
    let folder = try ProjectFolder(ListedProject.files)
    let plan = try folder.plan("Notes")
    #expect(
      plan.sources == [
        "Notes/AppDelegate.swift": folder.path + "/Notes/AppDelegate.swift",
        "Notes/Screens/ListController.swift": folder.path + "/Notes/Screens/ListController.swift",
        "Shared/Model.swift": folder.path + "/Shared/Model.swift",
      ])
    #expect(
      plan.resources == [
        "Base.lproj/Main.storyboard": folder.path + "/Notes/Base.lproj/Main.storyboard",
        "de.lproj/Main.strings": folder.path + "/Notes/de.lproj/Main.strings",
        "en.lproj/Localizable.strings": folder.path + "/Notes/en.lproj/Localizable.strings",
        "Fonts": folder.path + "/Notes/Fonts",
        "logo.png": folder.path + "/Notes/Assets.xcassets/logo.imageset/l.png",
        "logo@2x.png": folder.path + "/Notes/Assets.xcassets/logo.imageset/l2.png",
      ])
    #expect(
      plan.texts(.obstacle) == [
        "package product Alamofire: add its package to Package.swift if it builds on Linux, "
          + "or put its code into `#if canImport(Alamofire)`"
      ])
    #expect(
      plan.texts(.omission) == [
        "Notes.app: only Xcode knows where it is",
        "build phase SwiftLint: its script is not run here",
        "target Widget: an app here has no extensions, watch apps or frameworks of its own",
        "Notes/Assets.xcassets: vector: UIImage reads PNG, JPEG and SVG; it has none of these",
        "Notes/Info.plist: $(API_SERVER): the project gives it no value; it is left empty",
        "Notes/Notes.entitlements: aps-environment: pushes come by `roostctl push`, or from the broker that "
          + "roostd.toml(5) names",
        "Notes/Notes.entitlements: com.apple.developer.healthkit: there is no such service here",
      ])
  }

  @Test("Its Info.plist has every build variable filled in, from .xcconfig, project and target")
  func listedInfo() throws {
    let folder = try ProjectFolder(ListedProject.files)
    let plan = try folder.plan("Notes")
    let keys = try plan.keys
    #expect(plan.module == "My_Notes" && plan.bundleIdentifier == "com.example.My-Notes")
    #expect(keys["CFBundleIdentifier"] as? String == "com.example.My-Notes")
    #expect(keys["CFBundleExecutable"] as? String == "My Notes")
    #expect(keys["CFBundleShortVersionString"] as? String == "2.5")
    #expect(keys["CFBundleDevelopmentRegion"] as? String == "de")
    #expect(keys["Server"] as? String == "")
    #expect("\(keys["CFBundleURLTypes"] ?? "")".contains("my-notes"))
    #expect(keys["UISupportedInterfaceOrientations"] as? [String] == ["UIInterfaceOrientationPortrait"])
    #expect(keys["UISupportedInterfaceOrientations~ipad"] == nil)
    #expect(plan.manifest.contains(".swiftLanguageMode(.v5)"))
    for flag in ["DEBUG", "STAGING", "LEGACY"] { #expect(plan.manifest.contains(".define(\"\(flag)\")"), "\(flag)") }
    #expect(!plan.manifest.contains("OLD"))
    #expect(plan.manifest.contains(".product(name: \"BackgroundTasks\", package: \"roost\")"))
    #expect(plan.manifest.contains(".package(path: \"/opt/roost\")"))
  }

  @Test("Of several targets the app for iOS is taken, or the one that is named; a wrong name lists those there are")
  func targets() throws {
    let folder = try ProjectFolder(ListedProject.files)
    let project = try folder.project("Notes")
    #expect(try project.target().name == "Notes")
    #expect(try folder.plan("Notes", target: "Notes Mac").bundleIdentifier == "com.example.mac")
    let names = ["Notes Mac", "Notes", "Widget"]
    #expect(throws: ProjectError.noTarget("Phone", targets: names)) { try project.target("Phone") }
    let none = ListedProject.project.replacing("\"com.apple.product-type.application\"", with: "x")
    try folder.write(none, to: "None.xcodeproj/project.pbxproj")
    #expect(throws: ProjectError.noApplication(targets: names)) { try folder.project("None").target() }
  }

  @Test("Xcode 16's folders: all but the exceptions, the exceptions of another target's folder, folders as they are")
  func synchronizedFiles() throws {
    let folder = try ProjectFolder(SynchronizedProject.files)
    let plan = try folder.plan("Trail")
    #expect(
      plan.sources.keys.sorted() == ["Kit/Distance.swift", "Trail/AppDelegate.swift", "Trail/Map/MapController.swift"])
    #expect(plan.resources.keys.sorted() == ["Base.lproj/Main.storyboard", "Raw"])
    #expect(plan.findings == [] && plan.isBuildable)
    let tests = try folder.plan("Trail", target: "TrailTests")
    #expect(tests.sources.keys.sorted() == ["TrailTests/TrailTests.swift"])
  }

  @Test(
    "Sources that have URLSession of Foundation, as on iOS, compile as they are; two modules for it do not go together")
  func loading() throws {
    let folder = try ProjectFolder(SynchronizedProject.files)
    #expect(try !folder.plan("Trail").manifest.contains("-import-module"))
    try folder.write("import Foundation\nlet a = URLSession.shared", to: "Trail/A.swift")
    #expect(try folder.plan("Trail").manifest.contains(#""-import-module", "-Xfrontend", "FoundationNetworking""#))
    try folder.write("import UIKit\nlet b = URLSessionConfiguration.background(withIdentifier: c)", to: "Trail/B.swift")
    var plan = try folder.plan("Trail")
    #expect(plan.manifest.contains(#""-import-module", "-Xfrontend", "BackgroundTransfers""#))
    #expect(plan.manifest.contains(#".product(name: "BackgroundTransfers", package: "roost")"#) && plan.isBuildable)
    try folder.write("import FoundationNetworking", to: "Trail/C.swift")
    plan = try folder.plan("Trail")
    #expect(plan.texts(.obstacle).first?.hasPrefix("Trail/C.swift: import FoundationNetworking: write") == true)
  }

  @Test("GENERATE_INFOPLIST_FILE: the INFOPLIST_KEY settings over the file, lists joined, telephones first")
  func synchronizedInfo() throws {
    let folder = try ProjectFolder(SynchronizedProject.files)
    let plan = try folder.plan("Trail")
    let keys = try plan.keys
    #expect(plan.bundleIdentifier == "org.example.trail")
    #expect(keys["CFBundleDisplayName"] as? String == "My Trail")
    #expect(keys["NSLocationWhenInUseUsageDescription"] as? String == "Shows \"you\" on the map.")
    #expect(keys["UIBackgroundModes"] as? [String] == ["location", "fetch"])
    #expect(keys["UIApplicationSupportsIndirectInputEvents"] as? Bool == true)
    #expect((keys["UIApplicationSceneManifest"] as? [String: Any])?["UISceneConfigurations"] != nil)
    #expect(keys["UILaunchScreen"] is [String: Any])
    #expect(
      keys["UISupportedInterfaceOrientations"] as? [String]
        == ["UIInterfaceOrientationPortrait", "UIInterfaceOrientationLandscapeLeft"])
    #expect(keys["CFBundleShortVersionString"] as? String == "1.2" && keys["CFBundleVersion"] as? String == "1")
    for setting in [
      ".swiftLanguageMode(.v5)", ".defaultIsolation(MainActor.self)", ".define(\"DEBUG\")",
      ".enableUpcomingFeature(\"MemberImportVisibility\")", ".enableUpcomingFeature(\"InferIsolatedConformances\")",
      ".product(name: \"CoreLocation\", package: \"roost\")",
    ] {
      #expect(plan.manifest.contains(setting), "\(setting)")
    }
    // Without the setting the INFOPLIST_KEY settings mean nothing.
    let none = SynchronizedProject.project.replacing(
      "GENERATE_INFOPLIST_FILE = YES", with: "GENERATE_INFOPLIST_FILE = NO")
    try folder.write(none, to: "None.xcodeproj/project.pbxproj")
    #expect(try folder.plan("None").keys["CFBundleDisplayName"] == nil)
  }

  @Test("A project reads nothing outside of its root: not by a path, not by a link, and no pipe")
  func outside() throws {
    let secret = try ProjectFolder(["secret.swift": "import UIKit\n", "secret.plist": "{}", "deep/x.swift": ""])
    var files = SynchronizedProject.files
    files["Trail/Data/tracks.json"] = nil
    let folder = try ProjectFolder(files)
    try folder.link("Trail/Stolen.swift", to: secret.path + "/secret.swift")
    try folder.link("Trail/stolen.json", to: secret.path + "/secret.plist")
    try folder.link("Trail/Elsewhere", to: secret.path + "/deep")
    try folder.link("Trail/Around", to: folder.path + "/Trail")
    #expect(mkfifo(folder.path + "/Trail/pipe.json", 0o600) == 0)
    let plan = try folder.plan("Trail")
    #expect(!plan.sources.values.contains { $0.hasPrefix(secret.path) })
    #expect(!plan.resources.values.contains { $0.hasPrefix(secret.path) || $0.hasSuffix("pipe.json") })
    #expect(
      plan.texts(.obstacle).contains {
        $0
          == "Trail/Stolen.swift: a source: it is outside of \(folder.path); name a folder that holds all of it with --root"
      })
    let project = SynchronizedProject.project.replacing("Trail/Info.plist", with: "\(secret.path)/secret.plist")
    try folder.write(project, to: "Thief.xcodeproj/project.pbxproj")
    #expect(throws: ProjectError.self) { try folder.plan("Thief") }
  }

  @Test("A project has no file below its root whose path has a name that begins with a dot, and not all that is there")
  func hidden() throws {
    var files = SynchronizedProject.files
    files[".ssh/key"] = "KEY"
    files["Kit/.private/Secret.swift"] = "struct Secret {}\n"
    files["Trail/Config/.env"] = "TOKEN = a\n"
    files["Trail/Config/App.xcconfig"] = "PRODUCT_BUNDLE_IDENTIFIER = org.example.trail\n#include? \".env\"\n"
    let references = [".ssh/key", "Kit/.private", "."].enumerated().map { number, path in
      "B\(number) = {isa = PBXBuildFile; fileRef = F\(number); }; "
        + "F\(number) = {isa = PBXFileReference; path = \"\(path)\"; sourceTree = SOURCE_ROOT; }; "
    }
    let (phase, empty) = ("PH2 = {isa = PBXResourcesBuildPhase; ", "files = (); };")
    files["Trail.xcodeproj/project.pbxproj"] = SynchronizedProject.project.replacing(
      phase + empty, with: references.joined() + phase + "files = (B0, B1, B2, ); };")
    let folder = try ProjectFolder(files)
    try folder.link("Trail/Stolen.swift", to: folder.path + "/Kit/.private/Secret.swift")
    try folder.link("Trail/stolen.json", to: folder.path + "/.ssh/key")
    let plan = try folder.plan("Trail")
    let found = Array(plan.sources.values) + Array(plan.resources.values)
    #expect(!found.contains { $0.hasPrefix(folder.path + "/.") || $0.contains(".private") }, "\(found)")
    #expect(!found.contains(folder.path), "\(found)")
    let way = "; rename it, or give --root a folder below it"
    func dot(_ name: String) -> String {
      "the name \(name) below \(folder.path) begins with a dot, as those of private files do"
    }
    #expect(plan.texts(.obstacle).contains("Trail/Stolen.swift: a source: " + dot(".private") + way))
    for text in [
      ".ssh/key: a resource: " + dot(".ssh"), "Kit/.private: a resource: " + dot(".private"),
      "Trail/stolen.json: a resource: " + dot(".ssh"), "Trail/Config/.env: build settings: " + dot(".env"),
    ] {
      #expect(plan.texts(.omission).contains(text + way), "\(text) in \(plan.texts(.omission))")
    }
    #expect(plan.texts(.omission).contains { $0.hasSuffix("it has all that the import may read; name a folder in it") })
  }

  @Test("1,000 folders in each other, with a source in each, take seconds")
  func deepFolders() throws {
    let folder = try ProjectFolder(SynchronizedProject.files)
    var place = folder.path + "/Trail"
    for number in 1...1000 {
      place += "/a"
      try #require(mkdir(place, 0o777) == 0)
      try #require(close(open(place + "/Deep\(number).swift", O_CREAT | O_WRONLY, 0o666)) == 0)
    }
    let clock = ContinuousClock()
    var plan: ImportPlan?
    // When each look at a path read each link on its way, this took a minute.
    let time = try clock.measure { plan = try folder.plan("Trail") }
    #expect(plan?.sources.keys.count { $0.contains("Deep") } == 1000)
    #expect(time < .seconds(15))
  }

  @Test("With a wider root, files beside the project's folder come along, each in a place of its own")
  func widerRoot() throws {
    var files: [String: String] = ["Kit/Distance.swift": "struct Other {}\n", "Kit/Base.lproj/Main.storyboard": ""]
    for (name, text) in SynchronizedProject.files { files["App/" + name] = text }
    let added = "S2 = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (E2, ); path = ../Kit;"
    let project = SynchronizedProject.project.replacing(
      "S2 = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (E2, ); path = Kit;", with: added
    ).replacing("fileSystemSynchronizedGroups = (S1, )", with: "fileSystemSynchronizedGroups = (S1, S2, S4, )")
      .replacing(
        "S3 = {",
        with: "S4 = {isa = PBXFileSystemSynchronizedRootGroup; path = Kit; sourceTree = SOURCE_ROOT; }; S3 = {"
      )
      .replacing("membershipExceptions = (Distance.swift, );", with: "membershipExceptions = (Speed.swift, );")
    files["App/Trail.xcodeproj/project.pbxproj"] = project
    let folder = try ProjectFolder(files)
    let root = try folder.root
    let target = try XcodeProject.read(folder.path + "/App/Trail.xcodeproj", in: root).target()
    let plan = try ImportPlan(target, in: root, roost: ("/opt/roost", "roost"))
    #expect(plan.sources["Kit/Distance.swift"] == folder.path + "/Kit/Distance.swift")
    #expect(plan.sources["App/Kit/Distance.swift"] == folder.path + "/App/Kit/Distance.swift")
    // Xcode refuses two files for one place in the bundle.
    #expect(plan.texts(.omission).count { $0.hasSuffix("the bundle has another file of that name already") } == 1)
    #expect(SourceRoot("/")?.place(of: "/a/b") == "a/b" && root.place(of: "/a") == nil)
  }

  @Test("A project that is none: no file, no root object, no bundle identifier, a module that Swift does not take")
  func notValid() throws {
    let folder = try ProjectFolder(SynchronizedProject.files)
    #expect(
      throws: ProjectError.unreadable("\(folder.path)/No.xcodeproj/project.pbxproj", why: "there is no such file")
    ) {
      try folder.project("No")
    }
    try folder.write("{ objects = {}; }", to: "Empty.xcodeproj/project.pbxproj")
    #expect(throws: ProjectError.self) { try folder.project("Empty") }
    try folder.write("{ objects = { R = {}; }; rootObject = R; }", to: "Bare.xcodeproj/project.pbxproj")
    #expect(throws: ProjectError.noApplication(targets: [])) { try folder.project("Bare").target() }
    for (old, new) in [("Config/App.xcconfig", "Config/No.xcconfig"), ("\"$(TARGET_NAME)\"", "\"\"")] {
      try folder.write(SynchronizedProject.project.replacing(old, with: new), to: "Bad.xcodeproj/project.pbxproj")
      #expect(throws: ProjectError.self, "\(new)") { try folder.plan("Bad") }
    }
    // Groups that are in each other.
    let circle = SynchronizedProject.project.replacing("children = (S1, ", with: "children = (G0, S1, ")
    try folder.write(circle, to: "Circle.xcodeproj/project.pbxproj")
    #expect(
      throws: ProjectError.badSetting(
        "PRODUCT_BUNDLE_IDENTIFIER", value: "", cure: "set it in Xcode, as com.example.notes")
    ) { try folder.plan("Circle") }
  }

  @Test("A module's name has nothing that a shell takes for its own, also where that is one character with a letter")
  func moduleNames() throws {
    let folder = try ProjectFolder(SynchronizedProject.files)
    func module(_ setting: String) throws -> String {
      let project = SynchronizedProject.project.replacing("PRODUCT_NAME = \"$(TARGET_NAME)\";", with: setting + ";")
      try folder.write(project, to: "App.xcodeproj/project.pbxproj")
      return try folder.plan("App").module
    }
    for name in ["A\u{D4E};ls", "A\u{D4E}`ls`", "7A", "\u{301}A", "A B"] {
      #expect(throws: ProjectError.self, "\(name)") { try module("PRODUCT_MODULE_NAME = \"\(name)\"") }
    }
    #expect(try module("PRODUCT_NAME = \"A\u{D4E};ls\"") == "A\u{D4E}_ls")
  }

  @Test("A project cannot give itself rights: the keys of Info.plist that are Roost's are left out, and said")
  func rights() throws {
    let folder = try ProjectFolder(SynchronizedProject.files)
    try folder.write("{ RoostFileAccess = ({ path = \"/home\"; }); CFBundleName = x; }", to: "Trail/Info.plist")
    let plan = try folder.plan("Trail")
    #expect(try plan.keys["RoostFileAccess"] == nil && plan.keys["CFBundleName"] as? String == "x")
    #expect(
      plan.texts(.omission) == [
        "Trail/Info.plist: RoostFileAccess: it asks for rights, so it is left out; add it to the package's Info.plist if it may"
      ])
  }

  @Test("A project in Swift 3 is compiled as Swift 5; a bridging header and a file that is not there are obstacles")
  func obstacles() throws {
    let folder = try ProjectFolder(ListedProject.files)
    let project = ListedProject.project.replacing("SWIFT_VERSION = 4.2;", with: "SWIFT_VERSION = 3.0;")
      .replacing("MARKETING_VERSION = 2.5;", with: "SWIFT_OBJC_BRIDGING_HEADER = \"$(TARGET_NAME)/Bridge.h\";")
      .replacing("path = AppDelegate.swift", with: "path = Gone.swift").replacing("Model.swift", with: "Model.m")
    try folder.write(project, to: "Notes.xcodeproj/project.pbxproj")
    let plan = try folder.plan("Notes")
    let obstacles = plan.texts(.obstacle)
    #expect(plan.texts(.omission).contains { $0.hasPrefix("Swift 3.0: it is compiled as Swift 5;") })
    for text in [
      "Notes/Bridge.h: a bridging header: Swift has no Objective-C on Linux; write what it declares in Swift",
      "Notes/Gone.swift: a source: there is no such file",
      "Shared/Model.m: not Swift: the package has only the target's Swift; write it in Swift",
    ] {
      #expect(obstacles.contains(text), "\(obstacles)")
    }
  }

  @Test("A project that names one file a hundred thousand times, or fills Info.plist without end, ends soon")
  func abuse() throws {
    let folder = try ProjectFolder(ListedProject.files)
    let many = { (id: String) in "(" + String(repeating: "\(id), ", count: 100_000) + ")" }
    let project = ListedProject.project.replacing("(B1, B2, B3, B8, BN, )", with: many("B1"))
      .replacing("(PH1, PH2, PH3, PH4, )", with: many("PH1")).replacing("(F4, F5, )", with: many("F4"))
    try folder.write(project, to: "Notes.xcodeproj/project.pbxproj")
    #expect(try folder.plan("Notes").sources.count == 1)
    let long = String(repeating: "x", count: 60_000)
    let keys = (0..<100).map { "INFOPLIST_KEY_K\($0) = \"$(LONG)\";" }.joined(separator: " ")
    let filled = SynchronizedProject.project.replacing("MARKETING_VERSION = 1.2;", with: "LONG = \(long); \(keys)")
    let other = try ProjectFolder(SynchronizedProject.files)
    try other.write(filled, to: "Trail.xcodeproj/project.pbxproj")
    #expect(
      throws: ProjectError.notValid("Info.plist", line: 1, why: "its build settings make it longer than 4194304 bytes")
    ) { try other.plan("Trail") }
  }

  @Test("A name with quotes, line ends or interpolations stays a literal in Package.swift")
  func literals() {
    #expect(PackageManifest.literal("a\"b\\(c)\n") == #""a\"b\\(c)\u{a}""#)
    #expect(PackageManifest.literal("é") == #""\u{e9}""#)
  }
}
