// The reasons why a connection to an MQTT broker fails.
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
  init(_ result: CInt) {
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

  var description: String {
    switch self {
    case .unknownHost(let why): "unable to look up its name: \(why); correct mqtt-broker, or check the name servers"
    case .system(let errno): "\(errno); check that the broker runs and is reachable"
    case .unreadablePassword(let path, let why):
      "unable to read the password-file \(path): \(why); check that it is there and the daemon's user may read it"
    case .refused(let why): "the broker refused the login: \(why); check username, password-file and its access list"
    case .disconnected(let why): "the broker ended the connection: \(why); its log may say more"
    case .notSubscribed(let filter): "the broker refused the subscription to \(filter); allow it for this user"
    case .noMQTT: "the server does not speak MQTT 5; correct mqtt-broker"
    case .closed: "the broker closed the connection, as brokers do when two devices use one name; its log may say why"
    case .silent: "the broker does not answer; check that it runs"
    case .badAuthorities(let path): "unable to read certificates from \(path); correct tls-ca-file"
    case .tls: "unable to set up TLS; check the broker's certificate and tls-ca-file"
    case .library(let why): why
    }
  }
}
