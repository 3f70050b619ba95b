// A numeric address of the Internet with its port (ip(7), ipv6(7)).
import Glibc
package import SystemPackage

package nonisolated struct InternetAddress: Hashable, Sendable, CustomStringConvertible {
  /// Such as `127.0.0.1` or `::1`.
  package let host: String
  package let port: UInt16
  private let isIPv6: Bool

  /// `127.0.0.1:9464`, or `[::1]:9464`: an IPv6 address stands in brackets, as in every URL (RFC 3986). Port 0 is one that
  /// the kernel chooses. Nil for anything else, names too: they may lead elsewhere tomorrow.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let port = UInt16(digits)
    else { return nil }
    let host = text[..<colon]
    let isIPv6 = host.hasPrefix("[") && host.hasSuffix("]")
    self.init(host: isIPv6 ? String(host.dropFirst().dropLast()) : String(host), port: port, isIPv6: isIPv6)
  }

  private init?(host: String, port: UInt16, isIPv6: Bool) {
    (self.host, self.port, self.isIPv6) = (host, port, isIPv6)
    var address = in6_addr()
    guard inet_pton(family, host, &address) == 1 else { return nil }
  }

  /// AF_INET or AF_INET6.
  package var family: CInt { isIPv6 ? AF_INET6 : AF_INET }

  /// Whether only this machine gets there.
  package var isLoopback: Bool { isIPv6 ? host == "::1" : host.hasPrefix("127.") }

  package var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// bind(2).
  package func bind(_ socket: CInt) throws(Errno) {
    if isIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      _ = inet_pton(AF_INET6, host, &address.sin6_addr)
      try Sys.bind(socket, address)
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      _ = inet_pton(AF_INET, host, &address.sin_addr)
      try Sys.bind(socket, address)
    }
  }

  /// The same address with the port that the kernel has given `socket` (getsockname(2)).
  package func bound(of socket: CInt) throws(Errno) -> InternetAddress {
    // The port is in the same place of both structures (ip(7), ipv6(7)).
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    try withUnsafeMutablePointer(to: &address) { pointer throws(Errno) in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address throws(Errno) in
        try Sys.getsockname(socket, address, &size)
      }
    }
    let port = UInt16(bigEndian: address.sin6_port)
    return InternetAddress(host: host, port: port, isIPv6: isIPv6) ?? self
  }
}
