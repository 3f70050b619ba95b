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
    /// Whether nothing is in the part.
    let isEmpty: Bool
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
        throw Problem(failure: .helper, words: "the roost-transfer of an earlier roostd still runs; roostd tries again")
      } catch {
        throw storage(error)
      }
      let isEmpty: Bool
      do throws(Errno) { isEmpty = try FileStatus(of: part).size == 0 } catch { throw storage(error) }
      return Files(
        part: part, isEmpty: isEmpty,
        file: try transfer.request.file.map { name throws(Problem) in try send(name, in: container) })
    } catch {
      try? Sys.close(part)
      throw error
    }
  }

  /// A regular file of the app's own, reached by no link: an app must not have the daemon read for it.
  private func send(_ name: String, in container: String) throws(Problem) -> CInt {
    func problem(_ why: String) -> Problem {
      Problem(
        failure: .noFile,
        words: "unable to read the file to send \(name.prefix(200)): \(why); name a file of the app's container")
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
    do throws(Errno) {
      let root = try Sys.open(container, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      defer { try? Sys.close(root) }
      let owner = try FileStatus(of: root)
      let caches = try openCaches(in: root, owner)
      defer { try? Sys.close(caches) }
      let part = try Sys.open(self.part(of: serial), O_RDWR | O_NOFOLLOW | O_CLOEXEC)
      defer { try? Sys.close(part) }
      let size = try FileStatus(of: part).size
      try Sys.fsync(part)
      try Sys.fchown(part, owner.user, owner.group)
      let name: String
      do throws(Errno) {
        name = try place(self.part(of: serial), into: caches, serial)
      } catch .improperLink {
        name = try copy(part, into: caches, serial, owner)
        remove(serial)
      }
      return ("\(Self.caches)/\(name)", size)
    } catch {
      let place = "\(Self.caches)/\(Self.file(of: serial))"
      throw Problem(
        failure: .storage,
        words: "unable to move the fetched file to \(place) of the app's container: \(error); check that the app may "
          + "write there and the disk has space")
    }
  }

  /// Makes it where the app has removed it since it was launched.
  private func openCaches(in root: CInt, _ owner: FileStatus) throws(Errno) -> CInt {
    do throws(Errno) {
      return try Sys.openBeneath(root, Self.caches, O_RDONLY | O_DIRECTORY)
    } catch .noSuchFileOrDirectory {
      let library = try openFolder("Library", in: root, owner)
      defer { try? Sys.close(library) }
      return try openFolder("Caches", in: library, owner)
    }
  }

  /// Follows no link, which the app may have put there.
  private func openFolder(_ name: String, in folder: CInt, _ owner: FileStatus) throws(Errno) -> CInt {
    var isNew = true
    do throws(Errno) { try Sys.mkdirat(folder, name, 0o700) } catch .fileExists { isNew = false }
    let opened = try Sys.openBeneath(folder, name, O_RDONLY | O_DIRECTORY)
    do throws(Errno) {
      if isNew { try Sys.fchown(opened, owner.user, owner.group) }
    } catch {
      try? Sys.close(opened)
      throw error
    }
    return opened
  }

  /// An end that is on record has its file, and one that failed has left none.
  private func place(_ file: String, into caches: CInt, _ serial: TransferSerial) throws(Errno) -> String {
    let name = try move(file, into: caches, serial)
    do throws(Errno) { try Sys.fsync(caches) } catch {
      try? unlink(name, in: caches)
      throw error
    }
    return name
  }

  /// By the open folder: in its place the app may put a link at any time. And beside what it has kept there since an earlier run
  /// of the daemon, in which numbers may have been the same.
  ///
  /// - Returns: the name that it has there.
  private func move(_ file: String, into caches: CInt, _ serial: TransferSerial) throws(Errno) -> String {
    var name = Self.file(of: serial)
    var tries = 1
    while true {
      do throws(Errno) {
        try Sys.renameNew(file, "/proc/self/fd/\(caches)/\(name)")
        return name
      } catch .fileExists where tries < Self.mostNames {
        tries += 1
        name = "\(Self.file(of: serial))-\(tries)"
      } catch .invalidArgument {
        // Some file systems know no such rename.
        try Sys.rename(file, "/proc/self/fd/\(caches)/\(name)")
        return name
      }
    }
  }

  /// The same where the container is on another mount or subvolume, or of another project of quotas. The file is on disk when this
  /// returns. A daemon that is killed before that leaves the part, and a draft which the next attempt replaces.
  private func copy(
    _ part: CInt, into caches: CInt, _ serial: TransferSerial, _ owner: FileStatus
  ) throws(Errno) -> String {
    let draft = ".\(Self.file(of: serial))"
    do throws(Errno) { try unlink(draft, in: caches) } catch .noSuchFileOrDirectory {}
    do throws(Errno) {
      // The app may put something else in its place, and has that then.
      let copy = try Sys.openat(caches, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      do throws(Errno) {
        try fill(copy, from: part)
        try Sys.fchown(copy, owner.user, owner.group)
        try Sys.fsync(copy)
      } catch {
        try? Sys.close(copy)
        throw error
      }
      // A file system of the network tells only now that it is full (close(2)).
      try Sys.close(copy)
      return try place("/proc/self/fd/\(caches)/\(draft)", into: caches, serial)
    } catch {
      try? unlink(draft, in: caches)
      throw error
    }
  }

  private func fill(_ copy: CInt, from part: CInt) throws(Errno) {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try Sys.read(part, into: &buffer)
      guard count > 0 else { return }
      let bytes = Array(buffer.prefix(count))
      var written = 0
      while written < count { written += try Sys.write(copy, bytes, from: written) }
    }
  }

  private func unlink(_ name: String, in folder: CInt) throws(Errno) {
    try Sys.unlinkat(folder, name.utf8CString.map(\.self), 0)
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
      try unlink(name, in: caches)
    } catch {
      // The app has moved or removed the file, or its container is erased: roostd has nothing to remove.
    }
  }

  private static let caches = "Library/Caches"
  /// An app that puts a file at each of these names ends its own transfer.
  private static let mostNames = 100

  func remove(_ serial: TransferSerial) { try? Sys.unlink(part(of: serial)) }

  /// The bytes of the parts that earlier daemons have left.
  func sizes() -> [TransferSerial: Int64] {
    var sizes: [TransferSerial: Int64] = [:]
    for name in (try? Folder.names(in: path)) ?? [] {
      guard let number = UInt64(name.prefix { $0 != "." }) else { continue }
      let serial = TransferSerial(number: number)
      guard name == Self.name(of: serial), let status = try? FileStatus(of: part(of: serial), followsLinks: false)
      else { continue }
      sizes[serial] = status.size
    }
    return sizes
  }

  /// Removes the parts of transfers that nobody knows any more.
  func removeAll(except known: Set<TransferSerial>) {
    let names = Set(known.map(Self.name))
    for name in (try? Folder.names(in: path)) ?? [] where !names.contains(name) { try? Sys.unlink("\(path)/\(name)") }
  }

  private func part(of serial: TransferSerial) -> String { "\(path)/\(Self.name(of: serial))" }
  private static func name(of serial: TransferSerial) -> String { "\(serial.number).part" }
  private static func file(of serial: TransferSerial) -> String { "transfer-\(serial.number)" }

  private func storage(_ errno: Errno) -> Problem {
    Problem(
      failure: .storage,
      words: "unable to keep a part in \(path): \(errno); check that roostd may write there and the disk has space")
  }
}
