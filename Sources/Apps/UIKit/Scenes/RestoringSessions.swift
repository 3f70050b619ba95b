// The sessions whose scene is being restored from its activity. A process that ends meanwhile would end so at each launch,
// so the next one does without (SC5).

import WireJSON

/// `Library/Saved Application State/<bundle id>.savedState/restoring.plist`: the identifiers of those sessions.
@MainActor enum RestoringSessions {
  private struct Kept: Equatable, Codable {
    /// Their scene has an activity with which nobody has seen it yet.
    var unseen: Set<String> = []
    /// A process has ended with theirs. They do without until they give another.
    var harmful: Set<String> = []
  }

  private static var file: URL { URL(fileURLWithPath: StateArchive.folder + "/restoring.plist") }

  /// An end that somebody else brought about says nothing of the activities of that process, and as little of those that it
  /// did without.
  static func begin(after exit: JSON?) {
    change { kept in
      if exit?.isUnexpectedEnd != false { kept.harmful.formUnion(kept.unseen) }
      kept.unseen = []
    }
  }

  static func isHarmful(_ id: String) -> Bool { read().harmful.contains(id) }
  static func insert(_ id: String) { change { _ = $0.unseen.insert(id) } }
  static func hasBeenSeen(_ id: String) { change { _ = $0.unseen.remove(id) } }

  /// The activity that they had is kept no longer.
  static func remove(_ ids: [String]) {
    change { kept in
      kept.unseen.subtract(ids)
      kept.harmful.subtract(ids)
    }
  }

  private static func read() -> Kept {
    guard let data = try? Data(contentsOf: file) else { return Kept() }
    return (try? PropertyListDecoder().decode(Kept.self, from: data)) ?? Kept()
  }

  private static func change(_ body: (inout Kept) -> Void) {
    let before = read()
    var kept = before
    body(&kept)
    guard kept != before else { return }
    do {
      guard kept != Kept() else { return try FileManager.default.removeItem(at: file) }
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try encoder.encode(kept).write(to: file, options: .atomic)
    } catch {
      complain("unable to keep the names of the app's scenes that are restored in \(file.path): \(error)")
    }
  }
}
