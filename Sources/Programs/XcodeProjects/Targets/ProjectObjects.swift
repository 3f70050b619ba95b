// The objects of a project.pbxproj, which name each other by identifiers.

/// One object; every look into it takes whatever stands there, or nothing.
struct ProjectObject {
  let id: String
  let keys: [String: PropertyListValue]

  /// Its class: PBXNativeTarget and the like.
  var isa: String { text("isa") ?? "" }
  func text(_ key: String) -> String? { keys[key]?.text }
  func texts(_ key: String) -> [String] { (keys[key]?.items ?? []).compactMap(\.text) }
}

struct ProjectObjects {
  private let all: [String: PropertyListValue]
  /// The group that a file or group is in.
  private let parents: [String: String]
  /// The folder of the project, and what paths begin at.
  let sourceRoot: String
  /// How deep groups hold groups.
  private static let deepest = 128
  /// How long what objects say of a place may be, in bytes: the kernel opens no longer path (PATH_MAX of path_resolution(7)). A group
  /// of a megabyte would be in front of each of its files.
  static let longestPath = 4_096

  init(_ all: [String: PropertyListValue], sourceRoot: String) {
    self.all = all
    self.sourceRoot = sourceRoot
    var parents: [String: String] = [:]
    for (id, value) in all {
      for case .string(let child) in value.keys?["children"]?.items ?? [] { parents[child] = id }
    }
    self.parents = parents
  }

  subscript(_ id: String) -> ProjectObject? { all[id]?.keys.map { ProjectObject(id: id, keys: $0) } }

  /// In a fixed order.
  var synchronizedFolders: [ProjectObject] {
    let ids = all.filter { $0.value.keys?["isa"]?.text == "PBXFileSystemSynchronizedRootGroup" }.keys
    return list(ids.sorted())
  }

  /// Those that are named and there, each once: a project may name one of them a million times.
  func list(_ ids: [String]) -> [ProjectObject] {
    var seen: Set<String> = []
    return ids.compactMap { seen.insert($0).inserted ? self[$0] : nil }
  }

  /// Where a file or group is, absolute; nil where only Xcode knows, as for what a build makes, and for a path that nobody can open.
  func path(of object: ProjectObject) -> String? {
    var (parts, length) = ([String](), 0)
    var object = object
    for _ in 0..<Self.deepest {
      let path = object.text("path")
      length += (path?.utf8.count ?? 0) + 1
      guard length <= Self.longestPath else { return nil }
      switch object.text("sourceTree") ?? "<group>" {
      case "<absolute>": return path.map { standardized(([$0] + parts.reversed()).joined(separator: "/")) }
      case "SOURCE_ROOT":
        return standardized(([sourceRoot, path ?? ""] + parts.reversed()).joined(separator: "/"))
      case "<group>":
        if let path { parts.append(path) }
        guard let parent = parents[object.id].flatMap({ self[$0] }) else {
          return standardized(([sourceRoot] + parts.reversed()).joined(separator: "/"))
        }
        object = parent
      default: return nil
      }
    }
    return nil
  }
}
