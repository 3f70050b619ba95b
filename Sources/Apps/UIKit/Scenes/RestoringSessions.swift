// The sessions whose scene is being restored from its activity. A process that ends meanwhile would end so at each launch,
// so the next one does without (SC5).

import WireJSON

/// `Library/Saved Application State/<bundle id>.savedState/restoring.plist`: the identifiers of those sessions.
@MainActor enum RestoringSessions {
  private static var file: URL { URL(fileURLWithPath: StateArchive.folder + "/restoring.plist") }

  /// An end that somebody else brought about says nothing of an activity.
  static func begin(after exit: JSON?) {
    if let exit, !exit.isUnexpectedEnd { write([]) }
  }

  static func contains(_ id: String) -> Bool { read().contains(id) }
  static func insert(_ id: String) { write(read().union([id])) }
  static func remove(_ ids: [String]) { write(read().subtracting(ids)) }

  private static func read() -> Set<String> {
    guard let data = try? Data(contentsOf: file) else { return [] }
    return Set((try? PropertyListDecoder().decode([String].self, from: data)) ?? [])
  }

  private static func write(_ ids: Set<String>) {
    guard ids != read() else { return }
    do {
      guard !ids.isEmpty else { return try FileManager.default.removeItem(at: file) }
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try encoder.encode(ids.sorted()).write(to: file, options: .atomic)
    } catch {
      complain("unable to keep the names of the app's scenes that are restored in \(file.path): \(error)")
    }
  }
}
