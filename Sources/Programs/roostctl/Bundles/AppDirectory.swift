// An app directory that this process holds: nobody else installs or uninstalls there meanwhile (flock(2)).
import Glibc

/// The lock is on the directory itself, so that no file of it stays, and the kernel takes it back from a process that is killed.
struct AppDirectory {
  /// As the daemon's configuration has it.
  let path: String
  private let descriptor: CInt
  /// A bundle that is being removed is called this and six letters: the daemon does not look for apps there.
  private static let ofUninstall = ".uninstall-"

  private init(_ path: String) throws(CommandFailure) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unable("open \(path)", errno) }
  }

  /// Holds these directories while `body` runs. A command that holds several asks for them in the daemon's order, so that no two wait
  /// for each other.
  static func holding<Result>(
    _ paths: [String], _ body: ([AppDirectory]) throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    var held: [AppDirectory] = []
    defer { for directory in held { close(directory.descriptor) } }
    var locked: [FileIdentity?] = []
    for path in paths {
      let directory = try AppDirectory(path)
      held.append(directory)
      // A second lock of one directory would wait for the first.
      let identity = FileIdentity(of: directory.descriptor)
      guard !locked.contains(identity) else { continue }
      try directory.lock()
      locked.append(identity)
    }
    return try body(held)
  }

  private func lock() throws(CommandFailure) {
    try Progress.during("waiting for another install in \(path)") { () throws(CommandFailure) in
      while flock(descriptor, LOCK_EX) != 0 {
        // NFS locks only what is open for writing, which no directory is (flock(2)); there nobody waits.
        if [EBADF, ENOLCK, EOPNOTSUPP].contains(errno) { return }
        guard errno == EINTR else { throw unable("lock \(path)", errno) }
      }
    }
  }

  /// The name that `path` is in this directory, as a text: no link is followed. Nil when it lies elsewhere, or deeper.
  func name(of path: String) -> String? {
    // By its bytes: a slash that a mark combines with is one to the kernel.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    let (parent, name) = (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
    guard parent == self.path || parent == realPath, !["", ".", ".."].contains(name) else { return nil }
    return name
  }

  /// Of the directory that is open, without links.
  private var realPath: String? {
    guard let real = realpath("/proc/self/fd/\(descriptor)", nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Waits until it is on disk which bundle has which name (fsync(2)).
  func sync() throws(CommandFailure) {
    while fsync(descriptor) != 0 {
      // A file system without a disk.
      if errno == EINVAL { return }
      guard errno == EINTR else { throw unable("write \(path) to the disk", errno) }
    }
  }

  /// Removes the bundle of that name, or the link, and nothing that it leads to. It has another name before: the daemon would launch the
  /// half of a bundle that a killed command leaves, since its seal is gone.
  func removeBundle(_ name: String) throws(CommandFailure) {
    let letters = (0..<6).map { _ in Character(UnicodeScalar(UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z")))) }
    let hidden = Self.ofUninstall + String(letters)
    if renameat(descriptor, name, descriptor, hidden) == 0 { return try remove(hidden) }
    switch errno {
    case ENOENT: return
    // A folder of a lower layer of overlayfs has no new name, nor has a mount (rename(2)): each is emptied where it is.
    case EXDEV, EBUSY: try remove(name)
    case let error: throw unable("remove \(path)/\(name)", error)
    }
  }

  private func remove(_ name: String) throws(CommandFailure) {
    try FolderRemoval.remove(Array(name.utf8CString), in: descriptor, "\(path)/\(name)")
  }

  /// Removes the folders that installs of that name and uninstalls have left that were killed; one that cannot be removed is in nobody's
  /// way.
  func removeLeftovers(of name: String) {
    for entry in (try? FolderNames.of(descriptor, path)) ?? [] {
      guard let text = entry.text else { continue }
      if StagingDirectory.isLeftover(text, ofInstalling: name) || Self.isLeftover(text) { try? remove(text) }
    }
  }

  private static func isLeftover(_ entry: String) -> Bool {
    entry.utf8.starts(with: ofUninstall.utf8) && entry.utf8.count == ofUninstall.utf8.count + 6
  }
}
