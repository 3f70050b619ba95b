// A connection to an MQTT broker as libmosquitto(3) makes it, with all that waits: names, files, the network.
import CMosquitto
import Glibc
import SystemPackage

/// `struct mosquitto`, connected to a broker that has yet to say whether it takes us.
nonisolated final class MQTTConnection: @unchecked Sendable {
  // Unchecked: one thread uses it at a time, first the one that connects, then the loop's, which it is handed to.
  let client: OpaquePointer

  /// In seconds. A broker that says nothing for one and a half of it is gone (MQTT 3.1.1, 3.1.2.10).
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
    // Not a clean session: the broker keeps our subscription, and what arrives while we are away (MQTT 3.1.1, 3.1.2.4).
    guard let client = mosquitto_new(clientID, false, nil) else { throw .system(.init(rawValue: errno)) }
    let connection = MQTTConnection(client)
    if let username = settings.username {
      try check(mosquitto_username_pw_set(client, username, try password(settings.passwordFile)))
    }
    if broker.isEncrypted { try connection.encrypt(settings.authorityFile) }
    try check(mosquitto_connect(client, broker.host, CInt(broker.port), keepAlive))
    return connection
  }

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
