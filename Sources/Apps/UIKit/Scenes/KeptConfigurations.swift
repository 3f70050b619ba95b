// The classes of scene configurations that an app made in code under a name that its manifest does not have. roostd keeps
// the name with the session; the classes are kept beside it, in the app's container (SC1).

/// `Library/Saved Application State/<bundle id>.savedState/configurations.plist`, by the session's identifier.
@MainActor enum KeptConfigurations {
  private struct Entry: Codable, Hashable {
    var sceneClass: String?
    var delegateClass: String?
    var storyboard: String?
  }

  /// Nil where one of the classes could not be found again.
  private static func entry(_ configuration: UISceneConfiguration) -> Entry? {
    guard configuration.name != nil, configuration.entry == nil else { return nil }
    let entry = Entry(
      sceneClass: configuration.sceneClass.flatMap { AppClass.name(of: $0) },
      delegateClass: configuration.delegateClass.flatMap { AppClass.name(of: $0) },
      storyboard: configuration.storyboard?.name)
    let isWhole =
      (entry.sceneClass == nil) == (configuration.sceneClass == nil)
      && (entry.delegateClass == nil) == (configuration.delegateClass == nil)
    return isWhole ? entry : nil
  }

  private static var file: URL {
    URL(fileURLWithPath: StateArchive.folder + "/configurations.plist")
  }

  /// Remembers what the delegate answered for a session, as far as the manifest does not say it again.
  static func keep(_ configuration: UISceneConfiguration, of session: UISceneSession) {
    var entries = read()
    entries[session.persistentIdentifier] = entry(configuration)
    write(entries)
  }

  static func forget(_ sessions: [String]) {
    var entries = read()
    for session in sessions { entries[session] = nil }
    write(entries)
  }

  /// The configuration of that name as an earlier process made it; nil where nothing is kept, or the app no longer has
  /// its classes.
  static func configuration(_ name: String, of session: UISceneSession) -> UISceneConfiguration? {
    guard let kept = read()[session.persistentIdentifier] else { return nil }
    let configuration = UISceneConfiguration(name: name, sessionRole: session.role)
    configuration.sceneClass = kept.sceneClass.flatMap(AppClass.named)
    configuration.delegateClass = kept.delegateClass.flatMap(AppClass.named)
    configuration.storyboard = kept.storyboard.map { UIStoryboard(name: $0, bundle: nil) }
    return (configuration.delegateClass == nil) == (kept.delegateClass == nil) ? configuration : nil
  }

  private static func read() -> [String: Entry] {
    guard let data = try? Data(contentsOf: file) else { return [:] }
    return (try? PropertyListDecoder().decode([String: Entry].self, from: data)) ?? [:]
  }

  /// Most apps have nothing to keep, and no file.
  private static func write(_ entries: [String: Entry]) {
    guard entries != read() else { return }
    do {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try encoder.encode(entries).write(to: file, options: .atomic)
    } catch {
      complain("unable to keep the configurations of the app's scenes in \(file.path): \(error)")
    }
  }
}
