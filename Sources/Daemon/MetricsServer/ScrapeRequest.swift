// The request of a client for metrics, as far as it matters: one line of HTTP/1, and two headers.

/// Bytes that may be a request (RFC 9112). Nothing of them is kept.
nonisolated struct ScrapeRequest {
  /// Bytes of the longest head that is read: more than Prometheus sends.
  static let longest = 4096

  private let line: Substring
  private let headers: [Substring]

  /// Nil while the head is not whole.
  init?(_ bytes: [UInt8]) {
    // Before a text is made of them: a head may come byte by byte.
    guard let length = Self.length(of: bytes) else { return nil }
    let head = bytes[..<length]
    // The names in a request for metrics are of ASCII (RFC 9110). To tell where the characters of another text end may take a
    // moment for each byte.
    guard head.allSatisfy({ $0 < 0x80 }) else {
      (line, headers) = ("", [])
      return
    }
    let text = String(decoding: head, as: UTF8.self).replacing("\r\n", with: "\n")
    guard let end = text.firstRange(of: "\n\n") else { return nil }
    let lines = text[..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
    (line, headers) = (lines[0], Array(lines.dropFirst()))
  }

  /// The bytes of a head with the empty line at its end; nil where that is not there.
  private static func length(of bytes: [UInt8]) -> Int? {
    var (isLineBegun, isReturn) = (true, false)
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "\n"):
        if !isLineBegun { return index + 1 }
        (isLineBegun, isReturn) = (false, false)
      case UInt8(ascii: "\r") where !isLineBegun && !isReturn: isReturn = true
      default: isLineBegun = true
      }
    }
    return nil
  }

  /// The value of a header, by its name in small letters.
  private func value(_ name: String) -> String? {
    for header in headers {
      let parts = header.split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == name {
        return parts[1].drop { $0 == " " }.lowercased()
      }
    }
    return nil
  }

  enum Answer: Equatable { case openMetrics, prometheus, refused(status: String, sentence: String) }

  /// - Parameter isLoopback: then a browser may have been led here by a page of another site, whose name it says
  ///   (DNS rebinding); Prometheus says an address, or localhost.
  func answer(isLoopback: Bool) -> Answer {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else {
      return .refused(status: "400 Bad Request", sentence: "The request cannot be read.")
    }
    guard words[0] == "GET" else {
      return .refused(status: "405 Method Not Allowed", sentence: "Metrics are read with GET.")
    }
    if isLoopback, !Self.isThisMachine(value("host") ?? "localhost") {
      return .refused(status: "403 Forbidden", sentence: "Ask by the address, or as localhost.")
    }
    guard words[1].prefix(while: { $0 != "?" }) == "/metrics" else {
      return .refused(status: "404 Not Found", sentence: "The metrics are at /metrics.")
    }
    return value("accept")?.contains("application/openmetrics-text") == true ? .openMetrics : .prometheus
  }

  /// `localhost`, or digits and punctuation alone, which no name of another site has.
  private static func isThisMachine(_ host: String) -> Bool {
    host.hasPrefix("[") || host.allSatisfy { $0.isNumber || $0 == "." || $0 == ":" } || host == "localhost"
      || host.hasPrefix("localhost:")
  }
}
