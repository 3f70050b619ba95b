// The lines of roost-transfer to the daemon: that the server answers, that the content begins, how far it is, and the end.
import WireJSON

/// A line of roost-transfer's.
package enum TransferNews: Hashable, Sendable {
  /// The server has begun to answer a request that does more than read: sent again, it would do that again.
  case answered
  case began(Beginning)
  /// So many bytes of the answer are here.
  case progressed(Int64)
  /// The last line.
  case ended(Ending)

  package struct Beginning: Hashable, Sendable, Codable {
    /// The server's name for this version, by which it can be asked for the rest; such as ``isValidator(_:)`` takes.
    package var validator: String?
    /// All bytes of the answer, as the server says.
    package var expected: Int64?
    /// The bytes that are here already.
    package var received: Int64

    package init(validator: String?, expected: Int64?, received: Int64) {
      self.validator = validator
      self.expected = expected
      self.received = received
    }
  }

  package struct Ending: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
      /// The answer is here as a whole: `status`.
      case done
      case unreachable, timedOut, lost, tls, redirect, badAnswer, tooLarge
      /// The disk: `errno`.
      case storage
      /// roost-transfer could not give away what it must not have while it talks with a server.
      case unconfined
    }

    package var kind: Kind
    package var status: Int?
    package var errno: Int32?
    /// In libcurl's words, which may be the server's.
    package var words: String?
    /// The fields of the answer's header, such as ``AnswerFields`` has them.
    package var headers: [String: String]?

    package init(
      _ kind: Kind, status: Int? = nil, errno: Int32? = nil, words: String? = nil, headers: [String: String]? = nil
    ) {
      self.kind = kind
      self.status = status
      self.errno = errno
      self.words = words
      self.headers = headers
    }
  }

  /// Whether a version can have this name: it is the value of a header field when the rest is asked for.
  package static func isValidator(_ name: String) -> Bool { name.utf8.count <= 256 && AnswerFields.isValue(name) }

  /// The most bytes of a line.
  package static let limit = 8 << 10

  /// With its newline.
  package var line: [UInt8] {
    ObjectWriter.line { line in
      switch self {
      case .answered: line.put("answered", .bool(true))
      case .began(let beginning):
        line.put("began") { line in
          line.put("validator", ifPresent: beginning.validator)
          if let expected = beginning.expected { line.put("expected", expected) }
          line.put("received", beginning.received)
        }
      case .progressed(let received): line.put("progressed", received)
      case .ended(let ending):
        line.put("ended") { line in
          line.put("kind", ending.kind.rawValue)
          if let status = ending.status { line.put("status", status) }
          if let errno = ending.errno { line.put("errno", errno) }
          line.put("words", ifPresent: ending.words)
          if let headers = ending.headers { line.put("headers", .object(headers.mapValues(JSON.string))) }
        }
      }
    }
  }

  /// - Parameter line: without its newline.
  package init(line: [UInt8]) throws {
    let parts = try WireDecoder.decode(Parts.self, from: line, limits: JSONLimits(depth: 4, values: 256))
    switch (parts.answered, parts.began, parts.progressed, parts.ended) {
    case (true?, nil, nil, nil): self = .answered
    case (nil, let beginning?, nil, nil): self = .began(beginning)
    case (nil, nil, let received?, nil): self = .progressed(received)
    case (nil, nil, nil, let ending?): self = .ended(ending)
    case _: throw UnknownTransferLine()
    }
  }

  private struct Parts: Decodable {
    var answered: Bool?
    var began: Beginning?
    var progressed: Int64?
    var ended: Ending?
  }
}

/// A line does not belong to this protocol.
package struct UnknownTransferLine: Error, Hashable, CustomStringConvertible {
  package var description: String { "a line of an unknown kind" }
}
