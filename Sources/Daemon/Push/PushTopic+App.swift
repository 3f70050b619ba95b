// Finds the app that a message from a broker is for.
import Linux
import Settings

extension PushTopic {
  /// Nil when `topic` is no app's: another program's, or one whose end is not a bundle identifier.
  package nonisolated func app(of topic: String) -> String? {
    guard topic.hasPrefix(prefix) else { return nil }
    let identifier = String(topic.dropFirst(prefix.count))
    return identifier.isPortableFolderName ? identifier : nil
  }
}
