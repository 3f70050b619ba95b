// The daemon's lines to roost-push: where to connect, and that a message has been taken.
import WireJSON

/// Everything that roost-push is to know of a broker. It gets it once, as its first line.
package struct PushOrder: Hashable, Sendable, Codable {
  /// A name or an address.
  package var host: String
  package var port: UInt16
  package var isEncrypted: Bool
  /// The client identifier, under which the broker keeps what is published while nobody is connected.
  package var client: String
  /// The topic filter.
  package var filter: String
  package var username: String?
  package var password: String?
  /// Certificates in the form of PEM: the content of `tls-ca-file`. Nil: those that the system trusts.
  package var authorities: String?
  /// Whether the broker is to forget what it has kept (MQTT 5, 3.1.2.4); nil: it is not.
  package var startsClean: Bool?

  package init(
    host: String, port: UInt16, isEncrypted: Bool, client: String, filter: String, username: String? = nil,
    password: String? = nil, authorities: String? = nil, startsClean: Bool? = nil
  ) {
    self.host = host
    self.port = port
    self.isEncrypted = isEncrypted
    self.client = client
    self.filter = filter
    self.username = username
    self.password = password
    self.authorities = authorities
    self.startsClean = startsClean
  }
}

/// A line of the daemon's.
package enum PushCommand: Hashable, Sendable {
  case connect(PushOrder)
  /// The message that was handed over last has been taken: the broker may forget it, and the next may come.
  case taken

  /// The most bytes of a line: certificates are the largest part of it.
  package static let limit = 2 << 20

  /// With its newline.
  package var line: [UInt8] {
    ObjectWriter.line { line in
      switch self {
      case .taken: line.put("taken", .bool(true))
      case .connect(let order):
        line.put("connect") { line in
          line.put("host", order.host)
          line.put("port", order.port)
          line.put("isEncrypted", .bool(order.isEncrypted))
          line.put("client", order.client)
          line.put("filter", order.filter)
          line.put("username", ifPresent: order.username)
          line.put("password", ifPresent: order.password)
          line.put("authorities", ifPresent: order.authorities)
          if let startsClean = order.startsClean { line.put("startsClean", .bool(startsClean)) }
        }
      }
    }
  }

  /// - Parameter line: without its newline.
  package init(line: [UInt8]) throws {
    let parts = try WireDecoder.decode(Parts.self, from: line)
    switch (parts.connect, parts.taken) {
    case (let order?, nil): self = .connect(order)
    case (nil, true?): self = .taken
    case _: throw UnknownPushLine()
    }
  }

  private struct Parts: Decodable {
    var connect: PushOrder?
    var taken: Bool?
  }
}

/// A line does not belong to this protocol.
package struct UnknownPushLine: Error, Hashable, CustomStringConvertible {
  package var description: String { "a line of an unknown kind" }
}
