// From where pushes come in, as `[push]` of the configuration says.

/// Whose pushes are taken from which broker. Every member but the broker has a meaning when it is nil.
package nonisolated struct PushSettings: Equatable, Sendable {
  /// Nil: no pushes come in from outside.
  package var broker: BrokerAddress?
  /// Nil: that of the machine's host name.
  package var topic: PushTopic?
  /// Nil: the broker takes us without one.
  package var username: String?
  /// Read at every connection, so that a new password needs no restart.
  package var passwordFile: String?
  /// Who signs the broker's certificate. Nil: whoever the system trusts.
  package var authorityFile: String?

  /// What cannot be meant, and the key that says so.
  package var contradictions: [(key: String, message: String)] {
    var found: [(key: String, message: String)] = []
    if passwordFile != nil, username == nil {
      found.append(("password-file", "MQTT has no password without a user; say username as well"))
    }
    if authorityFile != nil, let broker, !broker.isEncrypted {
      found.append(("tls-ca-file", "\(broker) is not encrypted; begin mqtt-broker with mqtts://"))
    }
    return found
  }
}
