// The files of a target, from its build phases and its synchronized folders.

package struct TargetFiles {
  /// What the target compiles.
  package private(set) var sources: Set<TargetFile> = []
  /// What goes into the bundle.
  package private(set) var resources: Set<TargetFile> = []
  /// References to files whose place only Xcode knows, by name.
  package private(set) var unknown: Set<String> = []
  /// The names of the build phases that run a script.
  package private(set) var scripts: [String] = []
  /// The names of package products that it links.
  package private(set) var packages: [String] = []
  /// The names of other targets that it needs.
  package private(set) var targets: [String] = []

  private let objects: ProjectObjects
  /// The phases, files and groups that were looked at: a project may name one of them a million times.
  private var seen: Set<String> = []

  package init(_ target: ProjectTarget, in root: SourceRoot) throws(ProjectError) {
    objects = target.project.objects
    for phase in objects.list(target.object.texts("buildPhases")) where seen.insert(phase.id).inserted {
      switch phase.isa {
      case "PBXSourcesBuildPhase": add(phase) { $0.sources.insert($1) }
      case "PBXResourcesBuildPhase": add(phase) { $0.resources.insert($1) }
      case "PBXShellScriptBuildPhase": scripts.append(phase.text("name") ?? "Run Script")
      default: break
      }
    }
    var names = SynchronizedFolder.mostNames
    for folder in try SynchronizedFolder.all(of: target) {
      guard let files = folder.files(in: root, &names) else {
        throw .tooLarge(
          target.project.name, why: "its folders hold more than \(SynchronizedFolder.mostNames) files for the target")
      }
      for file in files {
        switch FileKind(file.path) {
        case .swift, .foreign, .model: sources.insert(file)
        case .ignored: break
        case .resource, .catalog, .nib: resources.insert(file)
        }
      }
    }
    packages = objects.list(target.object.texts("packageProductDependencies")).compactMap { $0.text("productName") }
    targets = objects.list(target.object.texts("dependencies")).compactMap { dependency in
      dependency.text("target").flatMap { objects[$0]?.text("name") } ?? dependency.text("name")
    }
  }

  private mutating func add(_ phase: ProjectObject, _ insert: (inout TargetFiles, TargetFile) -> Void) {
    for file in objects.list(phase.texts("files")) where Self.isForPhone(file) {
      guard let reference = file.text("fileRef").flatMap({ objects[$0] }),
        seen.insert(phase.isa + reference.id).inserted
      else { continue }
      // A variant group is one file in each language; its children are the files.
      let references = reference.isa == "PBXVariantGroup" ? objects.list(reference.texts("children")) : [reference]
      for reference in references {
        if let path = objects.path(of: reference) {
          insert(&self, TargetFile(path))
        } else {
          unknown.insert(reference.text("name") ?? reference.text("path") ?? reference.id)
        }
      }
    }
  }

  private static func isForPhone(_ file: ProjectObject) -> Bool {
    let filters = file.texts("platformFilters") + [file.text("platformFilter")].compactMap(\.self)
    return filters.isEmpty || filters.contains("ios")
  }
}
