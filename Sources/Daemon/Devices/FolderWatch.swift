// Watches folders for entries that appear and disappear, also folders that do not exist yet: inotify(7).
import Glibc
import Linux
import SystemPackage
import Systemd

/// Says that something may have changed in one of its folders. Only a look tells the change: so nothing is lost when
/// the kernel's queue overflows, and a burst is one change.
final class FolderWatch {
  private let folders: [String]
  private let descriptor: CInt
  private var watches: Set<CInt> = []
  private var source: IOSource?

  init(_ folders: [String], on loop: EventLoop, changed: @escaping () -> Void) throws(SystemCallError) {
    self.folders = folders
    do {
      descriptor = try Sys.inotify()
    } catch {
      throw SystemCallError(
        action: "make an inotify instance", errno: error,
        cure: "raise fs.inotify.max_user_instances (sysctl(8)), or LimitNOFILE= of the daemon's unit")
    }
    source = try loop.watch(descriptor, for: .readable, priority: .request) { [descriptor] _ in
      var buffer = [UInt8](repeating: 0, count: 4096)
      // There is another turn for the rest. A user who makes files without end adds to the queue while it is read.
      for _ in 0..<4 {
        guard let count = try? Sys.read(descriptor, into: &buffer), count > 0 else { break }
      }
      changed()
    }
  }

  isolated deinit {
    source?.close()
    try? Sys.close(descriptor)
  }

  /// Watches each folder, or as much of the way to it as there is. To be called again after each change.
  func renew() throws(SystemCallError) {
    var current: Set<CInt> = []
    for folder in folders {
      var (deepest, watch) = try deepest(of: folder)
      // A folder that was made before its parent was watched would be missed.
      while true {
        let (now, again) = try self.deepest(of: folder)
        current.insert(again)
        if now == deepest, again == watch { break }
        (deepest, watch) = (now, again)
      }
    }
    for old in watches.subtracting(current) { Sys.removeWatch(descriptor, old) }
    watches = current
  }

  private func deepest(of folder: String) throws(SystemCallError) -> (path: FilePath, watch: CInt) {
    var path = FilePath(folder)
    while true {
      let events = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
      do {
        return (path, try Sys.addWatch(descriptor, path.string, UInt32(events)))
      } catch {
        guard [.noSuchFileOrDirectory, .notDirectory, .permissionDenied].contains(error), path.removeLastComponent()
        else {
          throw SystemCallError(
            action: "watch \(path)", errno: error, cure: "raise fs.inotify.max_user_watches (sysctl(8))")
        }
      }
    }
  }
}
