// The rights that files of the daemon are made without, umask(2): others get none. Programs that it starts keep theirs.
import Glibc
import Synchronization

package nonisolated enum FileMask {
  private static let own: UInt32 = 0o077
  private static let given = Mutex<UInt32?>(nil)

  /// The mask that the daemon was started with, which programs that it starts are given; nil where it is still in force.
  package static var inherited: UInt32? { given.withLock { $0 } }

  /// From now on nobody but the daemon's user gets to files that this process makes.
  package static func closeToOthers() {
    given.withLock { given in
      let before = umask(own)
      if given == nil { given = before }
    }
  }

  /// Runs `body`, which becomes another program unless it fails, with the inherited mask.
  package static func givenBack<Result>(_ body: () -> Result) -> Result {
    guard let inherited else { return body() }
    umask(inherited)
    defer { umask(own) }
    return body()
  }
}
