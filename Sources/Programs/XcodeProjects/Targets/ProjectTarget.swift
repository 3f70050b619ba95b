// One target: its build settings and what it is made of.

package struct ProjectTarget {
  let object: ProjectObject
  let project: XcodeProject

  init(_ object: ProjectObject, of project: XcodeProject) {
    self.object = object
    self.project = project
  }

  package var name: String { object.text("name") ?? "" }

  /// For a build for an iPhone, in the configuration that Xcode runs an app in.
  ///
  /// - Parameters:
  ///   - root: nil: without the .xcconfig files.
  ///   - missing: is told the .xcconfig files that cannot be read.
  package func settings(
    in root: SourceRoot? = nil, missing: (_ path: String, _ why: String) -> Void = { _, _ in }
  ) throws(ProjectError) -> BuildSettings {
    let own = project.configuration(object.text("buildConfigurationList"))
    let configuration = own?.text("name") ?? "Debug"
    var settings = BuildSettings()
    settings.add(defaults(configuration))
    for level in [project.configuration, own].compactMap(\.self) {
      if let root, let path = baseFile(level) {
        let file = ConfigurationFile(path, in: root, project: project.objects.sourceRoot)
        file.missing.forEach { missing($0.path, $0.why) }
        settings.add(file.values, configuration: configuration)
      }
      settings.add(Self.values(level), configuration: configuration)
    }
    return settings
  }

  private static func values(_ configuration: ProjectObject) -> [String: String] {
    (configuration.keys["buildSettings"]?.keys ?? [:]).compactMapValues { value in
      value.text ?? value.items?.compactMap(\.text).joined(separator: " ")
    }
  }

  /// The .xcconfig file that the configuration begins with.
  private func baseFile(_ configuration: ProjectObject) -> String? {
    if let id = configuration.text("baseConfigurationReference"), let file = project.objects[id] {
      return project.objects.path(of: file)
    }
    // Xcode 16's, in a synchronized folder.
    guard let id = configuration.text("baseConfigurationReferenceAnchor"), let folder = project.objects[id],
      let path = project.objects.path(of: folder),
      let name = configuration.text("baseConfigurationReferenceRelativePath")
    else { return nil }
    return standardized(path + "/" + name)
  }

  /// Of the many that Xcode knows, those that projects use for what is imported.
  private func defaults(_ configuration: String) -> [String: String] {
    let root = project.objects.sourceRoot
    return [
      "TARGET_NAME": name, "TARGETNAME": name, "PROJECT_NAME": project.name, "CONFIGURATION": configuration,
      "SRCROOT": root, "SOURCE_ROOT": root, "PROJECT_DIR": root,
      "PROJECT_FILE_PATH": "\(root)/\(project.name).xcodeproj",
      "PRODUCT_NAME": "$(TARGET_NAME)", "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)",
      "EXECUTABLE_NAME": "$(EXECUTABLE_PREFIX)$(PRODUCT_NAME)$(EXECUTABLE_SUFFIX)", "EXECUTABLE_PREFIX": "",
      "EXECUTABLE_SUFFIX": "", "WRAPPER_NAME": "$(PRODUCT_NAME).app", "FULL_PRODUCT_NAME": "$(PRODUCT_NAME).app",
      "PRODUCT_BUNDLE_PACKAGE_TYPE": "APPL", "DEVELOPMENT_LANGUAGE": project.developmentRegion,
      "PLATFORM_NAME": "iphoneos", "SWIFT_VERSION": "5.0",
      // Without a value an Info.plist would name no version at all.
      "MARKETING_VERSION": "1.0", "CURRENT_PROJECT_VERSION": "1",
    ]
  }
}
