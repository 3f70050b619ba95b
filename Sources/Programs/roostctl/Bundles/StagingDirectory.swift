// A directory beside a bundle-to-be, which takes its place in one step or leaves nothing behind.
import CRename
import Glibc

struct StagingDirectory: ~Copyable {
  /// Between the name of a bundle that is installed and the letters of mkdtemp(3): no folder of a person is called so.
  static let ofInstall = ".install-"

  let path: String
  private let output: String
  /// The directory that was made, wherever it is moved.
  private let made: HeldFolder
  /// A bundle was there, which lies at ``path`` since.
  private var hasReplaced = false
  /// Whether the bundle at ``path`` stays, because it could not be put back.
  private var isKept = false

  init(besides output: String, mark: String = ".") throws(CommandFailure) {
    var template = Array((output + mark + "XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw unable("make a directory beside \(output)", errno) }
    let path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    let made: HeldFolder
    do throws(CommandFailure) {
      made = try HeldFolder(made: path)
    } catch {
      rmdir(path)
      throw error
    }
    (self.path, self.output) = (path, output)
    self.made = made
  }

  /// Readable for everyone, whatever umask(2) the caller has.
  func write(info: some Sequence<UInt8>) throws(CommandFailure) {
    try made.write(info, to: "Info.plist", mode: 0o600)
    guard fchmodat(folder, "Info.plist", 0o644, 0) == 0 else { throw unable("make \(path)/Info.plist", errno) }
  }

  /// The directory, open.
  var folder: CInt { made.descriptor }

  /// Whether an install of the bundle `name` that was killed has left `entry` beside it.
  static func isLeftover(_ entry: String, ofInstalling name: String) -> Bool {
    let beginning = Array((name + ofInstall).utf8)
    guard entry.utf8.starts(with: beginning) else { return false }
    let rest = entry.utf8.dropFirst(beginning.count)
    let end = rest.dropFirst(6)
    // mkdtemp(3) takes nothing else: a bundle may be called so that has `.app` among these six.
    return rest.prefix(6).count { isalnum(CInt($0)) != 0 } == 6 && (end.isEmpty || end.elementsEqual(".old".utf8))
  }

  /// A bundle that is there changes places with the new one, and goes with this directory unless ``putBack(after:)`` is
  /// called: the name leads to one of the two at any moment.
  ///
  /// - Parameter isSynced: whether all that is in it is on disk before. The seal of a bundle is, and files that a power cut has left
  ///   empty would be changed ones.
  mutating func moveIntoPlace(isSynced: Bool = false) throws(CommandFailure) {
    // mkdtemp(3) makes it private; an app's bundle is for everyone to read.
    guard fchmod(folder, 0o755) == 0 else { throw unable("open \(path)", errno) }
    if isSynced, syncfs(folder) != 0 { throw unable("write \(path) to the disk", errno) }
    try made.checkPlace()
    if rename(path, output) == 0 { return try checkOutput() }
    guard errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR else { throw unable("make \(output)", errno) }
    guard access("\(output)/Info.plist", F_OK) == 0 else {
      throw .refused("\(output) exists and is not a bundle; move it away or choose another name")
    }
    try exchange()
    hasReplaced = true
    try checkOutput()
  }

  private var isOurs: Bool { FileIdentity(of: output) == FileIdentity(of: folder) }

  /// Nobody has put another directory at ``path`` in the last moment.
  private mutating func checkOutput() throws(CommandFailure) {
    if isOurs { return }
    // The bundle that was there before lies at ``path`` then.
    isKept = hasReplaced
    throw HeldFolder.replaced(output)
  }

  /// Takes the new bundle away again, and gives its place to the one that was there before.
  mutating func putBack(after failure: CommandFailure) throws(CommandFailure) {
    guard hasReplaced else {
      // A bundle that somebody else has put there stays.
      if isOurs { rename(output, path) }
      return
    }
    do throws(CommandFailure) {
      guard isOurs else { throw .refused("\(output) is another one by now") }
      try exchange()
    } catch {
      isKept = true
      throw .refused(
        "\(failure.description); the bundle that was there before is \(path) now, since \(error.description); move it back"
      )
    }
  }

  /// `path` and `output` change places.
  private func exchange() throws(CommandFailure) {
    if renameat2(AT_FDCWD, path, AT_FDCWD, output, exchangeNames) == 0 { return }
    // A file system, or a kernel, that cannot do so (rename(2)).
    guard [EINVAL, ENOSYS, EXDEV].contains(errno) else { throw unable("replace \(output)", errno) }
    let old = path + ".old"
    guard rename(output, old) == 0 else {
      guard errno == EXDEV else { throw unable("replace \(output)", errno) }
      throw .refused(
        "unable to replace \(output): it is of a lower layer of overlayfs, whose folders cannot be moved; remove it first, with "
          + "`roostctl uninstall ID` where it is installed")
    }
    guard rename(path, output) == 0, rename(old, path) == 0 else {
      let reason = errno
      rename(output, path)
      rename(old, output)
      throw unable("replace \(output)", reason)
    }
  }

  deinit { if !isKept { try? FolderRemoval.remove(path) } }
}
