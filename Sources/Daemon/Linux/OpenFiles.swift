// Raises the limit of open descriptors as far as the kernel allows: the daemon holds four per app and one per client.
import Glibc

@MainActor package enum OpenFiles {
  /// The soft limit the daemon was started with, which apps are given back: select(2) breaks in programs that find
  /// more than 1024.
  package private(set) static var inherited: UInt64 = 1024

  /// Raises the soft limit to the hard one (getrlimit(2)).
  package static func raiseLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    inherited = UInt64(limit.rlim_cur)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
