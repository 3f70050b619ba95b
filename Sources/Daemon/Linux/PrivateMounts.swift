// The mounts that a new process has to itself (mount_namespaces(7)).
import CLinux
import Glibc
package import SystemPackage

/// A user namespace with one user and one group, by the numbers that they have here (user_namespaces(7)). It gives nothing
/// more to those who enter it: it is the right of every user to have mounts of their own.
package nonisolated final class UserNamespace: Sendable {
  fileprivate let descriptor: CInt

  /// - Throws: `EPERM`, `ENOSPC` or `ENOSYS` where the machine allows none.
  package init(user: UInt32, group: UInt32) throws(Errno) {
    var descriptor: CInt = -1
    try Sys.succeeded(.clone3, .nothing) { roost_make_user_namespace(user, group, &descriptor) }
    self.descriptor = descriptor
  }

  deinit { try? Sys.close(descriptor) }
}

/// The file system of a new process, read-only but for some places.
package nonisolated struct PrivateMounts: Sendable {
  /// A file or folder, with all below, that is at another place as well, or at its own.
  package struct Mount: Hashable, Sendable {
    package let source: String
    package let target: String
    package private(set) var isWritable = false

    /// What is at `target` otherwise is hidden.
    package init(_ source: String, at target: String) {
      self.source = source
      self.target = target
    }

    /// What may be written to there without these mounts may be with them.
    package init(writable path: String) {
      source = path
      target = path
      isWritable = true
    }
  }

  let namespace: UserNamespace
  /// They are made in this order. One of a place that is not there, or that the user cannot reach, is left out.
  package var mounts: [Mount]

  package init(in namespace: UserNamespace, _ mounts: [Mount]) {
    self.namespace = namespace
    self.mounts = mounts
  }

  /// As the child of clone3(2) takes them.
  func with<Result>(_ body: (UnsafePointer<roost_mounts>) -> Result) -> Result {
    let paths = mounts.map { (strdup($0.source), strdup($0.target)) }
    defer {
      paths.forEach {
        free($0.0)
        free($0.1)
      }
    }
    let raw = zip(mounts, paths).map { roost_mount(source: $1.0, target: $1.1, is_writable: $0.isWritable) }
    return raw.withUnsafeBufferPointer {
      var whole = roost_mounts(
        user_namespace: namespace.descriptor, mounts: $0.baseAddress, count: $0.count, limit: Spawn.longestExec)
      return body(&whole)
    }
  }
}
