// Containers of apps that begin anew: out of the way at once, and removed by a thread of their own (LA11).
import Glibc
import Linux
package import SystemPackage
package import Systemd

/// `STATE/erased`, to which nobody gets but the daemon. Apps have filled the folders in it, and are not trusted: no link is
/// followed and no mount entered, and a tree of any depth takes three descriptors, since a folder that is not empty is
/// moved to the top before it is emptied.
package nonisolated final class ErasedContainers: Sendable {
  private let queue = WorkQueue()
  private let containers: String
  private let folder: String
  private let deliver: Deliver
  private let note: @MainActor @Sendable (String) -> Void

  /// Removes what an earlier daemon has left.
  /// - Parameters:
  ///   - directory: the state directory, which is there.
  ///   - deliver: how results and notes get back to the loop's thread.
  package init(
    directory: String, deliver: @escaping Deliver, note: @escaping @MainActor @Sendable (String) -> Void
  ) {
    containers = "\(directory)/containers"
    folder = "\(directory)/erased"
    self.deliver = deliver
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

  /// Takes a container away, which may not be there. The app has none when `then` is told so; its files are removed soon.
  ///
  /// On a thread: the app may have handed its folder to another one, which lists it without end, and the kernel renames nothing meanwhile.
  package func take(_ container: String, then: @escaping @MainActor @Sendable (EraseError?) -> Void) {
    ThreadStarter.shared.start { [self] in
      var failure: EraseError?
      do throws(Errno) {
        try Folder.make(folder)
        // To change its parent, one has to be allowed to write into it (rename(2)), which the app may have taken away.
        try Sys.chmod(container, 0o700)
        try Sys.rename(container, "\(folder)/\(Self.newName())")
      } catch {
        if error != .noSuchFileOrDirectory { failure = EraseError(path: container, errno: error) }
      }
      removeAll()
      deliver { [failure] in then(failure) }
    }
  }

  /// Says, when the disk has taken what was taken away, why it has not; nil: it has.
  package func whenOnDisk(_ then: @escaping @MainActor @Sendable (EraseError?) -> Void) {
    // Not behind the removal of what other apps have left, which takes as long as it takes.
    ThreadStarter.shared.start { [containers, deliver] in
      var failure: EraseError?
      do throws(Errno) {
        try Folder.sync(containers)
      } catch {
        if error != .noSuchFileOrDirectory { failure = EraseError(path: containers, errno: error) }
      }
      deliver { [failure] in then(failure) }
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

  private static func empty(_ folder: String) throws(Errno) {
    let top: CInt
    do {
      top = try Sys.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    } catch {
      if error == .noSuchFileOrDirectory { return }
      throw error
    }
    defer { try? Sys.close(top) }
    var failed: [String: Errno] = [:]
    // All names at a time: to list them for each would take a thousand times as long where an app has made a million.
    while true {
      let names = try Folder.names(in: folder).filter { failed[$0] == nil }
      guard !names.isEmpty else { break }
      for name in names {
        do throws(Errno) { try remove(name, in: top) } catch { failed[name] = error }
      }
    }
    if let failure = failed.values.first { throw failure }
  }

  /// Removes a folder of the top; folders in it that are not empty are then at the top themselves.
  private static func remove(_ name: String, in top: CInt) throws(Errno) {
    let inside = try Sys.openBeneath(top, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    defer { try? Sys.close(inside) }
    var failure: Errno?
    try Folder.forEach(in: "/proc/self/fd/\(inside)") { entry, _ in
      do throws(Errno) {
        try removeEntry(entry.map(CChar.init(bitPattern:)) + [0], of: inside, top)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    try Sys.unlinkat(top, name.utf8CString.map(\.self), AT_REMOVEDIR)
  }

  /// Its name need not be UTF-8.
  private static func removeEntry(_ name: [CChar], of folder: CInt, _ top: CInt) throws(Errno) {
    do {
      return try Sys.unlinkat(folder, name, 0)
    } catch {
      if error == .noSuchFileOrDirectory { return }
      if error != .isDirectory { throw error }
    }
    do {
      return try Sys.unlinkat(folder, name, AT_REMOVEDIR)
    } catch {
      if error != .directoryNotEmpty, error != .fileExists { throw error }
    }
    let place = try Sys.openBeneath(folder, name: name, O_NOFOLLOW | placeOnly)
    defer { try? Sys.close(place) }
    try Sys.chmod("/proc/self/fd/\(place)", 0o700)
    try Sys.renameat(folder, name, to: "/proc/self/fd/\(top)/\(newName())")
  }

  /// O_PATH of asm-generic/fcntl.h, which Swift's Glibc leaves out.
  private static let placeOnly: CInt = 0o10000000
}

/// The reason why an app still has the data that were to be erased.
package nonisolated struct EraseError: Error, Equatable, Sendable, CustomStringConvertible {
  package let path: String
  package let errno: Errno
  package var description: String {
    "unable to erase \(path): \(errno); check that the state directory is writable and has space, and erase the app again"
  }
}
