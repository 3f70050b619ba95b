// Puts a whole store aside before it is opened, when starts of the daemon have ended at it, and takes it back.
import Glibc
import Linux
package import Settings
package import SystemPackage

extension StateStore {
  /// Renames the store's files, as those of a damaged database.
  ///
  /// - Parameter now: nanoseconds since 1970, for a name that no other has.
  /// - Returns: where it is now; nil where the store has no file.
  package static func putAside(
    _ stage: EarlierStarts.Stage, in directory: String, now: Int64
  ) throws(Errno) -> String? {
    guard let name = fileName(of: stage) else { return nil }
    let path = "\(directory)/\(name).sqlite"
    let aside = "\(path).broken-\(now)"
    guard try exists(path) else { return nil }
    try move(path, to: aside)
    return aside
  }

  /// Goes on where a start was killed that was to put the store aside: its file is not there yet, and its log may be.
  ///
  /// - Parameter time: that it is put aside with.
  /// - Returns: where it is now; nil where the store has no file, or all is done.
  package static func finishPuttingAside(
    _ stage: EarlierStarts.Stage, in directory: String, from time: Int64
  ) throws(Errno) -> String? {
    guard let name = fileName(of: stage) else { return nil }
    let path = "\(directory)/\(name).sqlite"
    let aside = "\(path).broken-\(time)"
    guard try !exists(aside), try exists(path) else { return nil }
    try move(path, to: aside)
    return aside
  }

  /// Gives the files their names again, in place of what was begun meanwhile, which no client has heard of. Goes on where a start was
  /// killed that did so.
  ///
  /// - Parameter time: that it was put aside with.
  /// - Returns: false where none was put aside then.
  package static func takeBack(
    _ stage: EarlierStarts.Stage, in directory: String, from time: Int64
  ) throws(Errno) -> Bool {
    guard let name = fileName(of: stage) else { return false }
    let path = "\(directory)/\(name).sqlite"
    let aside = "\(path).broken-\(time)"
    guard try exists(aside) else { return false }
    // The file goes last: a log without one is that of the store that is taken back.
    if try exists(path) {
      for suffix in ["-wal", "-shm", ""] {
        do throws(Errno) { try Sys.unlink(path + suffix) } catch .noSuchFileOrDirectory {}
      }
    }
    try move(aside, to: path)
    return true
  }

  /// The log has what is not in the file yet (sqlite.org/wal.html), and goes first: with the file all is done. On an error all is where it
  /// was, since a log without its file would be played into the one that is begun now.
  private static func move(_ path: String, to target: String) throws(Errno) {
    do throws(Errno) {
      for suffix in ["-wal", "-shm", ""] {
        do throws(Errno) { try Sys.rename(path + suffix, target + suffix) } catch .noSuchFileOrDirectory {}
      }
    } catch {
      for suffix in ["-wal", "-shm"] { try? Sys.rename(target + suffix, path + suffix) }
      throw error
    }
  }

  private static func exists(_ path: String) throws(Errno) -> Bool {
    do throws(Errno) {
      try Sys.access(path, F_OK)
      return true
    } catch .noSuchFileOrDirectory {
      return false
    }
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
