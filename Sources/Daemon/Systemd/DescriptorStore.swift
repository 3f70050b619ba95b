// Descriptors that outlive this process, kept by the service manager.
import CSystemd
import Glibc

/// The file descriptor store of the service manager (sd_pid_notify_with_fds(3), `FDSTORE=1`).
public nonisolated enum DescriptorStore {
  /// Hands a copy of `descriptor` to the service manager, which gives it to the next process of this service. It is
  /// not watched: a process that ends meanwhile must leave its pidfd behind (`FDPOLL=0`).
  ///
  /// - Returns: false when no service manager listens.
  @discardableResult
  public static func keep(_ descriptor: CInt, as name: String) throws(SystemCallError) -> Bool {
    let message = "FDSTORE=1\nFDPOLL=0\nFDNAME=\(name)"
    return try withUnsafePointer(to: descriptor) { pointer in
      Result { () throws(SystemCallError) in
        try check(sd_pid_notify_with_fds(0, 0, message, pointer, 1), "keep a descriptor with the service manager") > 0
      }
    }.get()
  }

  /// Takes every descriptor of that name out of the store; one that is not in it is no failure.
  public static func drop(_ name: String) {
    _ = sd_notify(0, "FDSTOREREMOVE=1\nFDNAME=\(name)")
  }
}
