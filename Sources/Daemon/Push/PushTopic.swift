// The MQTT topic at which programs publish pushes for a device's apps.
import Glibc

/// `roost/DEVICE/push/BUNDLE-ID`.
nonisolated struct PushTopic: Equatable, Sendable {
  let device: String

  /// Nil for what cannot be one level of a topic, or would be a wildcard in a subscription (MQTT 5, 4.7).
  init?(device: String) {
    let isLevel = device.unicodeScalars.allSatisfy { scalar in
      !"/+#".unicodeScalars.contains(scalar) && !scalar.properties.isWhitespace
        && scalar.properties.generalCategory != .control
    }
    guard isLevel, !device.isEmpty, device.utf8.count <= 64 else { return nil }
    self.device = device
  }

  /// The topic of each app.
  var filter: String { "\(prefix)+" }

  /// Under which the broker keeps what was published while nobody was connected.
  var clientID: String { "roost-\(device)" }

  /// Nil when `topic` is of no app: it is somebody else's, or ends with what is no bundle identifier.
  func app(of topic: String) -> String? {
    guard topic.hasPrefix(prefix) else { return nil }
    let identifier = String(topic.dropFirst(prefix.count))
    return InfoPlist.canNameFolder(identifier) ? identifier : nil
  }

  private var prefix: String { "roost/\(device)/push/" }

  /// Under the machine's own name (gethostname(2)).
  static var ofThisMachine: PushTopic? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return PushTopic(device: String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
  }
}
