// Xcode 16's folders whose files belong to a target without being listed: PBXFileSystemSynchronizedRootGroup.

struct SynchronizedFolder {
  private let path: String
  /// Whether the target has all but the exceptions; otherwise it has the exceptions alone.
  private let isWhole: Bool
  /// Paths below the folder.
  private let exceptions: [String]
  /// Folders that go into the bundle as they are.
  private let explicitFolders: Set<String>

  static func all(of target: ProjectTarget) -> [SynchronizedFolder] {
    let objects = target.project.objects
    let own = Set(target.object.texts("fileSystemSynchronizedGroups"))
    let phases = Set(target.object.texts("buildPhases"))
    return objects.synchronizedFolders.compactMap { folder in
      // An exception set names its target, or one of the target's phases.
      let sets = objects.list(folder.texts("exceptions")).filter { set in
        set.text("target") == target.object.id || set.text("buildPhase").map(phases.contains) ?? false
      }
      guard own.contains(folder.id) || !sets.isEmpty, let path = objects.path(of: folder) else { return nil }
      return SynchronizedFolder(
        path: path, isWhole: own.contains(folder.id), exceptions: sets.flatMap { $0.texts("membershipExceptions") },
        explicitFolders: Set(folder.texts("explicitFolders")))
    }
  }

  /// Those of the target, in order.
  func files(in root: SourceRoot) -> [TargetFile] {
    var files: [TargetFile] = []
    var folders = [""]
    while let folder = folders.popLast(), files.count < SourceRoot.mostFiles {
      for name in root.names(in: path + "/" + folder) {
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

  private func isMember(_ file: String) -> Bool {
    exceptions.contains { Self.covers($0, file) } != isWhole
  }

  /// An exception is a file, a folder with all in it, or "/Localized: NAME", the file of that name in every language.
  private static func covers(_ exception: String, _ file: String) -> Bool {
    guard let mark = exception.firstRange(of: "Localized: ") else {
      return file == exception || file.hasPrefix(exception.hasSuffix("/") ? exception : exception + "/")
    }
    var folder = exception[..<mark.lowerBound]
    while folder.hasPrefix("/") { folder.removeFirst() }
    let parts = file.split(separator: "/")
    return parts.count > 1 && parts[parts.count - 2].hasSuffix(".lproj")
      && parts[parts.count - 1] == exception[mark.upperBound...]
      && file.hasPrefix(folder)
  }
}
