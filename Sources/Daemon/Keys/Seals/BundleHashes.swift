// The files of a bundle with their current hashes. A file that did not change since it was read is not read again.
import Crypto
import Foundation
import Glibc
import SystemPackage

/// The hashes of files by what stat(2) says of them. Used on one thread at a time.
nonisolated struct BundleHashes {
  /// A change of a file's content changes one of these; the last nobody sets but the kernel.
  private struct Stamp: Equatable {
    let device: UInt64, inode: UInt64
    let size: Int64
    /// Nanoseconds since 1970.
    let changed: Int64

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
      size = Int64(status.st_size)
      // By its bytes: a static build finds `timespec` in a module that cannot be named.
      changed = withUnsafeBytes(of: status.st_ctim) {
        $0.load(as: Int64.self) * 1_000_000_000 + $0.load(fromByteOffset: 8, as: Int64.self)
      }
    }
  }

  private var known: [String: (stamp: Stamp, hash: String)] = [:]

  /// Everything in the bundle but its folders; links are not followed.
  mutating func entries(of bundle: String) throws(SealError) -> [String: Seal.Entry] {
    var entries: [String: Seal.Entry] = [:]
    try walk(bundle, "", &entries)
    return entries
  }

  private mutating func walk(
    _ bundle: String, _ folder: String, _ entries: inout [String: Seal.Entry]
  ) throws(SealError) {
    let path = folder.isEmpty ? bundle : "\(bundle)/\(folder)"
    guard let stream = opendir(path) else { throw unreadable(bundle, path) }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name == "." || name == ".." { continue }
      let inside = folder.isEmpty ? name : "\(folder)/\(name)"
      var status = stat()
      guard lstat("\(bundle)/\(inside)", &status) == 0 else { throw unreadable(bundle, "\(bundle)/\(inside)") }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: try walk(bundle, inside, &entries)
      case S_IFREG:
        let hash = try hash(of: inside, in: bundle)
        entries[inside] = .file(sha256: hash, isExecutable: status.st_mode & 0o111 != 0)
      case S_IFLNK:
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(bundle)/\(inside)") else {
          throw unreadable(bundle, "\(bundle)/\(inside)")
        }
        entries[inside] = .link(to: target)
      default: throw SealError(bundle: bundle, .unsealable(inside))
      }
    }
  }

  private mutating func hash(of inside: String, in bundle: String) throws(SealError) -> String {
    let path = "\(bundle)/\(inside)"
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(bundle, path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw unreadable(bundle, path) }
    let stamp = Stamp(status)
    if let known = known[path], known.stamp == stamp { return known.hash }
    var function = SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(bundle, path) }
      if count == 0 { break }
      buffer.withUnsafeBytes { function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
    }
    let hash = function.finalize().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    // A second change within one tick of the kernel's clock would leave the same stamp.
    if calendarNow() - stamp.changed > 1_000_000_000 { known[path] = (stamp, hash) }
    return hash
  }

  private func unreadable(_ bundle: String, _ path: String) -> SealError {
    SealError(bundle: bundle, .unreadable(path, Errno(rawValue: errno)))
  }
}
