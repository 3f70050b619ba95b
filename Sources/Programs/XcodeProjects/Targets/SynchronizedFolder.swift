// Xcode 16's folders whose files belong to a target without being listed: PBXFileSystemSynchronizedRootGroup.

struct SynchronizedFolder {
  private let path: String
  /// Whether the target has all but the exceptions; otherwise it has the exceptions alone.
  private let isWhole: Bool
  /// Paths below the folder, of files and of folders with all in them.
  private let exceptions: Set<String>
  /// Of "/Localized: NAME", the file of that name in every language: the folder that the languages are in, and NAME.
  private let localized: Set<[String]>
  /// Folders that go into the bundle as they are.
  private let explicitFolders: Set<String>

  /// How many exceptions the folders of a target have together.
  static let mostExceptions = 100_000
  /// How many names are looked at in all folders of a target together: a project may have one folder on disk in a thousand objects.
  static let mostNames = 500_000

  static func all(of target: ProjectTarget) throws(ProjectError) -> [SynchronizedFolder] {
    let objects = target.project.objects
    let own = Set(target.object.texts("fileSystemSynchronizedGroups"))
    let phases = Set(target.object.texts("buildPhases"))
    var folders: [SynchronizedFolder] = []
    var count = 0
    for folder in objects.synchronizedFolders {
      // An exception set names its target, or one of the target's phases.
      let sets = objects.list(folder.texts("exceptions")).filter { set in
        set.text("target") == target.object.id || set.text("buildPhase").map(phases.contains) ?? false
      }
      guard own.contains(folder.id) || !sets.isEmpty, let path = objects.path(of: folder) else { continue }
      var exceptions: [String] = []
      for set in sets {
        // A set may be that of many folders.
        count += set.keys["membershipExceptions"]?.items?.count ?? 0
        guard count <= mostExceptions else {
          throw .tooLarge(
            target.project.name, why: "its folders have more than \(mostExceptions) exceptions for the target")
        }
        exceptions += set.texts("membershipExceptions")
      }
      folders.append(
        SynchronizedFolder(
          path, isWhole: own.contains(folder.id), exceptions: exceptions,
          explicitFolders: Set(folder.texts("explicitFolders"))))
    }
    return folders
  }

  private init(_ path: String, isWhole: Bool, exceptions: [String], explicitFolders: Set<String>) {
    self.path = path
    self.isWhole = isWhole
    self.explicitFolders = explicitFolders
    var (plain, localized) = (Set<String>(), Set<[String]>())
    for exception in exceptions {
      if let mark = exception.firstRange(of: "Localized: ") {
        localized.insert([Self.joined(exception[..<mark.lowerBound]), String(exception[mark.upperBound...])])
      } else {
        plain.insert(Self.joined(exception[...]))
      }
    }
    self.exceptions = plain
    self.localized = localized
  }

  /// A path without slashes at its ends.
  private static func joined(_ path: Substring) -> String { path.split(separator: "/").joined(separator: "/") }

  /// Those of the target, in order.
  ///
  /// - Parameter names: how many may be looked at yet.
  /// - Returns: nil where there are more.
  func files(in root: SourceRoot, _ names: inout Int) -> [TargetFile]? {
    var files: [TargetFile] = []
    var folders = [""]
    while let folder = folders.popLast(), files.count < SourceRoot.mostFiles {
      let found = root.names(in: path + "/" + folder)
      // To open an empty one is work as well.
      names -= found.count + 1
      guard names >= 0 else { return nil }
      for name in found {
        let below = folder.isEmpty ? name : folder + "/" + name
        let file = path + "/" + below
        guard root.isFolder(file) else {
          if isMember(below) { files.append(TargetFile(file)) }
          continue
        }
        if explicitFolders.contains(below) || Self.isOneFile(name) {
          if isMember(below) { files.append(TargetFile(file)) }
        } else if (try? root.find(file)) == file {
          // A link to a folder could lead back here.
          folders.append(below)
        }
      }
    }
    return files.sorted()
  }

  /// Folders that Xcode shows as one file.
  private static func isOneFile(_ name: String) -> Bool {
    switch fileExtension(name) {
    case "xcassets", "bundle", "xcdatamodeld", "xcdatamodel", "framework", "xcframework", "docc", "playground",
      "scnassets",
      "xcmappingmodel", "mlpackage":
      true
    default: false
    }
  }

  private func isMember(_ file: String) -> Bool { isException(file) != isWhole }

  private func isException(_ file: String) -> Bool {
    let parts = file.split(separator: "/")
    if parts.count > 1, parts[parts.count - 2].hasSuffix(".lproj"),
      localized.contains([parts.dropLast(2).joined(separator: "/"), String(parts[parts.count - 1])])
    {
      return true
    }
    var above = ""
    for part in parts {
      above += above.isEmpty ? part : "/" + part
      if exceptions.contains(above) { return true }
    }
    return false
  }
}
