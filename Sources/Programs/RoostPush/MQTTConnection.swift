// A connection to an MQTT broker through libmosquitto(3), with all its blocking calls: name lookup, files, the network.
import CMosquitto
import Glibc
import PushProtocol

extension PushEnd: Error {}

/// `struct mosquitto`, connected to a broker that has yet to say whether it takes us. It speaks MQTT 5, where a client
/// can say how much it takes at once: this process would have to make room for a message of 256 MiB otherwise.
struct MQTTConnection {
  let client: OpaquePointer

  /// In seconds. A broker that hears nothing for one and a half of it ends the connection (MQTT 5, 3.1.2.10).
  static let keepAlive: CInt = 60

  /// - Parameter authorities: a file of certificates; nil for those that the system trusts.
  ///
  /// libmosquitto can connect without waiting (mosquitto_connect_async in mosquitto.h), but resolves names first, and
  /// tries no second address: a broker on 127.0.0.1 would not be found as localhost, which is ::1 before that.
  static func open(_ order: PushOrder, authorities: String?) throws(PushEnd) -> MQTTConnection {
    _ = mosquitto_lib_init()
    // Without a clean start the broker has kept our subscription, and what came while we were away (MQTT 5, 3.1.2.4).
    guard let client = mosquitto_new(order.client, order.startsClean ?? false, nil) else {
      throw PushEnd(.system, errno: errno)
    }
    let connection = MQTTConnection(client: client)
    if let username = order.username { try check(mosquitto_username_pw_set(client, username, order.password)) }
    if order.isEncrypted { try connection.encrypt(authorities) }
    try check(mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5))
    try connection.connect(to: order)
    return connection
  }

  private func connect(to order: PushOrder) throws(PushEnd) {
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
      mosquitto_connect_bind_v5(client, order.host, CInt(order.port), Self.keepAlive, nil, properties))
  }

  /// In bytes. Far more than a push has, so that one that is too large by mistake is seen and can be named.
  private static let largestPacket: UInt32 = 256 << 10

  private func encrypt(_ authorities: String?) throws(PushEnd) {
    guard mosquitto_tls_set(client, authorities, authorities == nil ? "/etc/ssl/certs" : nil, nil, nil, nil) == 0 else {
      throw PushEnd(.badAuthorities)
    }
  }

  static func check(_ result: CInt) throws(PushEnd) {
    if result != MOSQ_ERR_SUCCESS.rawValue { throw PushEnd(result) }
  }
}

extension PushEnd {
  /// The result of a call of libmosquitto(3) that failed just now.
  init(_ result: CInt) {
    // For MOSQ_ERR_ERRNO and MOSQ_ERR_EAI the reason is here, until another call overwrites it.
    let reason = Glibc.errno
    switch mosq_err_t(rawValue: result) {
    case MOSQ_ERR_EAI: self.init(.unknownHost, words: String(cString: gai_strerror(reason)))
    // A read that ends in the midst of a packet leaves no errno.
    case MOSQ_ERR_ERRNO: self = reason == 0 || reason == EAGAIN ? PushEnd(.closed) : PushEnd(.system, errno: reason)
    case MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN: self.init(.closed)
    case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_MALFORMED_UTF8: self.init(.noMQTT)
    case MOSQ_ERR_KEEPALIVE: self.init(.silent)
    case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE: self.init(.tls)
    case MOSQ_ERR_NOMEM: self.init(.tooLarge)
    default: self.init(.library, words: String(cString: mosquitto_strerror(result)))
    }
  }
}
