// The messages that end a connection before they can be acknowledged, and would keep all pushes from a device for ever.

/// Counts the connections that such a message has ended. The broker keeps the message, and sends it first at the next
/// connection, until it is asked for a clean start.
nonisolated struct BadPackets {
  /// After so many the broker is to forget all that it keeps. Connections that end soon for another reason may lie between
  /// them; one that has lasted begins the count anew.
  static let most = 5
  /// The broker sends at once all that it keeps. A connection that lasts longer has passed that.
  private static let beginning = Duration.seconds(60)
  private var count = 0

  var areTooMany: Bool { count >= Self.most }

  mutating func connectionEnded(by error: MQTTError, after lasted: Duration) {
    if lasted > Self.beginning { count = 0 }
    if error == .badPacket { count += 1 }
  }
}
