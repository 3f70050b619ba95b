// The folder that an import may read: a project names its files by paths, and might name those of its reader's home.
import FoundationEssentials
import Glibc

package struct SourceRoot: Sendable {
  /// The largest project file and property list that is read, in bytes.
  package static let largest = 32 << 20
  /// How many files a folder that is in the project as a whole may hold.
  package static let mostFiles = 50_000

  /// Without symbolic links.
  package let path: String
  /// Whose private files are read, and those of no others.
  package let owner: TreeOwner

  package enum Refusal: Error, Equatable {
    case missing, outside, notAFile
    /// Perhaps another user's, and shut to others.
    case shut
    /// The name on its way that begins with a dot.
    case hidden(String)
    /// The bytes it may have.
    case tooLarge(Int)
    case failed(String)
    /// As the end of a sentence.
    package func reason(_ root: SourceRoot) -> String {
      switch self {
      case .missing: "there is no such file"
      case .outside: "it is outside of \(root.path); name a folder that holds all of it with --root"
      case .hidden(let name):
        "the name \(name) below \(root.path) begins with a dot, as those of private files do; rename it, or give --root a "
          + "folder below it"
      case .shut where root.owner.isShared:
        "not everybody may read it, or a folder on its way, and others than its owner may write to the project; let "
          + "everybody read it with `chmod a+rX`, if all may"
      case .shut:
        "it, or a folder on its way, belongs to another user than the project, and not everybody may read it; put a copy in "
          + "its place, if all may read that"
      case .notAFile: "it is not a file"
      case .tooLarge(let most): "it is larger than \(most) bytes"
      case .failed(let why): why
      }
    }
  }

  /// Nil where there is no such folder.
  ///
  /// - Parameter owner: of the project that names the files to read; nil: the folder's.
  package init?(_ path: String, owner: TreeOwner? = nil) {
    guard let real = Self.real(path) else { return nil }
    var status = stat()
    guard stat(real, &status) == 0 else { return nil }
    self.path = real
    self.owner = owner ?? TreeOwner(user: status.st_uid, mode: status.st_mode)
  }

  /// Nil, and errno, where nothing is there.
  ///
  /// The kernel walks to it once, and tells where that has led (proc_pid_fd(5)). realpath(3) asks about each folder on the
  /// way by a path that begins at the root, which takes time by the square of the depth.
  static func real(_ path: String) -> String? {
    // O_PATH: nothing is opened that might wait or be closed to the reader (open(2)).
    let place = Glibc.open(path, 0o10000000 | O_CLOEXEC)
    guard place >= 0 else { return nil }
    defer { close(place) }
    return Self.path(of: place)
  }

  /// Where something is that is open, without links; nil, and errno, also where that is no text.
  static func path(of place: CInt) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { target in
      guard let start = target.baseAddress else { return nil }
      let length = readlink("/proc/self/fd/\(place)", start, target.count)
      guard length >= 0 else { return nil }
      // Two paths that are no text may be repaired to the same one.
      let path = String(validating: UnsafeRawBufferPointer(target)[..<length], as: UTF8.self)
      if path == nil { errno = EILSEQ }
      return path
    }
  }

  /// The file's or folder's own path: within the root, whatever links lead to it, and not hidden there. A project may lie in
  /// a home, beside the keys of the user who imports it.
  package func find(_ path: String) throws(Refusal) -> String {
    guard let real = Self.real(path) else {
      throw errno == ENOENT || errno == ENOTDIR ? .missing : .failed(String(cString: strerror(errno)))
    }
    guard !real.utf8.elementsEqual(self.path.utf8) else { return real }
    guard let below = place(of: real) else { throw .outside }
    let dot = UInt8(ascii: ".")
    guard below.utf8.first != dot, strstr(below, "/.") == nil else {
      throw .hidden(pathParts(below).first { $0.utf8.first == dot } ?? below)
    }
    return real
  }

  /// A path below the root; nil for one that is not there by its text. By its bytes: K and the Kelvin sign are the same to Swift,
  /// and two names to the kernel.
  package func place(of path: String) -> String? {
    let start = (self.path.utf8.count == 1 ? self.path : self.path + "/").utf8
    guard path.utf8.starts(with: start) else { return nil }
    return String(decoding: path.utf8.dropFirst(start.count), as: UTF8.self)
  }

  package func isFolder(_ path: String) -> Bool { Self.kind(path) == S_IFDIR }

  /// The file's own path; not a pipe's or device's, which have no end.
  package func findFile(_ path: String) throws(Refusal) -> String {
    let real = try find(path)
    guard Self.kind(real) == S_IFREG else { throw .notAFile }
    return real
  }

  /// - Parameters:
  ///   - largest: in bytes.
  ///   - isOwners: whether the owner must have written it, or those who may write to the project.
  package func read(
    _ path: String, atMost largest: Int = largest, isOwners: Bool = false
  ) throws(Refusal) -> [UInt8] {
    let file = try open(findFile(path))
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard owner.mayGive(user: status.st_uid, mode: status.st_mode) else { throw .shut }
    // Somebody may have put another one in its place since the owner was looked at.
    if isOwners, owner.inside(user: status.st_uid, mode: status.st_mode) != owner { throw .shut }
    guard status.st_size <= largest else { throw .tooLarge(largest) }
    var contents = [UInt8](repeating: 0, count: Int(status.st_size))
    var size = 0
    while size < contents.count {
      let count = contents.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress.map { $0 + size }, $0.count - size)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .failed(String(cString: strerror(errno))) }
      if count == 0 { break }
      size += count
    }
    return Array(contents[..<size])
  }

  /// - Parameter real: without links. Where somebody has put one since it was found, it leads nowhere.
  private func open(_ real: String) throws(Refusal) -> CInt {
    let file = LinklessPath.above(real, in: self) { openat($0, $1, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC) }
    guard let file, file >= 0 else { throw errno == EPERM ? .shut : .failed(String(cString: strerror(errno))) }
    return file
  }

  /// The names in a folder, in order; none of those that begin with a dot.
  package func names(in folder: String) -> [String] {
    guard let real = try? find(folder) else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: real)) ?? []
    return names.filter { $0.utf8.first != UInt8(ascii: ".") }.sorted()
  }

  private static func kind(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
