// A socket that listens on this machine, for servers of tests.
import Glibc
import Testing

/// Listens on a port of this machine that nobody else uses.
///
/// - Returns: a descriptor that the caller closes.
package func listenLocally() throws -> (listener: CInt, port: UInt16) {
  let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isBound = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(listener, $0, size) == 0 && listen(listener, 10) == 0 && getsockname(listener, $0, &size) == 0
    }
  }
  try #require(isBound)
  return (listener, UInt16(bigEndian: address.sin_port))
}
