// A project: its targets and configurations.

package struct XcodeProject {
  /// The folder that the .xcodeproj is in.
  package let folder: String
  /// Without .xcodeproj.
  package let name: String
  let objects: ProjectObjects
  /// How many apps are looked at for the one for iOS: each may have build settings of megabytes.
  package static let mostApps = 32
  private let root: ProjectObject

  /// - Parameter path: the .xcodeproj.
  package static func read(_ path: String, in root: SourceRoot) throws(ProjectError) -> XcodeProject {
    let keys = try PropertyListFile.read(path + "/project.pbxproj", in: root, isOwners: true)
    let project = standardized(path)
    let folder = "/" + pathParts(project).dropLast().joined(separator: "/")
    // By its bytes: some letters make one character with the dot behind them.
    let name = lastName(project).utf8.dropLast(ProjectPlace.ending.utf8.count)
    return try XcodeProject(keys, name: String(decoding: name, as: UTF8.self), folder: folder)
  }

  /// - Parameter keys: of project.pbxproj.
  package init(_ keys: [String: PropertyListValue], name: String, folder: String) throws(ProjectError) {
    let all = keys["objects"]?.keys ?? [:]
    let folder = folder.isEmpty ? "/" : folder
    guard let id = keys["rootObject"]?.text, let root = all[id]?.keys else {
      throw .notAProject(name, cure: "its project.pbxproj names no root object")
    }
    let place = root["projectDirPath"]?.text ?? ""
    guard place.utf8.count <= ProjectObjects.longestPath else {
      throw .tooLarge(name, why: "its projectDirPath is longer than a path may be")
    }
    self.name = name
    self.folder = folder
    self.root = ProjectObject(id: id, keys: root)
    objects = ProjectObjects(all, sourceRoot: standardized(folder + "/" + place))
  }

  package var targetNames: [String] { targets.compactMap { $0.text("name") } }
  var developmentRegion: String { root.text("developmentRegion") ?? "en" }
  private var targets: [ProjectObject] { objects.list(root.texts("targets")) }

  /// - Parameter name: nil: the app. Where there are several, the first that is one for iOS.
  package func target(_ name: String? = nil) throws(ProjectError) -> ProjectTarget {
    if let name {
      guard let target = targets.first(where: { $0.text("name") == name }) else {
        throw .noTarget(name, targets: targetNames)
      }
      return ProjectTarget(target, of: self)
    }
    let apps = targets.filter { $0.text("productType") == "com.apple.product-type.application" }
    for app in apps.prefix(Self.mostApps) {
      let target = ProjectTarget(app, of: self)
      let settings = try target.settings()
      let platforms = try settings.words("SUPPORTED_PLATFORMS") + [settings.value("SDKROOT") ?? ""]
      if platforms.contains(where: { $0.hasPrefix("iphone") || $0 == "auto" }) { return target }
    }
    guard let app = apps.first, apps.count == 1 else { throw .noApplication(targets: targetNames) }
    return ProjectTarget(app, of: self)
  }

  /// The configuration that Xcode runs an app in, of a list of a target's or the project's.
  func configuration(_ list: String?) -> ProjectObject? {
    let list = list.flatMap { objects[$0] }
    let all = objects.list(list?.texts("buildConfigurations") ?? [])
    return all.first { $0.text("name") == "Debug" }
      ?? all.first { $0.text("name") == list?.text("defaultConfigurationName") } ?? all.first
  }

  var configuration: ProjectObject? { configuration(root.text("buildConfigurationList")) }
}
