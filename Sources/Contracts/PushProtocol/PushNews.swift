// The lines of roost-push to the daemon: messages from the broker, one at a time, and the reason of its end.
import WireJSON

/// A message that was published.
package struct PushMessage: Hashable, Sendable, Codable {
  /// Cut after ``topicLimit`` bytes, which no app's topic has.
  package var topic: String
  /// Nil when it is larger than ``payloadLimit`` or not UTF-8.
  package var payload: String?
  /// The payload's bytes, as it was published.
  package var size: Int

  package static let topicLimit = 512
  package static let payloadLimit = 4096

  /// Of a line that roost-push has written; a reader of JSON may add some bytes to a text of many combining marks.
  fileprivate var isBounded: Bool {
    topic.utf8.count <= 2 * Self.topicLimit && payload?.utf8.count ?? 0 <= 2 * Self.payloadLimit
  }

  package init(topic: String, payload: String?, size: Int) {
    self.topic = topic
    self.payload = payload
    self.size = size
  }
}

/// Why roost-push ends, in the words of the broker, the kernel or a library, which come from outside.
package struct PushEnd: Hashable, Sendable, Codable {
  package enum Kind: String, Sendable, Codable, CaseIterable {
    /// getaddrinfo(3).
    case unknownHost
    /// A system call failed: `errno`.
    case system
    /// CONNACK's reason code.
    case refused
    /// DISCONNECT's, such as "Server shutting down".
    case disconnected
    case notSubscribed
    case noMQTT
    /// The broker has taken us, and then sent a packet that libmosquitto does not take, such as a message whose topic has
    /// a control character.
    case badPacket
    case closed
    case silent
    case badAuthorities
    case tls
    /// It takes more memory than roost-push may have.
    case tooLarge
    /// libmosquitto's.
    case library
    /// roost-push could not give away what it must not have while it talks with a broker.
    case unconfined
  }

  package var kind: Kind
  package var words: String?
  package var errno: Int32?

  package init(_ kind: Kind, words: String? = nil, errno: Int32? = nil) {
    self.kind = kind
    self.words = words
    self.errno = errno
  }
}

/// A line of roost-push's.
package enum PushNews: Hashable, Sendable {
  /// The broker delivers. Without `isKept` it forgets what is published while nobody is connected.
  case subscribed(isKept: Bool)
  /// The next comes when ``PushCommand/taken`` has answered this one.
  case message(PushMessage)
  /// The last line.
  case ended(PushEnd)

  /// The most bytes of a line: JSON writes a byte of a payload in six at most.
  package static let limit = 32 << 10

  /// With its newline.
  package var line: [UInt8] {
    ObjectWriter.line { line in
      switch self {
      case .subscribed(let isKept): line.put("subscribed", .bool(isKept))
      case .message(let message):
        line.put("message") { line in
          line.put("topic", message.topic)
          line.put("payload", ifPresent: message.payload)
          line.put("size", message.size)
        }
      case .ended(let end):
        line.put("ended") { line in
          line.put("kind", end.kind.rawValue)
          line.put("words", ifPresent: end.words)
          if let errno = end.errno { line.put("errno", errno) }
        }
      }
    }
  }

  /// - Parameter line: without its newline.
  package init(line: [UInt8]) throws {
    let parts = try WireDecoder.decode(Parts.self, from: line, limits: JSONLimits(depth: 4, values: 16))
    switch (parts.subscribed, parts.message, parts.ended) {
    case (let isKept?, nil, nil): self = .subscribed(isKept: isKept)
    case (nil, let message?, nil) where message.isBounded: self = .message(message)
    case (nil, nil, let end?): self = .ended(end)
    case _: throw UnknownPushLine()
    }
  }

  private struct Parts: Decodable {
    var subscribed: Bool?
    var message: PushMessage?
    var ended: PushEnd?
  }
}
