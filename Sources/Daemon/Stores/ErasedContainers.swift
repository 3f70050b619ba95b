// Containers of apps that begin anew: out of the way at once, and removed by a thread of their own (LA11).
import Glibc
package import Linux
package import SystemPackage
package import Systemd

/// `STATE/erased`, to which nobody gets but the daemon.
package nonisolated final class ErasedContainers: Sendable {
  private let queue = WorkQueue()
  private let containers: String
  private let folder: String
  private let deliver: Deliver
  private let starter: ThreadStarter
  private let note: @MainActor @Sendable (String) -> Void

  /// Removes what an earlier daemon has left.
  /// - Parameters:
  ///   - directory: the state directory, which is there.
  ///   - deliver: how results and notes get back to the loop's thread.
  package init(
    directory: String, deliver: @escaping Deliver, starter: ThreadStarter = .shared,
    note: @escaping @MainActor @Sendable (String) -> Void
  ) {
    containers = "\(directory)/containers"
    folder = "\(directory)/erased"
    self.deliver = deliver
    self.starter = starter
    self.note = note
    // Now, as a disk that is full later may be why an app is erased.
    do {
      try Folder.make(folder)
    } catch {
      let sentence = "unable to make \(folder): \(error); apps can be erased when the state directory has space"
      deliver { note(sentence) }
    }
    removeAll()
  }

  /// Takes a container away, which may not be there. The app has none when `then` is told so; its files are removed soon, and before
  /// that where they cannot be moved.
  ///
  /// On a thread of its own: the app may have handed its folder to another one, which lists it without end, and the kernel renames nothing
  /// meanwhile.
  package func take(_ container: String, then: @escaping @MainActor @Sendable (EraseError?) -> Void) {
    let told = AnswerOnLoop(then)
    starter.start { [self] in
      var failure: EraseError?
      do throws(Errno) {
        try Folder.make(folder)
        // To change its parent, one has to be allowed to write into it (rename(2)), which the app may have taken away.
        try Sys.chmod(container, 0o700)
        do throws(Errno) {
          try Sys.rename(container, "\(folder)/\(Self.newName())")
        } catch .improperLink {
          try Self.remove(container)
        }
      } catch {
        if error != .noSuchFileOrDirectory { failure = EraseError(path: container, errno: error) }
      }
      removeAll()
      told.tell(failure, by: deliver)
    } refused: { [deliver] in
      told.tell(EraseError(path: container, errno: .resourceTemporarilyUnavailable), by: deliver)
    }
  }

  /// Says, when the disk has taken what was taken away, why it has not; nil: it has.
  package func whenOnDisk(_ then: @escaping @MainActor @Sendable (EraseError?) -> Void) {
    let told = AnswerOnLoop(then)
    // Not behind the removal of what other apps have left, which takes as long as it takes.
    ThreadStarter.shared.start { [containers, deliver] in
      var failure: EraseError?
      do throws(Errno) {
        try Folder.sync(containers)
      } catch {
        if error != .noSuchFileOrDirectory { failure = EraseError(path: containers, errno: error) }
      }
      told.tell(failure, by: deliver)
    }
  }

  /// Begins when the changes before it are on disk, or known not to be.
  private func removeAll() {
    queue.async { [folder, deliver, note] in
      do throws(Errno) {
        try Self.empty(folder)
      } catch {
        let sentence =
          "unable to remove all of \(folder), the data of apps that were erased: \(error); remove it yourself"
        deliver { note(sentence) }
      }
    }
  }

  private static func newName() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

  /// For containers that are a mount of their own, a lower layer of an overlay, or of another project of quotas than `STATE/erased`.
  private static func remove(_ container: String) throws(Errno) {
    let top = try Sys.open(container, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    defer { try? Sys.close(top) }
    try FilledFolder.empty(top)
    try Sys.rmdir(container)
  }

  private static func empty(_ folder: String) throws(Errno) {
    let top: CInt
    do {
      top = try Sys.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    } catch {
      if error == .noSuchFileOrDirectory { return }
      throw error
    }
    defer { try? Sys.close(top) }
    try FilledFolder.empty(top)
  }
}

/// The reason why an app still has the data that were to be erased.
package nonisolated struct EraseError: Error, Equatable, Sendable, CustomStringConvertible {
  package let path: String
  package let errno: Errno
  package var description: String {
    // By ``ErasedContainers/take(_:then:)``, where it is refused a thread.
    errno == .resourceTemporarilyUnavailable
      ? "unable to erase \(path): there can be no thread to do it; see TasksMax= in systemd.resource-control(5) and "
        + "ulimit -u, and erase the app again"
      : "unable to erase \(path): \(errno); check that the state directory is writable and has space, and that "
        + "nothing is mounted in there, and erase the app again"
  }
}
