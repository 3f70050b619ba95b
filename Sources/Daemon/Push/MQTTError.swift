// Why there is no connection to an MQTT broker.
import CMosquitto
import Glibc
import SystemPackage
import Systemd

/// Can stand after "unable to take pushes from BROKER:", and says what to do about it.
nonisolated enum MQTTError: Error, Equatable, Sendable, CustomStringConvertible {
  /// getaddrinfo(3).
  case unknownHost(String)
  case system(Errno)
  case unreadablePassword(path: String, why: String)
  /// In the words of CONNACK's reason code.
  case refused(String)
  /// In those of DISCONNECT's, such as "Server shutting down".
  case disconnected(String)
  case notSubscribed(String)
  case noMQTT
  case closed
  case silent
  case badAuthorities(String)
  case tls
  /// In libmosquitto's words.
  case library(String)

  /// The result of a call of libmosquitto(3) that failed just now.
  package init(_ result: CInt) {
    // For MOSQ_ERR_ERRNO and MOSQ_ERR_EAI the reason is here, until another call overwrites it.
    let reason = errno
    switch mosq_err_t(rawValue: result) {
    case MOSQ_ERR_EAI: self = .unknownHost(String(cString: gai_strerror(reason)))
    // A read that ends in the midst of a packet leaves no errno.
    case MOSQ_ERR_ERRNO: self = reason == 0 || reason == EAGAIN ? .closed : .system(Errno(rawValue: reason))
    case MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN: self = .closed
    case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_MALFORMED_UTF8: self = .noMQTT
    case MOSQ_ERR_KEEPALIVE: self = .silent
    case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE: self = .tls
    default: self = .library(String(cString: mosquitto_strerror(result)))
    }
  }

  package var description: String {
    switch self {
    case .unknownHost(let why): "its name leads nowhere: \(why); correct mqtt-broker, or see that names are resolved"
    case .system(let errno): "\(errno); see that the broker runs and can be reached"
    case .unreadablePassword(let path, let why): "password-file cannot be read: \(path): \(why)"
    case .refused(let why): "it refuses us: \(why); check username and password-file, and whom the broker lets in"
    case .disconnected(let why): "it ended the connection: \(why); its log may say more"
    case .notSubscribed(let filter): "it lets us not subscribe to \(filter); permit it to our user there"
    case .noMQTT: "what answers does not speak MQTT 5; correct mqtt-broker"
    case .closed: "it closed the connection, as it does when two devices have one name; its log may say why"
    case .silent: "it does not answer; see that the broker runs"
    case .badAuthorities(let path): "no certificates can be read from \(path); correct tls-ca-file"
    case .tls: "no encrypted connection can be made; check its certificate and tls-ca-file"
    case .library(let why): why
    }
  }
}
