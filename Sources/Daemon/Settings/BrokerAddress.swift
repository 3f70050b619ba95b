// The address of an MQTT broker in the form that the configuration uses.

/// `mqtt://HOST[:PORT]`, or `mqtts://` for TLS. An IPv6 address stands in brackets, as in every URL (RFC 3986).
package nonisolated struct BrokerAddress: Equatable, Sendable, CustomStringConvertible {
  package let host: String
  package let port: UInt16
  package let isEncrypted: Bool

  /// Nil for anything else: a user, a path or a query has its own key, or no meaning.
  package init?(_ text: String) {
    let scheme = text.hasPrefix("mqtts://") ? "mqtts://" : "mqtt://"
    guard text.hasPrefix(scheme) else { return nil }
    isEncrypted = scheme == "mqtts://"
    guard let (host, rest) = Self.host(text.dropFirst(scheme.count)) else { return nil }
    self.host = String(host)
    if rest.isEmpty {
      // The ports that IANA has registered as mqtt and secure-mqtt.
      port = isEncrypted ? 8883 : 1883
    } else {
      let digits = rest.dropFirst()
      guard rest.first == ":", digits.allSatisfy({ $0.isASCII && $0.isNumber }), let port = UInt16(digits), port > 0
      else { return nil }
      self.port = port
    }
  }

  private static func host(_ text: Substring) -> (host: Substring, rest: Substring)? {
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let host = text[..<end].dropFirst()
      guard host.contains(":"), host.allSatisfy({ $0.isHexDigit || ":.".contains($0) }) else { return nil }
      return (host, text[text.index(after: end)...])
    }
    let host = text.prefix { $0 != ":" }
    let isName = host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
    // No name of the DNS is longer (RFC 1035).
    guard isName, !host.isEmpty, host.utf8.count <= 253 else { return nil }
    return (host, text[host.endIndex...])
  }

  package var description: String {
    "\(isEncrypted ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}
