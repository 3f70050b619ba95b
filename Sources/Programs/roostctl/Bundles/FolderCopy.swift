// Copies files into a bundle: their content, and nothing of whose they were or what their owner permits.
import Glibc
import XcodeProjects

/// A copy belongs to the user who makes it, who may be root, and a stranger may have packed the source. So neither an owner,
/// set-user-ID, a permission to write, an access control list nor an extended attribute comes along: what is copied is made
/// anew. Each name is looked up once, below an open folder, and no link is followed on the way (openat(2)).
struct FolderCopy {
  /// In bytes: the daemon seals no larger bundle, and a hole takes room on the disk when it is copied.
  private static let largest: Int64 = 16 << 30
  /// The daemon looks at each of them when the app is launched, while other launches wait.
  private static let mostEntries = 20_000
  /// Two descriptors each.
  private static let deepest = 200

  /// As errors call what is copied.
  let whole: String
  /// Whether only files and folders are copied: a link might lead anywhere.
  private let isPlain: Bool
  /// The folder that holds everything to copy; nil where one is copied as a whole.
  private let tree: SourceRoot?
  /// Folders of the tree with names in them that begin with a dot, which are left out: a project may lie beside private files.
  private(set) var foldersWithHidden: [String] = []
  private var size: Int64 = 0
  private var entries = 0

  init(of whole: String, isPlain: Bool = false, in tree: SourceRoot? = nil) {
    (self.whole, self.isPlain, self.tree) = (whole, isPlain, tree)
  }

  /// Copies all that is in a folder into another one, which is open.
  mutating func copy(contentsOf source: String, to destination: CInt) throws(CommandFailure) {
    let from = try NamedPath.open(source, O_DIRECTORY)
    defer { close(from) }
    var status = stat()
    guard fstat(from, &status) == 0 else { throw unable("read \(source)", errno) }
    try copy(from, destination, source, 0, of: TreeOwner(user: status.st_uid, mode: status.st_mode))
  }

  /// Copies a program into an open folder, also by way of a link to it.
  mutating func copy(program source: String, to destination: CInt, _ name: String) throws(CommandFailure) {
    let program = try NamedPath.open(source)
    defer { close(program) }
    var status = stat()
    // Somebody may have put another in its place since it was looked at.
    guard fstat(program, &status) == 0, status.st_mode & 0o111 != 0 else {
      throw .refused("\(source) is not executable any more; copy it when nobody changes it")
    }
    try copyFile(program, destination, name, source)
  }

  /// Copies a file or a folder into an open folder.
  ///
  /// - Parameter source: a path from the root, and no link on it is followed.
  mutating func copy(_ source: String, to destination: CInt, _ name: String) throws(CommandFailure) {
    let done: Void? = try LinklessPath.above(source, in: tree) { folder, last throws(CommandFailure) in
      try copy(last, in: folder, to: destination, name, source, 0, of: tree?.owner)
    }
    guard done != nil else {
      guard let tree, errno == EPERM else { throw unable("read \(source)", errno) }
      let folder = "a folder on the way to \(source)"
      throw tree.owner.isShared ? Self.unowned(folder) : Self.shut(folder)
    }
  }

  /// - Parameter owner: of the tree, or of the folder whose contents are copied; nil: nobody has put anything there for others.
  private mutating func copy(
    _ from: CInt, _ to: CInt, _ path: String, _ depth: Int, of owner: TreeOwner?
  ) throws(CommandFailure) {
    guard depth < Self.deepest else {
      throw .refused("\(path) is more than \(Self.deepest) folders deep, the limit for a bundle; move it up")
    }
    // To Swift, and to the seal, names are the same that differ in the kernel: K and the Kelvin sign.
    var seen: Set<String> = []
    var hasHidden = false
    for name in try FolderNames.of(from, path) {
      guard tree == nil || !name.isHidden else {
        hasHidden = true
        continue
      }
      guard let text = name.text else {
        throw .refused("\(path) has the name \(name.shown), which is not valid UTF-8; rename it")
      }
      guard seen.insert(text).inserted else {
        throw .refused("\(path) has two names that read alike, \(name.shown); rename one of them")
      }
      try copy(text, in: from, to: to, text, "\(path)/\(text)", depth, of: owner)
    }
    if hasHidden { foldersWithHidden.append(path) }
  }

  private mutating func copy(
    _ name: String, in from: CInt, to: CInt, _ newName: String, _ path: String, _ depth: Int, of owner: TreeOwner?
  ) throws(CommandFailure) {
    var status = stat()
    guard fstatat(from, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw unable("read \(path)", errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: try copyFile(from, name, to, newName, path, of: owner)
    case S_IFDIR: try copyFolder(from, name, to, newName, path, depth, of: owner)
    case _ where isPlain: return
    case S_IFLNK: try copyLink(from, to, name, path)
    default: throw .refused("\(path) is neither a file, a folder nor a link; leave it out of the bundle")
    }
  }

  private mutating func count(_ path: String, _ bytes: Int64 = 0) throws(CommandFailure) {
    entries += 1
    guard entries <= Self.mostEntries else {
      throw .refused("\(whole) has more than \(Self.mostEntries) files, the limit for a bundle; leave files out of it")
    }
    size = size.addingReportingOverflow(bytes).partialValue
    guard (0...Self.largest).contains(size) else {
      throw .refused("\(whole) has more than \(Self.largest >> 30) GiB, the limit for a bundle; leave files out of it")
    }
  }

  private mutating func copyFolder(
    _ from: CInt, _ name: String, _ to: CInt, _ newName: String, _ path: String, _ depth: Int, of owner: TreeOwner?
  ) throws(CommandFailure) {
    try count(path)
    let source = openat(from, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard source >= 0 else { throw unable("list \(path)", errno) }
    defer { close(source) }
    let status = try refuseOthers(source, path, of: owner)
    guard mkdirat(to, newName, 0o700) == 0 else { throw unable("copy \(path)", errno) }
    let copied = openat(to, newName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard copied >= 0 else { throw unable("copy \(path)", errno) }
    defer { close(copied) }
    let inside = owner?.inside(user: status.st_uid, mode: status.st_mode)
    try copy(source, copied, path, depth + 1, of: inside)
    guard fchmod(copied, 0o755) == 0 else { throw unable("copy \(path)", errno) }
  }

  private mutating func copyLink(_ from: CInt, _ to: CInt, _ name: String, _ path: String) throws(CommandFailure) {
    try count(path)
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlinkat(from, name, &target, target.count - 1)
    guard length >= 0 else { throw unable("read \(path)", errno) }
    guard symlinkat(target, to, name) == 0 else { throw unable("copy \(path)", errno) }
  }

  private mutating func copyFile(
    _ from: CInt, _ name: String, _ to: CInt, _ newName: String, _ path: String, of owner: TreeOwner?
  ) throws(CommandFailure) {
    // One that has become a FIFO meanwhile would wait for somebody who writes to it.
    let source = openat(from, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    guard source >= 0 else { throw unable("read \(path)", errno) }
    defer { close(source) }
    _ = try refuseOthers(source, path, of: owner)
    try copyFile(source, to, newName, path)
  }

  /// Refuses a file or folder that somebody may have put there who may not read it.
  private func refuseOthers(
    _ source: CInt, _ path: String, of owner: TreeOwner?
  ) throws(CommandFailure) -> stat {
    var status = stat()
    guard fstat(source, &status) == 0 else { throw unable("read \(path)", errno) }
    guard let owner else { return status }
    // A folder is a link of each folder in it.
    if status.st_uid != owner.user, status.st_mode & S_IFMT != S_IFDIR, status.st_nlink > 1 {
      throw .refused(
        "\(path) is a hard link to a file of another user than the folder's; put a copy in its place, if you may read it"
      )
    }
    guard owner.mayGive(user: status.st_uid, mode: status.st_mode) else {
      throw status.st_uid == owner.user ? Self.unowned(path) : Self.shut(path)
    }
    return status
  }

  private static func shut(_ path: String) -> CommandFailure {
    .refused(
      "\(path) belongs to another user than what is copied, and not everybody may read it, as everybody may a copy; "
        + "put a copy of yours in its place, if all may read that")
  }

  private static func unowned(_ path: String) -> CommandFailure {
    .refused(
      "\(path) may have been put there by others than its folder's owner, who may write there, and not everybody may read it, "
        + "as everybody may a copy; let everybody read it with `chmod a+rX`, if all may")
  }

  private mutating func copyFile(
    _ source: CInt, _ to: CInt, _ newName: String, _ path: String
  ) throws(CommandFailure) {
    var status = stat()
    guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .refused("\(path) is not a file any more; copy it when nobody changes it")
    }
    try count(path, Int64(status.st_size))
    let copied = openat(to, newName, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard copied >= 0 else { throw unable("copy \(path)", errno) }
    defer { close(copied) }
    try fill(copied, from: source, Int64(status.st_size), path)
    let mode: mode_t = status.st_mode & 0o111 == 0 ? 0o644 : 0o755
    guard fchmod(copied, mode) == 0 else { throw unable("copy \(path)", errno) }
  }

  /// No more than there was when it was opened: somebody may write to it.
  private func fill(_ copied: CInt, from source: CInt, _ size: Int64, _ path: String) throws(CommandFailure) {
    var buffer = [UInt8](repeating: 0, count: Int(min(size, 1 << 20)))
    var left = size
    while left > 0 {
      let count = read(source, &buffer, Int(min(left, Int64(buffer.count))))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unable("read \(path)", errno) }
      if count == 0 { return }
      var written = 0
      while written < count {
        let more = buffer.withUnsafeBytes { write(copied, $0.baseAddress.map { $0 + written }, count - written) }
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { throw unable("copy \(path)", errno) }
        written += more
      }
      left -= Int64(count)
    }
  }
}
