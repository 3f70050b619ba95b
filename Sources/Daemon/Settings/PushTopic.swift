// The MQTT topic at which programs publish pushes for a device's apps.
import Glibc

/// `roost/DEVICE/push/BUNDLE-ID`.
package nonisolated struct PushTopic: Equatable, Sendable {
  package let device: String

  /// Nil for what cannot be one level of a topic, or would be a wildcard in a subscription (MQTT 5, 4.7).
  package init?(device: String) {
    let isLevel = device.unicodeScalars.allSatisfy { scalar in
      !"/+#".unicodeScalars.contains(scalar) && !scalar.properties.isWhitespace
        && scalar.properties.generalCategory != .control
    }
    guard isLevel, !device.isEmpty, device.utf8.count <= 64 else { return nil }
    self.device = device
  }

  /// The topic of each app.
  package var filter: String { "\(prefix)+" }

  /// Under which the broker keeps what was published while nobody was connected.
  package var clientID: String { "roost-\(device)" }

  /// Before the bundle identifier.
  package var prefix: String { "roost/\(device)/push/" }

  /// Under the machine's own name (gethostname(2)).
  package static var ofThisMachine: PushTopic? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return PushTopic(device: String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
  }
}
