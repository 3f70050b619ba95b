// The settings of `[push]`: the broker that roostd receives pushes from.

/// The broker and the topic of pushes. Every member but the broker has a meaning when it is nil.
package nonisolated struct PushSettings: Equatable, Sendable {
  /// Nil: no pushes come in from outside.
  package var broker: BrokerAddress?
  /// Nil: that of the machine's host name.
  package var topic: PushTopic?
  /// Nil: the broker takes us without one.
  package var username: String?
  /// Read at every connection, so that a new password needs no restart.
  package var passwordFile: String?
  /// The authority that signs the broker's certificate. Nil: those that the system trusts.
  package var authorityFile: String?

  package init(
    broker: BrokerAddress? = nil, topic: PushTopic? = nil, username: String? = nil, passwordFile: String? = nil,
    authorityFile: String? = nil
  ) {
    self.broker = broker
    self.topic = topic
    self.username = username
    self.passwordFile = passwordFile
    self.authorityFile = authorityFile
  }

  /// A combination that cannot be meant, and the key at fault.
  package var contradictions: [(key: String, message: String)] {
    var found: [(key: String, message: String)] = []
    if passwordFile != nil, username == nil {
      found.append(("password-file", "MQTT has no password without a user name; set username as well"))
    }
    if authorityFile != nil, let broker, !broker.isEncrypted {
      found.append(("tls-ca-file", "\(broker) does not use TLS; begin mqtt-broker with mqtts://"))
    }
    return found
  }
}
