// An Xcode project that somebody gave away: its project file, a property list, the sources it would bring.
@testable import XcodeProjects

@MainActor enum ProjectInput {
  private static let folder: String = {
    let path = WorkFolder.path + "/Project"
    for folder in [path, path + "/Fuzz.xcodeproj", path + "/App"] { WorkFolder.make(folder) }
    WorkFolder.write(Array("import UIKit\n".utf8), to: path + "/App/A.swift")
    return path
  }()

  static func read(_ bytes: [UInt8]) {
    if let value = try? OpenStepReader.read(bytes) {
      require((try? OpenStepReader.read(bytes)) == value, "the same bytes are two values")
    }
    WorkFolder.write(bytes, to: folder + "/Fuzz.xcodeproj/project.pbxproj")
    // The same bytes are whatever file it names.
    WorkFolder.write(bytes, to: folder + "/App/B.swift")
    WorkFolder.write(bytes, to: folder + "/App/Debug.xcconfig")
    guard let root = SourceRoot(folder),
      let project = try? XcodeProject.read(root.path + "/Fuzz.xcodeproj", in: root)
    else { return }
    for name in [nil] + project.targetNames.prefix(4).map(Optional.some) {
      guard let target = try? project.target(name),
        let plan = try? ImportPlan(target, in: root, roost: ("/roost", "roost"))
      else { continue }
      for file in Array(plan.sources.values) + Array(plan.resources.values) {
        require(file == root.path || file.hasPrefix(root.path + "/"), "\(file) is outside of the root")
      }
      for place in Array(plan.sources.keys) + Array(plan.resources.keys) {
        require(
          !place.hasPrefix("/") && !place.split(separator: "/").contains(".."), "\(place) leads out of the package")
      }
    }
  }

  static func readSource(_ bytes: [UInt8]) {
    let result = SourceCheck(module: "App", flags: ["DEBUG"]).check(bytes, file: "A.swift")
    require(result.findings.count <= SourceCheck.mostInFile + 1, "more findings than a file may have")
    _ = try? PropertyListFile.parse(bytes, "A.plist")
  }
}
