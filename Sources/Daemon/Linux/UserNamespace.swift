// A user namespace for processes that are to have mounts of their own.
import CLinux
import Glibc
package import SystemPackage

/// A user namespace with one user and one group, by the numbers that they have here (user_namespaces(7)). It gives nothing
/// more to those who enter it: it is the right of every user to have mounts of their own.
package nonisolated final class UserNamespace: Sendable {
  let descriptor: CInt
  let user: UInt32
  let group: UInt32

  /// - Throws: `EPERM`, `ENOSPC` or `ENOSYS` where the machine allows none.
  package init(user: UInt32, group: UInt32) throws(Errno) {
    var descriptor: CInt = -1
    try Sys.succeeded(.clone3, .nothing) { roost_make_user_namespace(user, group, &descriptor) }
    self.descriptor = descriptor
    self.user = user
    self.group = group
  }

  deinit { try? Sys.close(descriptor) }
}
