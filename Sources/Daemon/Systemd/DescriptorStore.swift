// Descriptors that outlive this process, kept by the service manager.
import CSystemd
import Dispatch
import Glibc

/// The file descriptor store of the service manager (sd_pid_notify_with_fds(3), `FDSTORE=1`). The loop's thread alone uses it.
public nonisolated enum DescriptorStore {
  /// Hands a copy of `descriptor` to the service manager, which gives it to the next process of this service. It is
  /// not watched: a process that ends meanwhile must leave its pidfd behind (`FDPOLL=0`).
  ///
  /// - Returns: false when no service manager listens. Whether it takes the descriptor is told by ``takeLoss()`` later.
  @discardableResult
  public static func keep(_ descriptor: CInt, as name: String) throws(SystemCallError) -> Bool {
    do {
      return try ServiceManagerSocket.shared.tell(.keep(name), "FDSTORE=1\nFDPOLL=0\nFDNAME=\(name)", with: descriptor)
    } catch {
      throw SystemCallError(action: "keep a descriptor with the service manager", errno: error)
    }
  }

  /// The reason why descriptors were lost on their way: its socket was full for long, or is gone. It is told once, until
  /// everything that waited has been sent.
  public static func takeLoss() -> SystemCallError? {
    ServiceManagerSocket.shared.takeLoss().map {
      SystemCallError(action: "keep descriptors with the service manager", errno: $0)
    }
  }

  /// Takes every descriptor of that name out of the store; one that is not in it is no failure.
  public static func drop(_ name: String) {
    _ = try? ServiceManagerSocket.shared.tell(.drop(name), "FDSTOREREMOVE=1\nFDNAME=\(name)")
  }

  /// Waits until the service manager has read all that this process has told it: afterwards it cannot tell any more of which
  /// service a process was that has ended (sd_notify_barrier(3)).
  ///
  /// - Returns: false when no service manager listens.
  @discardableResult
  public static func awaitReading(for limit: Duration) throws(SystemCallError) -> Bool {
    ServiceManagerSocket.shared.finish(within: .microseconds(Int(limit / .microseconds(1))))
    let microseconds = UInt64(limit / .microseconds(1))
    return try check(sd_notify_barrier(0, microseconds), "see the service manager read its messages") > 0
  }
}
