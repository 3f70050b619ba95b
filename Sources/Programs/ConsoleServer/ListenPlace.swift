// The place where the console listens: an address of the machine and a port, or a path in the file system.
import Glibc

package enum ListenPlace: Hashable, Sendable {
  /// A numeric address, IPv4 or IPv6, and a port; 0: any that is free.
  case address(String, port: UInt16)
  /// Of a socket that only its owner may connect to.
  case path(String)

  package static let loopback = "127.0.0.1"

  /// - Parameter text: `ADDRESS` or `unix:PATH`; nil for anything else, such as a name.
  package init?(_ text: String, port: UInt16) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst("unix:".count))
      guard path.hasPrefix("/"), !path.utf8.contains(0), port == 0 else { return nil }
      self = .path(path)
    } else {
      guard Self.isNumeric(text) else { return nil }
      self = .address(text, port: port)
    }
  }

  /// Nobody else's machine is on the way.
  package var isOnThisMachine: Bool {
    switch self {
    case .path: true
    case .address(let address, _): address == "::1" || Self.isNumeric(address) && address.hasPrefix("127.")
    }
  }

  /// Whether a browser that was led here by an address of ours says `host` (RFC 9110, section 7.2). A name of another
  /// host is a site's that has itself resolved to this machine (DNS rebinding).
  func isNamed(_ host: String) -> Bool {
    switch self {
    case .path:
      // The port is that of whatever forwards to the socket.
      let (name, named) = Self.split(host)
      return named != nil && ["localhost", Self.loopback, "[::1]"].contains(name)
    case .address(let address, let port):
      let (name, named) = Self.split(host)
      guard named == port else { return false }
      if isOnThisMachine { return name == "localhost" || name == Self.bracketed(address) }
      if Self.everywhere.contains(address) { return Self.isNumeric(Self.bare(name)) || name == Self.hostName }
      return name == Self.bracketed(address)
    }
  }

  /// The address that a person opens, as far as the token. By a path it is that of the end that ssh(1) forwards from, and not
  /// `localhost`: a browser tries ::1 for that, where another user's program may listen and read the token.
  var url: String {
    switch self {
    case .path: "http://\(Self.loopback)"
    case .address(let address, let port):
      "http://\(Self.everywhere.contains(address) ? Self.hostName : Self.bracketed(address)):\(port)"
    }
  }

  // MARK: Names

  private static let everywhere: Set = ["0.0.0.0", "::"]

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).lowercased()
  }

  private static func isNumeric(_ text: String) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
  }

  private static func bracketed(_ address: String) -> String { address.contains(":") ? "[\(address)]" : address }

  private static func bare(_ name: String) -> String {
    name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
  }

  /// `name:port`; 80 where no port is named.
  private static func split(_ host: String) -> (name: String, port: UInt16?) {
    guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else { return (host.lowercased(), 80) }
    return (host[..<colon].lowercased(), UInt16(host[host.index(after: colon)...]))
  }
}

extension ListenPlace: CustomStringConvertible {
  package var description: String {
    switch self {
    case .path(let path): path
    case .address(let address, let port): "\(Self.bracketed(address)):\(port)"
    }
  }
}
