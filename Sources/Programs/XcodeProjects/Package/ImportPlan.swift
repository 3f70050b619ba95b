// Everything that an import of a target writes, and everything that it has to say.
package import FoundationEssentials

package struct ImportPlan {
  /// The module's name, which is that of the package and its target.
  package let module: String
  package let bundleIdentifier: String
  /// The manifest.
  package let manifest: String
  /// Info.plist, XML.
  package let info: Data
  /// The file of each path below the package's Sources.
  package let sources: [String: String]
  /// The file or folder of each path below the package's Resources.
  package let resources: [String: String]
  /// Sorted, the obstacles first.
  package let findings: [Finding]

  /// Nothing that is known is in the way of a build.
  package var isBuildable: Bool { !findings.contains { $0.weight == .obstacle } }

  /// - Parameters:
  ///   - target: of the project.
  ///   - root: the only folder that is read.
  ///   - roost: the package that the app depends on, its folder and its name.
  package init(
    _ target: ProjectTarget, in root: SourceRoot, roost: (path: String, name: String)
  ) throws(ProjectError) {
    let folder = target.project.folder
    var findings: [Finding] = []
    let settings = try target.settings(in: root) { path, why in
      findings.append(Finding(.omission, relative(path, to: folder), "build settings", why))
    }
    module = try Self.module(settings)
    let info = try Self.path("INFOPLIST_FILE", settings, target)
    var maker = InfoPlistMaker(settings)
    var keys = try maker.make(
      of: info.map { path throws(ProjectError) in try PropertyListFile.read(path, in: root) } ?? [:],
      name: relative(info ?? "", to: folder))
    guard let identifier = keys["CFBundleIdentifier"]?.text, !identifier.isEmpty else {
      throw .badSetting("PRODUCT_BUNDLE_IDENTIFIER", value: "", cure: "set it in Xcode, as com.example.notes")
    }
    bundleIdentifier = identifier
    // The next import of this project may replace what this one installs, and no other app.
    keys["RoostImportedFrom"] = .string(folder + "/" + target.project.name + ".xcodeproj")
    self.info = try Self.encode(keys)

    let files = try ImportedFiles(
      target, in: root, check: SourceCheck(module: module, flags: try PackageManifest.flags(settings)), info: info,
      taken: ["Info.plist", keys["CFBundleExecutable"]?.text ?? module])
    sources = files.sources
    resources = files.resources
    manifest = try PackageManifest(
      module: module, products: files.imports.intersection(KnownModules.products), roost: roost, settings: settings,
      loading: files.loading
    ).text()
    findings += maker.findings + files.findings
    if let path = try Self.path("CODE_SIGN_ENTITLEMENTS", settings, target) {
      findings += Self.entitlements(path, relative(path, to: folder), root)
    }
    if let path = try Self.path("SWIFT_OBJC_BRIDGING_HEADER", settings, target) {
      findings.append(
        Finding(
          .obstacle, relative(path, to: folder), "a bridging header",
          "Swift has no Objective-C on Linux; write what it declares in Swift"))
    }
    if let version = try settings.value("SWIFT_VERSION"), version.first.map({ "123".contains($0) }) ?? false {
      findings.append(
        Finding(
          .omission, "", "Swift \(version)",
          "it is compiled as Swift 5; Xcode 10 migrates to Swift 4.2 the code that does not compile so"))
    }
    self.findings = findings.sorted()
  }

  private static func module(_ settings: BuildSettings) throws(ProjectError) -> String {
    let name = try settings.value("PRODUCT_MODULE_NAME") ?? ""
    // By its scalars: some letters make one character with whatever follows, also with what a shell takes for its own.
    guard let first = name.unicodeScalars.first, first.properties.isXIDStart || first == "_", name.utf8.count <= 128,
      name.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
    else {
      throw .badSetting(
        "PRODUCT_MODULE_NAME", value: name, cure: "it must be a name that a Swift module can have; set it in Xcode")
    }
    return name
  }

  /// The file that a setting names, absolute; nil where it names none.
  private static func path(
    _ setting: String, _ settings: BuildSettings, _ target: ProjectTarget
  ) throws(ProjectError) -> String? {
    guard let path = try settings.value(setting), !path.isEmpty else { return nil }
    return standardized(path.hasPrefix("/") ? path : target.project.objects.sourceRoot + "/" + path)
  }

  private static func encode(_ keys: [String: PropertyListValue]) throws(ProjectError) -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    guard let data = try? encoder.encode(keys) else {
      throw .notValid("Info.plist", line: 1, why: "it cannot be written as XML")
    }
    return data
  }

  private static func entitlements(_ path: String, _ name: String, _ root: SourceRoot) -> [Finding] {
    do throws(ProjectError) {
      return EntitlementCheck.findings(try PropertyListFile.read(path, in: root), file: name)
    } catch {
      return [Finding(.omission, name, "entitlements", "\(error)")]
    }
  }
}
