// The files of a target, each looked at: which go into the package, which do not, and what their author is told.

struct ImportedFiles {
  /// The file of each path below the package's Sources.
  private(set) var sources: [String: String] = [:]
  /// The file or folder of each path below the package's Resources.
  private(set) var resources: [String: String] = [:]
  private(set) var findings: [Finding] = []
  /// The modules that the sources import, of those that are here.
  private(set) var imports: Set<String> = []

  /// The module that every source is to import besides, since it has URLSession without an import on iOS.
  private(set) var loading: URLLoading?
  /// The sources that import FoundationNetworking themselves.
  private var networkers: [String] = []

  private let root: SourceRoot
  private let folder: String
  private let check: SourceCheck
  /// The names that the bundle has for itself.
  private let taken: Set<String>
  private var beginsOldStyle = false

  /// - Parameters:
  ///   - info: the Info.plist, which is no resource.
  ///   - taken: the names that the bundle has for itself.
  init(
    _ target: ProjectTarget, in root: SourceRoot, check: SourceCheck, info: String?, taken: Set<String>
  ) throws(ProjectError) {
    self.root = root
    self.check = check
    self.taken = taken
    folder = target.project.folder
    let files = try TargetFiles(target, in: root)
    for file in files.sources.sorted() { add(source: file.path) }
    for file in files.resources.sorted() where file.path != info { add(resource: file) }
    if loading == .background {
      for name in networkers.sorted() {
        find(
          .obstacle, name, "import FoundationNetworking",
          "write `import BackgroundTransfers`, which brings it along; with both, URLSession's delegates are ambiguous")
      }
    }
    if beginsOldStyle, sources.count == 1 {
      find(
        .obstacle, "", "@UIApplicationMain",
        "SwiftPM takes a single file for a script; add a second one, or write @main")
    }
    if sources.isEmpty { find(.obstacle, "", "target \(target.name)", "it has no Swift file") }
    for package in files.packages {
      find(
        .obstacle, "", "package product \(package)",
        "add its package to Package.swift if it builds on Linux, or put its code into `#if canImport(\(package))`")
    }
    for target in files.targets {
      find(.omission, "", "target \(target)", "an app here has no extensions, watch apps or frameworks of its own")
    }
    for script in files.scripts { find(.omission, "", "build phase \(script)", "its script is not run here") }
    for file in files.unknown.sorted() { find(.omission, "", file, "only Xcode knows where it is") }
  }

  private mutating func find(_ weight: Finding.Weight, _ file: String, _ subject: String, _ advice: String) {
    findings.append(Finding(weight, file, subject, advice))
  }

  private mutating func add(source path: String) {
    let name = relative(path, to: folder)
    switch FileKind(path) {
    case .swift: add(swift: path, name)
    case .foreign: find(.obstacle, name, "not Swift", "the package has only the target's Swift; write it in Swift")
    case .model:
      find(.obstacle, name, "a model", "Xcode makes classes of it, and there is no Core Data or Core ML on Linux")
    // A build phase may list them; no compiler takes them.
    case .catalog, .nib, .resource, .ignored: break
    }
  }

  private mutating func add(swift path: String, _ name: String) {
    let source: [UInt8]
    let real: String
    do {
      real = try root.findFile(path)
      source = try root.read(real)
    } catch let refusal {
      return find(.obstacle, name, "a source", refusal.reason(root))
    }
    sources[root.place(of: path) ?? root.place(of: real) ?? name] = real
    let result = check.check(source, file: name)
    findings += result.findings
    imports.formUnion(result.imports)
    loading = [loading, result.loading].compactMap(\.self).max()
    if result.imports.contains(URLLoading.ordinary.rawValue) { networkers.append(name) }
    beginsOldStyle = beginsOldStyle || result.hasApplicationMain
  }

  private mutating func add(resource file: TargetFile) {
    let name = relative(file.path, to: folder)
    switch FileKind(file.path) {
    case .catalog:
      let catalog = AssetCatalog(file.path, name: name, in: root)
      for picture in catalog.pictures { put(picture.path, at: picture.name, relative(picture.path, to: folder)) }
      findings += catalog.findings
    case .nib: find(.omission, name, "a nib", "Roost reads storyboards; make the view in code or in one")
    case .model: find(.omission, name, "a model", "there is no Core Data or Core ML on Linux")
    case .swift, .foreign, .resource, .ignored:
      if fileExtension(name) == "xcstrings" {
        find(.omission, name, "a string catalogue", "export it as .strings, which Foundation reads on Linux")
      }
      put(file.path, at: file.destination, name)
    }
  }

  private mutating func put(_ path: String, at destination: String, _ name: String) {
    guard !taken.contains(destination) else {
      return find(.omission, name, destination, "the bundle has one of its own of that name")
    }
    do {
      let real = try root.find(path)
      guard !real.utf8.elementsEqual(root.path.utf8) else {
        return find(.omission, name, "a resource", "it has all that the import may read; name a folder in it")
      }
      if !root.isFolder(real) { _ = try root.findFile(real) }
      guard resources[destination] == nil || resources[destination] == real else {
        return find(.omission, name, destination, "the bundle has another file of that name already")
      }
      resources[destination] = real
    } catch let refusal {
      find(.omission, name, "a resource", refusal.reason(root))
    }
  }
}
