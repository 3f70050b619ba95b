// Puts a whole store aside before it is opened, when starts of the daemon have ended at it.
import Linux
package import Settings
package import SystemPackage

extension StateStore {
  /// Renames the store's files, as those of a damaged database.
  ///
  /// - Parameter now: nanoseconds since 1970, for a name that no other has.
  /// - Returns: where it is now; nil where there is none.
  package static func putAside(
    _ stage: EarlierStarts.Stage, in directory: String, now: Int64
  ) throws(Errno) -> String? {
    guard let name = fileName(of: stage) else { return nil }
    let path = "\(directory)/\(name).sqlite"
    let aside = "\(path).broken-\(now)"
    do throws(Errno) {
      try Sys.rename(path, aside)
    } catch .noSuchFileOrDirectory {
      return nil
    }
    // What is not in the file yet (sqlite.org/wal.html).
    for suffix in ["-wal", "-shm"] {
      do throws(Errno) { try Sys.rename(path + suffix, aside + suffix) } catch .noSuchFileOrDirectory {}
    }
    return aside
  }

  private static func fileName(of stage: EarlierStarts.Stage) -> String? {
    switch stage {
    case .exits: "exits"
    case .sessions: "sessions"
    case .facts: "facts"
    case .tasks: "tasks"
    case .notifications: "notifications"
    case .state, .rest: nil
    }
  }
}
