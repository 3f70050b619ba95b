// Raises the limit of open descriptors as far as the kernel allows: the daemon holds five per app and one per client.
import Glibc

@MainActor package enum OpenFiles {
  /// The soft limit the daemon was started with, which apps are given back: select(2) breaks in programs that find
  /// more than 1024.
  package private(set) static var inherited: UInt64 = 1024

  /// The hard limit, which is the daemon's own.
  package nonisolated static var most: UInt64 { (try? Sys.fileLimit()).map { UInt64($0.rlim_max) } ?? 1024 }

  /// Raises the soft limit to the hard one (getrlimit(2)); where that is refused, the daemon does with what it has.
  package static func raiseLimit() {
    guard let limit = try? Sys.fileLimit() else { return }
    inherited = UInt64(limit.rlim_cur)
    set(limit.rlim_max)
  }

  /// Runs `body`, which becomes another program unless it fails, with the inherited limit.
  package static func givenBack<Result>(_ body: () -> Result) -> Result {
    set(rlim_t(inherited))
    defer { raiseLimit() }
    return body()
  }

  private static func set(_ soft: rlim_t) {
    guard var limit = try? Sys.fileLimit() else { return }
    limit.rlim_cur = min(soft, limit.rlim_max)
    try? Sys.setFileLimit(limit)
  }
}
