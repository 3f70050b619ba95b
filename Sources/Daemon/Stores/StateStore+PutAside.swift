// Puts a whole store aside before it is opened, when starts of the daemon have ended at it, and takes it back.
import Glibc
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

  /// Gives the files their names again, in place of what was begun meanwhile, which no client has heard of.
  ///
  /// - Parameter time: that it was put aside with.
  /// - Returns: false where none was put aside then.
  package static func takeBack(
    _ stage: EarlierStarts.Stage, in directory: String, from time: Int64
  ) throws(Errno) -> Bool {
    guard let name = fileName(of: stage) else { return false }
    let path = "\(directory)/\(name).sqlite"
    let aside = "\(path).broken-\(time)"
    do throws(Errno) {
      try Sys.access(aside, F_OK)
    } catch .noSuchFileOrDirectory {
      return false
    }
    for suffix in ["", "-wal", "-shm"] {
      do throws(Errno) { try Sys.unlink(path + suffix) } catch .noSuchFileOrDirectory {}
    }
    var moved: [String] = []
    do throws(Errno) {
      for suffix in ["-wal", "-shm", ""] {
        do throws(Errno) {
          try Sys.rename(aside + suffix, path + suffix)
          moved.append(suffix)
        } catch .noSuchFileOrDirectory {}
      }
    } catch {
      // A log without its file would be played into the one that is begun now.
      for suffix in moved { try? Sys.rename(path + suffix, aside + suffix) }
      throw error
    }
    return true
  }

  private static func fileName(of stage: EarlierStarts.Stage) -> String? {
    switch stage {
    case .exits: "exits"
    case .sessions: "sessions"
    case .facts: "facts"
    case .tasks: "tasks"
    case .notifications: "notifications"
    case .transfers: "transfers"
    case .state, .rest: nil
    }
  }
}
