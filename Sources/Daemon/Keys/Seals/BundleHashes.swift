// The files of a bundle with their current hashes. A file that nobody can have changed since it was read is not read again.
import Crypto
import FoundationEssentials
import Glibc
import Linux
import SystemPackage

/// A bundle at one moment. A user who changes, moves or replaces something of it, and puts it back, makes another one: the
/// kernel alone sets the time of a change (inode(7)). One who does that by a mapping does not (see ``BundleHashes``).
package nonisolated struct BundleMoment: Equatable, Sendable {
  private struct Place: Equatable {
    let inode: UInt64, changed: Int64
  }

  private var places: [Place] = []
  /// The SHA-256 of its Info.plist, in hexadecimal; nil where the bundle has no such file.
  package fileprivate(set) var infoPlist: String?
  fileprivate var count: Int { places.count }

  fileprivate mutating func add(_ status: FileStatus) {
    places.append(Place(inode: status.inode, changed: status.changed))
  }
}

/// The hashes of files by what stat(2) says of them, where that tells of each change. Used on one thread at a time.
///
/// It does not for a file that somebody has mapped as shared (mmap(2)): the kernel sets the times at the first store to a page, and
/// then not before it has written that page to a disk, which in a tmpfs it never does. So no hash is kept of a file that others may
/// write to.
nonisolated struct BundleHashes {
  private typealias Known = [String: (status: FileStatus, hash: String)]

  /// By bundle, and the file in it: of those that root and the daemon alone may write to.
  private var known: [String: Known] = [:]
  /// Of the bundle that is being looked at: the files that are gone are forgotten.
  private var seen: Known = [:]
  private let daemonUser = geteuid()

  /// Bytes of a bundle. Other launches wait while it is read: some seconds for so much, and hours for a hole of 1 TiB.
  static let limit: Int64 = 16 << 30

  /// Files and folders of a bundle, each of which is looked at before every launch.
  static let mostFiles = 20_000

  /// Bytes of the paths of those in the bundle, and of where its links lead: the seal lists them, and so does the daemon's memory. Below
  /// deep folders with long names 20,000 files would have a gigabyte of them.
  static let mostText = 8 << 20

  /// Folders in each other, each of which stays open while what is in it is looked at.
  static let deepest = 200

  /// Forgets the files of a bundle that nobody launches any more.
  mutating func forget(_ bundle: String) { known[bundle] = nil }

  /// Everything in the bundle but its folders; links are not followed, and none may lead out of it but into the installed system.
  mutating func entries(of bundle: String) throws(SealError) -> [String: Seal.Entry] {
    let entries = try look(at: bundle).entries
    for (file, entry) in entries.sorted(by: { $0.key < $1.key }) {
      // Virtual environments of Python have links to the interpreter of the system.
      if case .link(let target) = entry, !SystemFolders.hold(target), !Self.staysInside(target, from: file) {
        throw SealError(bundle: bundle, .outside(file))
      }
    }
    return entries
  }

  /// By the text alone. After a name a `..` might follow another link, so that nobody could say where it leads.
  private static func staysInside(_ target: String, from file: String) -> Bool {
    let separator = UInt8(ascii: "/")
    let parts = target.utf8.split(separator: separator).filter { !$0.elementsEqual(".".utf8) }
    let up = parts.prefix { $0.elementsEqual("..".utf8) }.count
    return !target.utf8.starts(with: "/".utf8) && up < file.utf8.split(separator: separator).count
      && !parts.dropFirst(up).contains { $0.elementsEqual("..".utf8) }
  }

  /// The same, and what another look finds as well if nobody has changed anything in between. Each name is looked up in a folder that
  /// is open: the bundle's owner may put links and mounts in the place of what is in it.
  mutating func look(at bundle: String) throws(SealError) -> (entries: [String: Seal.Entry], moment: BundleMoment) {
    let folder = try reading(bundle, bundle) { path throws(Errno) in
      try Sys.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    defer { try? Sys.close(folder) }
    var look = Look(bundle: bundle)
    let status = try reading(bundle, bundle) { _ throws(Errno) in try FileStatus(of: folder) }
    look.moment.add(status)
    seen = [:]
    defer { seen = [:] }
    try walk(folder, Place(path: "", depth: 0, isOurs: isOurs(status)), &look)
    known[bundle] = seen
    look.moment.infoPlist = Seal.hash(ofInfoPlistIn: look.entries)
    return (look.entries, look.moment)
  }

  private struct Look {
    let bundle: String
    var entries: [String: Seal.Entry] = [:]
    var moment = BundleMoment()
    /// Bytes that may still be read.
    var left = BundleHashes.limit
    private var text = 0

    init(bundle: String) { self.bundle = bundle }

    mutating func count(_ path: String) throws(SealError) {
      text += path.utf8.count
      guard text <= BundleHashes.mostText else { throw SealError(bundle: bundle, .tooLong) }
    }
  }

  /// A folder of the bundle.
  private struct Place {
    let path: String
    let depth: Int
    /// Whether it, and each above it in the bundle, is as a folder of the daemon's has to be.
    let isOurs: Bool
  }

  /// Whether nobody but root and the daemon's user may write to it, as ``OwnFolder`` judges folders. An access control list gives others
  /// no more than the mode says (acl(5)).
  private func isOurs(_ status: FileStatus) -> Bool {
    (status.user == 0 || status.user == daemonUser) && status.permissions & 0o022 == 0
  }

  private mutating func walk(_ folder: CInt, _ place: Place, _ look: inout Look) throws(SealError) {
    let bundle = look.bundle
    guard place.depth < Self.deepest else { throw SealError(bundle: bundle, .tooDeep(place.path)) }
    for name in try names(in: folder, place.path, look) {
      let inside = place.path.isEmpty ? name : "\(place.path)/\(name)"
      try look.count(inside)
      let path = "\(bundle)/\(inside)"
      // One would stand for the other: K and the Kelvin sign are the same to Swift (Unicode, “Canonical Equivalence”), and
      // two names to the kernel.
      guard look.entries[inside] == nil else { throw SealError(bundle: bundle, .lookalike(inside)) }
      let status = try reading(bundle, path) { _ throws(Errno) in try FileStatus(of: name, in: folder) }
      look.moment.add(status)
      guard look.moment.count <= Self.mostFiles else { throw SealError(bundle: bundle, .tooMany) }
      switch status.kind {
      case .folder:
        let below = try reading(bundle, path) { _ throws(Errno) in
          try Sys.openBeneath(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        }
        defer { try? Sys.close(below) }
        try walk(below, Place(path: inside, depth: place.depth + 1, isOurs: place.isOurs && isOurs(status)), &look)
      case .regular:
        let entry = try hash(name, in: folder, inside, place.isOurs, &look)
        look.entries[inside] = entry
      case .link:
        let target = try reading(bundle, path) { _ throws(Errno) in try Sys.readlink(name, in: folder) }
        try look.count(target)
        look.entries[inside] = .link(to: target)
      case .socket, .pipe, .device: throw SealError(bundle: bundle, .unsealable(inside))
      }
    }
  }

  /// No more than a bundle may have: its owner may make names for as long as they are listed.
  private func names(in folder: CInt, _ place: String, _ look: Look) throws(SealError) -> [String] {
    let most = Self.mostFiles - look.moment.count
    var names: [String] = []
    var isOver = false
    while !isOver, names.count <= most {
      isOver = true
      try reading(look.bundle, place.isEmpty ? look.bundle : "\(look.bundle)/\(place)") { _ throws(Errno) in
        try Sys.forEachEntry(ofOpen: folder) { name in
          isOver = false
          if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) {
            names.append(String(decoding: name, as: UTF8.self))
          }
        }
      }
    }
    guard names.count <= most else { throw SealError(bundle: look.bundle, .tooMany) }
    return names
  }

  /// - Parameter isKept: whether the hash is, if the file is ours as well: a user who may write to its folder may have mapped the file
  ///   before root took it over.
  private mutating func hash(
    _ name: String, in folder: CInt, _ inside: String, _ isKept: Bool, _ look: inout Look
  ) throws(SealError) -> Seal.Entry {
    let bundle = look.bundle
    let path = "\(bundle)/\(inside)"
    let file = try reading(bundle, path) { _ throws(Errno) in
      try Sys.openBeneath(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    }
    defer { try? Sys.close(file) }
    // Another may be in its place since it was looked at, and it may have grown.
    let status = try reading(bundle, path) { _ throws(Errno) in try FileStatus(of: file) }
    guard status.kind == .regular else { throw SealError(bundle: bundle, .unsealable(inside)) }
    guard status.size <= look.left else { throw SealError(bundle: bundle, .tooLarge(inside)) }
    look.left -= status.size
    let isExecutable = status.permissions & 0o111 != 0
    let isKept = isKept && isOurs(status)
    if isKept, let known = known[bundle]?[inside], known.status == status {
      seen[inside] = known
      return .file(sha256: known.hash, isExecutable: isExecutable)
    }
    let hash = try content(of: file, status.size, inside, bundle)
    // A second change within one tick of the kernel's clock would leave the same stamp.
    if isKept, calendarNow() - status.changed > 1_000_000_000 { seen[inside] = (status, hash) }
    return .file(sha256: hash, isExecutable: isExecutable)
  }

  /// Its hash. A file whose end moves away while it is read would be read without end.
  private func content(
    of file: CInt, _ size: Int64, _ inside: String, _ bundle: String
  ) throws(SealError) -> String {
    var function = SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var read: Int64 = 0
    while read <= size {
      let count = try reading(bundle, "\(bundle)/\(inside)") { _ throws(Errno) in try Sys.read(file, into: &buffer) }
      if count == 0 { break }
      read += Int64(count)
      buffer.withUnsafeBytes { function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
    }
    guard read == size else { throw SealError(bundle: bundle, .changing(inside)) }
    return function.finalize().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  private func reading<Answer>(
    _ bundle: String, _ path: String, _ read: (String) throws(Errno) -> Answer
  ) throws(SealError) -> Answer {
    do { return try read(path) } catch { throw SealError(bundle: bundle, .unreadable(path, error)) }
  }
}
