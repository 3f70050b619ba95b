// A connection to an MQTT broker through libmosquitto(3), with all its blocking calls: name lookup, files, the network.
import CMosquitto
import Glibc
import Linux
import Settings
import SystemPackage
import Systemd

/// `struct mosquitto`, connected to a broker that has yet to say whether it takes us. It speaks MQTT 5, where a client
/// can say how much it takes at once: otherwise a publisher could stop the loop with a message of 256 MiB.
nonisolated final class MQTTConnection: @unchecked Sendable {
  // Unchecked: one thread uses it at a time, first the one that connects, then the loop's, which it is handed to.
  let client: OpaquePointer

  /// In seconds. A broker that hears nothing for one and a half of it ends the connection (MQTT 5, 3.1.2.10).
  static let keepAlive: CInt = 60

  private init(_ client: OpaquePointer) { self.client = client }

  deinit { mosquitto_destroy(client) }

  /// Waits for the name service, the disk and the broker's machine: not for the loop's thread.
  ///
  /// libmosquitto can connect without waiting (mosquitto_connect_async in mosquitto.h), but resolves names first, and
  /// tries no second address: a broker on 127.0.0.1 would not be found as localhost, which is ::1 before that.
  static func open(
    _ broker: BrokerAddress, as clientID: String, _ settings: PushSettings
  ) throws(MQTTError) -> MQTTConnection {
    _ = library
    // No clean start: the broker has kept our subscription, and what arrived while we were away (MQTT 5, 3.1.2.4).
    guard let client = mosquitto_new(clientID, false, nil) else { throw .system(.init(rawValue: errno)) }
    let connection = MQTTConnection(client)
    if let username = settings.username {
      try check(mosquitto_username_pw_set(client, username, try password(settings.passwordFile)))
    }
    if broker.isEncrypted { try connection.encrypt(settings.authorityFile) }
    try check(mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5))
    try connection.connect(to: broker)
    return connection
  }

  private func connect(to broker: BrokerAddress) throws(MQTTError) {
    var properties: OpaquePointer?
    defer { mosquitto_property_free_all(&properties) }
    // Never (MQTT 5, 3.1.2.11.2).
    let sessionExpiry = UInt32.max
    for (property, value) in [
      (MQTT_PROP_SESSION_EXPIRY_INTERVAL, sessionExpiry), (MQTT_PROP_MAXIMUM_PACKET_SIZE, Self.largestPacket),
    ] {
      try Self.check(mosquitto_property_add_int32(&properties, CInt(property.rawValue), value))
    }
    try Self.check(
      mosquitto_connect_bind_v5(client, broker.host, CInt(broker.port), Self.keepAlive, nil, properties))
  }

  /// In bytes. Far more than a push has, so that one that is too large by mistake is seen and can be named.
  private static let largestPacket: UInt32 = 256 << 10

  private func encrypt(_ authorities: String?) throws(MQTTError) {
    let folder = "/etc/ssl/certs"
    guard mosquitto_tls_set(client, authorities, authorities == nil ? folder : nil, nil, nil, nil) == 0 else {
      throw .badAuthorities(authorities ?? folder)
    }
  }

  /// The first line of the file.
  private static func password(_ file: String?) throws(MQTTError) -> String? {
    guard let file else { return nil }
    do {
      let bytes = try SmallFile.read(file, limit: 4096)
      return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    } catch {
      throw .unreadablePassword(path: file, why: "\(error)")
    }
  }

  static func check(_ result: CInt) throws(MQTTError) {
    if result != MOSQ_ERR_SUCCESS.rawValue { throw MQTTError(result) }
  }

  /// mosquitto_lib_init(3), which may be called by one thread only.
  private static let library: Void = { _ = mosquitto_lib_init() }()
}
