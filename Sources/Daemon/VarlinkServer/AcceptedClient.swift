// A client that may command the device, before it has said anything.
package import Glibc
package import Linux

/// The receiver of the value owns the socket.
package struct AcceptedClient {
  package let socket: UntrustedSocket
  /// Of the process that connected, at that time (`SO_PEERCRED`, unix(7)).
  package let user: uid_t
}
