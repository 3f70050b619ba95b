// The reasons why a connection to an MQTT broker fails.
import PushProtocol
import SystemPackage

/// Can stand after "unable to take pushes from BROKER:", and says what to do about it.
nonisolated enum MQTTError: Error, Equatable, Sendable, CustomStringConvertible {
  /// getaddrinfo(3).
  case unknownHost(String)
  case system(Errno)
  case unreadablePassword(path: String, why: String)
  case unreadableAuthorities(path: String, why: String)
  /// In the words of CONNACK's reason code.
  case refused(String)
  /// In those of DISCONNECT's, such as "Server shutting down".
  case disconnected(String)
  case notSubscribed(String)
  case noMQTT
  /// Behind a CONNACK that takes us.
  case badPacket
  case closed
  case silent
  case badAuthorities(String)
  case tls
  case tooLarge
  /// The process that speaks with the broker did not start, died, or broke its protocol.
  case helper(String)
  /// In libmosquitto's words.
  case library(String)

  /// - Parameters:
  ///   - end: the last word of roost-push, which may be anything.
  ///   - filter: the topics that were asked for.
  ///   - authorities: the file of certificates, where it is not the system's.
  init(_ end: PushEnd, filter: String, authorities: String?) {
    let words = String((end.words ?? "no reason").prefix(200))
    switch end.kind {
    case .unknownHost: self = .unknownHost(words)
    case .system: self = .system(Errno(rawValue: end.errno ?? 0))
    case .refused: self = .refused(words)
    case .disconnected: self = .disconnected(words)
    case .notSubscribed: self = .notSubscribed(filter)
    case .noMQTT: self = .noMQTT
    case .badPacket: self = .badPacket
    case .closed: self = .closed
    case .silent: self = .silent
    case .badAuthorities: self = .badAuthorities(authorities ?? "/etc/ssl/certs")
    case .tls: self = .tls
    case .tooLarge: self = .tooLarge
    case .library: self = .library(words)
    case .unconfined: self = .helper("roost-push was \(words)")
    }
  }

  var description: String {
    switch self {
    case .unknownHost(let why): "unable to look up its name: \(why); correct mqtt-broker, or check the name servers"
    case .system(let errno): "\(errno); check that the broker runs and is reachable"
    case .unreadablePassword(let path, let why):
      "unable to read the password-file \(path): \(why); check that it is there and the daemon's user may read it"
    case .unreadableAuthorities(let path, let why):
      "unable to read the tls-ca-file \(path): \(why); check that it is there and the daemon's user may read it"
    case .refused(let why): "the broker refused the login: \(why); check username, password-file and its access list"
    case .disconnected(let why): "the broker ended the connection: \(why); its log may say more"
    case .notSubscribed(let filter): "the broker refused the subscription to \(filter); allow it for this user"
    case .noMQTT: "the server does not speak MQTT 5; correct mqtt-broker"
    case .badPacket:
      "the broker hands on messages that are not valid, as with a control character in the topic; have it refuse them"
    case .closed: "the broker closed the connection, as brokers do when two devices use one name; its log may say why"
    case .silent: "the broker does not answer; check that it runs"
    case .badAuthorities(let path): "unable to read certificates from \(path); correct tls-ca-file"
    case .tls: "unable to set up TLS; check the broker's certificate and tls-ca-file"
    case .tooLarge: "the server announced more than roost-push may hold; correct mqtt-broker, or mend the broker"
    case .helper(let why): why
    case .library(let why): why
    }
  }
}
