// The address of a socket of the Unix family (unix(7)).
import Glibc
package import SystemPackage

/// A path that a socket is bound to.
package nonisolated struct UnixSocketAddress {
  /// Bytes of the longest path, without the zero that ends it.
  package static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  private var address = sockaddr_un()

  /// - Throws: `ENAMETOOLONG` for a path of more bytes than ``longestPath``.
  package init(_ path: String) throws(Errno) {
    guard path.utf8.count <= Self.longestPath else { throw .fileNameTooLong }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  }

  /// The path that a socket is bound to (getsockname(2)).
  package init(of socket: CInt) throws(Errno) {
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    try withUnsafeMutablePointer(to: &address) { pointer throws(Errno) in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address throws(Errno) in
        try Sys.getsockname(socket, address, &size)
      }
    }
  }

  package var path: String {
    withUnsafeBytes(of: address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// bind(2), which makes the socket's file.
  package func bind(_ socket: CInt) throws(Errno) {
    try withAddress { address, size throws(Errno) in try Sys.bind(socket, to: path, address, size) }
  }

  /// connect(2), to the socket that is bound to the path.
  package func connect(_ socket: CInt) throws(Errno) {
    try withAddress { address, size throws(Errno) in try Sys.connect(socket, to: path, address, size) }
  }

  private func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) throws(Errno) -> Void) throws(Errno) {
    try withUnsafePointer(to: address) { pointer throws(Errno) in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address throws(Errno) in
        try body(address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
