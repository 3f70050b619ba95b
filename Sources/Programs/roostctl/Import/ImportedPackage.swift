// The package that an import makes: its files, its build, its bundle.
import ControlAPI
import FoundationEssentials
import Glibc
import XcodeProjects

struct ImportedPackage: ~Copyable {
  private let plan: ImportPlan
  /// That the plan was made in.
  private let root: SourceRoot
  private let folder: NewFolder

  /// Makes the folder.
  init(_ plan: ImportPlan, in root: SourceRoot, at path: String) throws(CommandFailure) {
    self.plan = plan
    self.root = root
    folder = try NewFolder(path)
  }

  var path: String { folder.held.path }

  /// A file that cannot be written leaves the folder as far as it has come.
  ///
  /// - Returns: what the copies are found to leave out.
  func write(copying: Bool) throws(CommandFailure) -> [Finding] {
    try folder.fill([
      TemplateFile(path: "Package.swift", text: plan.manifest),
      TemplateFile(path: "Info.plist", text: String(decoding: plan.info, as: UTF8.self)),
      TemplateFile(path: ".gitignore", text: "/.build\n/apps\n"),
    ])
    var files = FolderCopy(of: "the project", isPlain: true, in: root)
    for (name, source) in plan.sources.sorted(by: { $0.key < $1.key }) {
      try folder.held.reach("Sources/\(plan.module)/\(name)") { folder, name throws(CommandFailure) in
        if copying { try files.copy(source, to: folder, name) } else { try Self.link(source, in: folder, name) }
      }
    }
    // A bundle is a copy in any case: links would lead out of it.
    for (name, resource) in plan.resources.sorted(by: { $0.key < $1.key }) {
      try folder.held.reach("Resources/\(name)") { folder, name throws(CommandFailure) in
        try files.copy(resource, to: folder, name)
      }
    }
    return files.foldersWithHidden.map { path in
      Finding(
        .omission, root.place(of: path) ?? path, "hidden files",
        "names that begin with a dot are left out, as those of private files; rename what the app needs")
    }
  }

  /// By a relative path, so that project and package can be moved together.
  private static func link(_ source: String, in folder: CInt, _ name: String) throws(CommandFailure) {
    guard let place = HeldFolder.place(of: folder) else {
      throw unable("find the folder of the link \(name)", errno)
    }
    let (here, there) = (pathParts(place), pathParts(source))
    let common = zip(here, there).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let way = Array(repeating: "..", count: here.count - common) + there.dropFirst(common)
    guard symlinkat(way.joined(separator: "/"), folder, name) == 0 else { throw unable("make the link \(name)", errno) }
  }

  // MARK: Build and bundle

  /// Where `swift build` leaves what it makes.
  private var products: String {
    let scratch = ProcessInfo.processInfo.environment["SWIFTPM_BUILD_DIR"] ?? path + "/.build"
    return scratch + "/debug"
  }

  /// - Parameter isQuiet: its output goes to standard error.
  func build(isQuiet: Bool) throws(CommandFailure) {
    try folder.held.checkPlace()
    let status = try Subprocess.run(["swift", "build", "--package-path", path], outputToErrors: isQuiet)
    guard status == 0 else {
      throw .refused(
        "unable to build \(path): the compiler's errors are above; mend the sources, then run `swift build` in it, "
          + "and \(nextCommands(isBuilt: false).last ?? "")")
    }
  }

  /// - Returns: the bundle.
  func bundle() throws(CommandFailure) -> String {
    try folder.held.checkPlace()
    let apps = path + "/apps"
    guard mkdirat(folder.held.descriptor, "apps", 0o777) == 0 || errno == EEXIST else {
      throw unable("make \(apps)", errno)
    }
    let bundle = "\(apps)/\(plan.module).app"
    _ = try BundleLayout(
      executable: "\(products)/\(plan.module)", info: path + "/Info.plist",
      resources: plan.resources.isEmpty ? nil : path + "/Resources", output: bundle, variables: [:],
      runtime: nil
    ).make()
    return bundle
  }

  /// The commands that a person types next.
  func nextCommands(isBuilt: Bool) -> [String] {
    let (program, bundle) = (".build/debug/\(plan.module)".shellWord, "apps/\(plan.module).app".shellWord)
    let resources = plan.resources.isEmpty ? "" : " --resources Resources"
    let build = [
      "swift build", "mkdir -p apps",
      "roostctl bundle \(program) --info Info.plist\(resources) -o \(bundle)",
    ]
    return ["cd \(path.shellWord)"] + (isBuilt ? [] : build) + [
      "roostd --apps apps", "roostctl launch \(plan.bundleIdentifier.shellWord)",
    ]
  }
}
