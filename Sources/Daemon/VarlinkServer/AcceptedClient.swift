// A client that may command the device, before it has said anything.
package import Glibc

/// The receiver of the value owns the descriptor.
package struct AcceptedClient {
  package let descriptor: CInt
  /// Of the process that connected, at that time (`SO_PEERCRED`, unix(7)).
  package let user: uid_t
}
