// The package that an import makes: its files, its build, its bundle.
import FoundationEssentials
import Glibc
import XcodeProjects

struct ImportedPackage {
  let path: String
  private let plan: ImportPlan

  init(_ plan: ImportPlan, at path: String) {
    self.plan = plan
    self.path = path
  }

  /// A file that cannot be written leaves the folder as far as it has come.
  func write(copying: Bool) throws(CommandFailure) {
    let folder = try NewFolder(path)
    try folder.fill([
      TemplateFile(path: "Package.swift", text: plan.manifest),
      TemplateFile(path: "Info.plist", text: String(decoding: plan.info, as: UTF8.self)),
      TemplateFile(path: ".gitignore", text: "/.build\n/apps\n"),
    ])
    var files = FolderCopy(of: "the project")
    for (name, source) in plan.sources.sorted(by: { $0.key < $1.key }) {
      let place = "Sources/\(plan.module)/\(name)"
      try folder.makeFolders(above: place)
      if copying { try copy(source, to: path + "/" + place, &files) } else { try link(source, to: place) }
    }
    // A bundle is a copy in any case: links would lead out of it.
    for (name, resource) in plan.resources.sorted(by: { $0.key < $1.key }) {
      try folder.makeFolders(above: "Resources/\(name)")
      try copy(resource, to: path + "/Resources/\(name)", &files)
    }
  }

  /// By a relative path, so that project and package can be moved together.
  private func link(_ source: String, to place: String) throws(CommandFailure) {
    let here = try real(path + "/" + place.split(separator: "/").dropLast().joined(separator: "/"))
      .split(separator: "/")
    let there = source.split(separator: "/")
    let common = zip(here, there).prefix { $0 == $1 }.count
    let way = Array(repeating: "..", count: here.count - common) + there.dropFirst(common).map(String.init)
    guard symlink(way.joined(separator: "/"), path + "/" + place) == 0 else {
      throw unable("make the link \(path)/\(place)", errno)
    }
  }

  private func real(_ path: String) throws(CommandFailure) -> String {
    guard let found = realpath(path, nil) else { throw unable("find \(path)", errno) }
    defer { free(found) }
    return String(cString: found)
  }

  /// A folder with the files in it, and not the links, which might lead anywhere.
  private func copy(
    _ source: String, to destination: String, _ files: inout FolderCopy
  ) throws(CommandFailure) {
    var folders = [(source, destination)]
    while let (from, to) = folders.popLast() {
      var status = stat()
      guard lstat(from, &status) == 0 else { throw unable("read \(from)", errno) }
      switch status.st_mode & S_IFMT {
      case S_IFREG: try files.copy(file: from, to: to)
      case S_IFDIR:
        guard mkdir(to, 0o777) == 0 else { throw unable("make \(to)", errno) }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: from)) ?? []
        folders += names.map { (from + "/" + $0, to + "/" + $0) }
      default: continue
      }
    }
  }

  // MARK: Build and bundle

  /// Where `swift build` leaves what it makes.
  private var products: String {
    let scratch = ProcessInfo.processInfo.environment["SWIFTPM_BUILD_DIR"] ?? path + "/.build"
    return scratch + "/debug"
  }

  /// - Parameter isQuiet: its output goes to standard error.
  func build(isQuiet: Bool) throws(CommandFailure) {
    let status = try Subprocess.run(["swift", "build", "--package-path", path], outputToErrors: isQuiet)
    guard status == 0 else {
      throw .refused(
        "unable to build \(path): the compiler's errors are above; mend the sources, then run `swift build` in it, "
          + "and \(nextCommands(isBuilt: false).last ?? "")")
    }
  }

  /// - Returns: the bundle.
  func bundle() throws(CommandFailure) -> String {
    let apps = path + "/apps"
    guard mkdir(apps, 0o777) == 0 || errno == EEXIST else { throw unable("make \(apps)", errno) }
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
    let module = plan.module
    let resources = plan.resources.isEmpty ? "" : " --resources Resources"
    let build = [
      "swift build", "mkdir -p apps",
      "roostctl bundle .build/debug/\(module) --info Info.plist\(resources) -o apps/\(module).app",
    ]
    return ["cd \(Self.shellWord(path))"] + (isBuilt ? [] : build) + [
      "roostd --apps apps", "roostctl launch \(plan.bundleIdentifier)",
    ]
  }

  /// As sh(1) takes it for one word.
  private static func shellWord(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0)) }
    return isPlain
      ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
