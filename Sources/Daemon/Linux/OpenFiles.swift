// How many descriptors the daemon may hold: four an app and one a client, so as many as the kernel allows.
import Glibc

public enum OpenFiles {
  /// The soft limit the daemon was started with, which apps are given back: select(2) breaks in programs that find
  /// more than 1024.
  package static private(set) var inherited: UInt64 = 1024

  /// Raises the soft limit to the hard one (getrlimit(2)).
  public static func raiseLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    inherited = UInt64(limit.rlim_cur)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
