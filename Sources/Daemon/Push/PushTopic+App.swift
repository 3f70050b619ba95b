// Which app a message that a broker delivers is for.
import Bundles
import Settings

extension PushTopic {
  /// Nil when `topic` is of no app: it is somebody else's, or ends with what is no bundle identifier.
  package nonisolated func app(of topic: String) -> String? {
    guard topic.hasPrefix(prefix) else { return nil }
    let identifier = String(topic.dropFirst(prefix.count))
    return InfoPlist.canNameFolder(identifier) ? identifier : nil
  }
}
