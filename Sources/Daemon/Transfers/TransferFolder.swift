// The files of transfers: parts, which are the daemon's alone, and what apps send and get, which lies in their containers.
import Glibc
import LifecycleModel
import Linux
import SystemPackage

/// `STATE/transfers`, on a thread of its own: an app may have put anything into its container, and disks are slow.
nonisolated struct TransferFolder: Sendable {
  /// Why a transfer cannot begin, or its file not be had.
  struct Problem: Error, Equatable {
    let failure: TransferFailure
    let words: String
  }

  /// The descriptors that roost-transfer gets; the caller closes them.
  struct Files {
    let part: CInt
    /// Nil: there is nothing to send.
    let file: CInt?

    func close() { for descriptor in [part, file] { if let descriptor { try? Sys.close(descriptor) } } }
  }

  private let path: String

  init(_ path: String) { self.path = path }

  // MARK: Before

  /// Opens the part, made if it is not there, and the file to send.
  func open(_ transfer: Transfer, in container: String) throws(Problem) -> Files {
    let part: CInt
    do throws(Errno) {
      try Folder.make(path)
      part = try Sys.open(self.part(of: transfer.serial), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    } catch {
      throw storage(error)
    }
    do throws(Problem) {
      do throws(Errno) {
        // A helper of the daemon before may live for a moment longer, and must not write beside this one.
        try Sys.flock(part, LOCK_EX | LOCK_NB)
      } catch .wouldBlock {
        throw Problem(failure: .helper, words: "the roost-transfer of an earlier roostd still runs")
      } catch {
        throw storage(error)
      }
      return Files(
        part: part, file: try transfer.request.file.map { name throws(Problem) in try send(name, in: container) })
    } catch {
      try? Sys.close(part)
      throw error
    }
  }

  /// A regular file of the app's own, reached by no link: an app must not have the daemon read for it.
  private func send(_ name: String, in container: String) throws(Problem) -> CInt {
    func problem(_ why: String) -> Problem {
      Problem(failure: .noFile, words: "unable to read the file to send \(name.prefix(200)): \(why)")
    }
    do throws(Errno) {
      let root = try Sys.open(container, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      defer { try? Sys.close(root) }
      // O_NONBLOCK: opening a FIFO would wait for its writer (fifo(7)).
      let file = try Sys.openBeneath(root, name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      do throws(Errno) {
        let (status, owner) = (try FileStatus(of: file), try FileStatus(of: root))
        if status.kind == .regular, status.user == owner.user { return file }
      } catch {
        try? Sys.close(file)
        throw error
      }
      try? Sys.close(file)
    } catch {
      throw problem("\(error)")
    }
    throw problem("it is no regular file of the app's own")
  }

  // MARK: After

  /// Gives the part to the app's user and moves it into the container; only then does the app learn its name.
  ///
  /// - Returns: its name, relative to the container, and its size in bytes.
  func hand(over serial: TransferSerial, to container: String) throws(Problem) -> (file: String, size: Int64) {
    var name = "transfer-\(serial.number)"
    do throws(Errno) {
      let root = try Sys.open(container, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      defer { try? Sys.close(root) }
      let caches = try Sys.openBeneath(root, Self.caches, O_RDONLY | O_DIRECTORY)
      defer { try? Sys.close(caches) }
      let part = try Sys.open(self.part(of: serial), O_RDWR | O_NOFOLLOW | O_CLOEXEC)
      defer { try? Sys.close(part) }
      let owner = try FileStatus(of: root)
      try Sys.fsync(part)
      try Sys.fchown(part, owner.user, owner.group)
      // By the open folder: in its place the app may put a link at any time. And beside what it has kept there since an earlier run
      // of the daemon, in which numbers may have been the same.
      var tries = 1
      while true {
        do throws(Errno) {
          try Sys.renameNew(self.part(of: serial), "/proc/self/fd/\(caches)/\(name)")
          break
        } catch .fileExists where tries < Self.mostNames {
          tries += 1
          name = "transfer-\(serial.number)-\(tries)"
        } catch .invalidArgument {
          // Some file systems know no such rename.
          try Sys.rename(self.part(of: serial), "/proc/self/fd/\(caches)/\(name)")
          break
        }
      }
      return ("\(Self.caches)/\(name)", try FileStatus(of: part).size)
    } catch {
      throw Problem(
        failure: .storage,
        words: "unable to move what was fetched to \(Self.caches)/\(name) of the app's container: \(error)")
    }
  }

  /// Removes what was handed over of a transfer that nobody waits for any more.
  ///
  /// - Parameter file: its name, relative to the container.
  func take(back file: String, from container: String) {
    guard let name = FilePath(file).lastComponent?.string else { return }
    do throws(Errno) {
      let root = try Sys.open(container, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      defer { try? Sys.close(root) }
      let caches = try Sys.openBeneath(root, Self.caches, O_RDONLY | O_DIRECTORY)
      defer { try? Sys.close(caches) }
      try Sys.unlinkat(caches, name.utf8CString.map(\.self), 0)
    } catch {
      // The app has moved or removed the file, or its container is erased: roostd has nothing to remove.
    }
  }

  private static let caches = "Library/Caches"
  /// An app that puts a file at each of these names ends its own transfer.
  private static let mostNames = 100

  func remove(_ serial: TransferSerial) { try? Sys.unlink(part(of: serial)) }

  /// Removes the parts of transfers that nobody knows any more.
  func removeAll(except known: Set<TransferSerial>) {
    let names = Set(known.map(Self.name))
    for name in (try? Folder.names(in: path)) ?? [] where !names.contains(name) { try? Sys.unlink("\(path)/\(name)") }
  }

  private func part(of serial: TransferSerial) -> String { "\(path)/\(Self.name(of: serial))" }
  private static func name(of serial: TransferSerial) -> String { "\(serial.number).part" }

  private func storage(_ errno: Errno) -> Problem {
    Problem(failure: .storage, words: "unable to keep what is fetched in \(path): \(errno)")
  }
}
