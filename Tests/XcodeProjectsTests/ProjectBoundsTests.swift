// The bounds of a project that somebody has made to keep its reader busy: of what it names, and how often.
import Testing

@testable import XcodeProjects

struct ProjectBoundsTests {
  private func objects(of text: String) throws -> ProjectObjects {
    ProjectObjects(try #require(try OpenStepReader.read(Array(text.utf8)).keys), sourceRoot: "/p")
  }

  @Test("An object that is named again and again is looked at once")
  func again() throws {
    let all = try objects(of: "{ A = {isa = X; }; C = {isa = Y; }; }")
    #expect(all.list(["C", "A", "A", "B", "C", "A"]).map(\.id) == ["C", "A"])
  }

  @Test("A place that is longer than a path may be is nowhere, and no file has the whole of it in front")
  func longPaths() throws {
    let long = String(repeating: "a/", count: 1_500)
    let all = try objects(
      of: "{ G = {children = (F, E, ); path = \"\(long)\"; }; F = {path = \"\(long)\"; }; E = {path = b; }; }")
    let (longer, other) = (try #require(all["F"]), try #require(all["E"]))
    #expect(all.path(of: longer) == nil)
    #expect(all.path(of: other)?.hasSuffix("/a/b") == true)
    let project = SynchronizedProject.project.replacing(
      "projectDirPath = \"\"", with: "projectDirPath = \"\(long)\(long)\"")
    let folder = try ProjectFolder(["Long.xcodeproj/project.pbxproj": project])
    #expect(throws: ProjectError.tooLarge("Long", why: "its projectDirPath is longer than a path may be")) {
      try folder.project("Long")
    }
  }

  /// - Parameter phone: the number of the target that is for iOS.
  private func apps(phone: Int) -> String {
    let numbers = 0..<(XcodeProject.mostApps + 8)
    let targets = numbers.map { number in
      """
      T\(number) = {isa = PBXNativeTarget; name = App\(number); productType = "com.apple.product-type.application";
        buildConfigurationList = \(number == phone ? "LP" : "LM"); };
      """
    }
    return """
      { objects = { \(targets.joined(separator: "\n"))
        LP = {buildConfigurations = (CP, ); }; CP = {name = Debug; buildSettings = { SDKROOT = iphoneos; }; };
        LM = {buildConfigurations = (CM, ); }; CM = {name = Debug; buildSettings = { SDKROOT = macosx; }; };
        R = {isa = PBXProject; targets = (\(numbers.map { "T\($0)" }.joined(separator: ", "))); };
      }; rootObject = R; }
      """
  }

  @Test("Of a project with very many apps the first are looked at for the one for iOS; any can be named")
  func manyApps() throws {
    let (first, last) = (5, XcodeProject.mostApps + 2)
    let folder = try ProjectFolder([
      "First.xcodeproj/project.pbxproj": apps(phone: first), "Last.xcodeproj/project.pbxproj": apps(phone: last),
    ])
    #expect(try folder.project("First").target().name == "App\(first)")
    let project = try folder.project("Last")
    #expect(throws: ProjectError.noApplication(targets: project.targetNames)) { try project.target() }
    #expect(try project.target("App\(last)").name == "App\(last)")
  }

  @Test("Exceptions that a folder names a thousand times are taken once; those of a thousand folders are too many")
  func exceptions() throws {
    let many = (0..<1_000).map { "\"x\($0)\", " }.joined()
    let filled = SynchronizedProject.project.replacing("Map/Preview.swift,", with: "Map/Preview.swift, \(many)")
    let again = filled.replacing(
      "exceptions = (E1, E3, );", with: "exceptions = (\(String(repeating: "E1, ", count: 1_000))E3, );")
    let folders = (0..<200).map { number in
      """
      X\(number) = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (E1, ); path = No;
        sourceTree = SOURCE_ROOT; };
      """
    }
    let wide = filled.replacing("G0 = {", with: folders.joined(separator: "\n") + "\nG0 = {")
    var files = SynchronizedProject.files
    files["Again.xcodeproj/project.pbxproj"] = again
    files["Wide.xcodeproj/project.pbxproj"] = wide
    let folder = try ProjectFolder(files)
    #expect(try folder.plan("Again").sources == folder.plan("Trail").sources)
    #expect(
      throws: ProjectError.tooLarge("Wide", why: "its folders have more than 100000 exceptions for the target")
    ) { try folder.plan("Wide") }
  }

  @Test("The names in folders are counted, also of one that is looked at again")
  func names() throws {
    let folder = try ProjectFolder(SynchronizedProject.files)
    let synchronized = try SynchronizedFolder.all(of: folder.project("Trail").target())
    let trail = try #require(synchronized.first)
    let root = try folder.root
    var left = 100
    let files = trail.files(in: root, &left)
    let used = 100 - left
    #expect(files?.isEmpty == false && used > 10)
    var few = used + used / 2
    #expect(trail.files(in: root, &few) == files)
    #expect(trail.files(in: root, &few) == nil)
  }

  @Test("A catalogue's description of megabytes, or of marks in a row, is not decoded")
  func catalogs() throws {
    let marks = String(repeating: "\u{301}\u{323}", count: 100)
    // Thirty in a row in the file, and all of them in the text that is read.
    let rows = String(repeating: String(repeating: "\u{301}", count: 30) + "\\u0301", count: 100)
    let folder = try ProjectFolder([
      "A.xcassets/large.imageset/Contents.json": "{\"images\":[]}" + String(repeating: " ", count: 1 << 20),
      "A.xcassets/marks.imageset/Contents.json": "{\"a\(marks)\":1}",
      "A.xcassets/escapes.imageset/Contents.json": "{\"a\(rows)\":1}",
      "A.xcassets/plain.imageset/Contents.json": "{\"images\":[{\"filename\":\"größe.png\"}]}",
    ])
    let catalog = AssetCatalog(folder.path + "/A.xcassets", name: "A", in: try folder.root)
    #expect(catalog.pictures.map(\.name) == ["plain.png"])
    #expect(catalog.findings.map(\.subject).sorted() == ["escapes", "large", "marks"])
  }
}
