// The files of a bundle with their current hashes. A file that did not change since it was read is not read again.
import Crypto
import FoundationEssentials
import Glibc
import Linux
import SystemPackage

/// A bundle at one moment. A user who changes, moves or replaces something of it, and puts it back, makes another one: the
/// kernel alone sets the time of a change (inode(7)).
package nonisolated struct BundleMoment: Equatable, Sendable {
  private struct Place: Equatable {
    let inode: UInt64, changed: Int64
  }

  private var places: [Place] = []
  fileprivate var count: Int { places.count }

  fileprivate mutating func add(_ status: FileStatus) {
    places.append(Place(inode: status.inode, changed: status.changed))
  }
}

/// The hashes of files by what stat(2) says of them. Used on one thread at a time.
nonisolated struct BundleHashes {
  private typealias Known = [String: (status: FileStatus, hash: String)]

  /// By bundle, and the file in it. A change of a file's content changes its status, at the least by the time of the change.
  private var known: [String: Known] = [:]
  /// Of the bundle that is being looked at: the files that are gone are forgotten.
  private var seen: Known = [:]

  /// Bytes of a bundle. Other launches wait while it is read: some seconds for so much, and hours for a hole of 1 TiB.
  static let limit: Int64 = 16 << 30

  /// Files and folders of a bundle, each of which is looked at before every launch.
  static let mostFiles = 20_000

  /// Forgets the files of a bundle that nobody launches any more.
  mutating func forget(_ bundle: String) { known[bundle] = nil }

  /// Everything in the bundle but its folders; links are not followed.
  mutating func entries(of bundle: String) throws(SealError) -> [String: Seal.Entry] {
    try look(at: bundle).entries
  }

  /// The same, and what another look finds as well if nobody has changed anything in between.
  mutating func look(at bundle: String) throws(SealError) -> (entries: [String: Seal.Entry], moment: BundleMoment) {
    var entries: [String: Seal.Entry] = [:]
    var left = Self.limit
    var moment = BundleMoment()
    moment.add(try reading(bundle, bundle) { path throws(Errno) in try FileStatus(of: path) })
    seen = [:]
    defer { seen = [:] }
    try walk(bundle, "", &entries, &moment, &left)
    known[bundle] = seen
    return (entries, moment)
  }

  private mutating func walk(
    _ bundle: String, _ folder: String, _ entries: inout [String: Seal.Entry], _ moment: inout BundleMoment,
    _ left: inout Int64
  ) throws(SealError) {
    let path = folder.isEmpty ? bundle : "\(bundle)/\(folder)"
    for name in try reading(bundle, path, { path throws(Errno) in try Folder.names(in: path) }) {
      let inside = folder.isEmpty ? name : "\(folder)/\(name)"
      // One would stand for the other: K and the Kelvin sign are the same to Swift (Unicode, “Canonical Equivalence”), and
      // two names to the kernel.
      guard entries[inside] == nil else { throw SealError(bundle: bundle, .lookalike(inside)) }
      let status = try reading(bundle, "\(bundle)/\(inside)") { path throws(Errno) in
        try FileStatus(of: path, followsLinks: false)
      }
      moment.add(status)
      guard moment.count <= Self.mostFiles else { throw SealError(bundle: bundle, .tooMany) }
      switch status.kind {
      case .folder: try walk(bundle, inside, &entries, &moment, &left)
      case .regular:
        guard status.size <= left else { throw SealError(bundle: bundle, .tooLarge(inside)) }
        left -= status.size
        let hash = try hash(of: inside, in: bundle)
        entries[inside] = .file(sha256: hash, isExecutable: status.permissions & 0o111 != 0)
      case .link:
        let target = try reading(bundle, "\(bundle)/\(inside)") { path throws(Errno) in try Sys.readlink(path) }
        entries[inside] = .link(to: target)
      case .socket, .pipe, .device: throw SealError(bundle: bundle, .unsealable(inside))
      }
    }
  }

  private mutating func hash(of inside: String, in bundle: String) throws(SealError) -> String {
    let path = "\(bundle)/\(inside)"
    let file = try reading(bundle, path) { path throws(Errno) in
      try Sys.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    defer { try? Sys.close(file) }
    let status = try reading(bundle, path) { _ throws(Errno) in try FileStatus(of: file) }
    if let known = known[bundle]?[inside], known.status == status {
      seen[inside] = known
      return known.hash
    }
    var function = SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try reading(bundle, path) { _ throws(Errno) in try Sys.read(file, into: &buffer) }
      if count == 0 { break }
      buffer.withUnsafeBytes { function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
    }
    let hash = function.finalize().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    // A second change within one tick of the kernel's clock would leave the same stamp.
    if calendarNow() - status.changed > 1_000_000_000 { seen[inside] = (status, hash) }
    return hash
  }

  private func reading<Answer>(
    _ bundle: String, _ path: String, _ read: (String) throws(Errno) -> Answer
  ) throws(SealError) -> Answer {
    do { return try read(path) } catch { throw SealError(bundle: bundle, .unreadable(path, error)) }
  }
}
