// Reading a small file on the loop's own thread, whatever is in its place.
import Glibc
package import SystemPackage

package nonisolated enum SmallFile {
  package enum ReadError: Error, CustomStringConvertible {
    case missing
    case notRegular(String)
    case tooLarge(String, limit: Int)
    case system(String, Errno)

    package var description: String {
      switch self {
      case .missing: "no such file"
      case .notRegular(let path): "\(path) is not a regular file; put a regular file in its place"
      case .tooLarge(let path, let limit): "\(path) is larger than \(limit / 1024) KiB, the limit for such a file"
      case .system(let path, let errno): "\(path): \(errno)"
      }
    }
  }

  /// The bytes of the regular file at `path`.
  ///
  /// - Parameter followsLinks: false where a link in its place is no regular file.
  package static func read(_ path: String, limit: Int, followsLinks: Bool = true) throws(ReadError) -> [UInt8] {
    let (descriptor, status) = try open(path, followsLinks: followsLinks)
    defer { try? Sys.close(descriptor) }
    guard status.size <= limit else { throw .tooLarge(path, limit: limit) }
    return try bytes(of: descriptor, path, atMost: Int(status.size))
  }

  /// Opens the regular file at `path` for reading. Nothing else is opened: a device may begin to do something then, for a user who
  /// may not open it himself. In the instant after the look O_NONBLOCK keeps a FIFO from waiting for its writer (fifo(7)).
  package static func open(
    _ path: String, followsLinks: Bool = true
  ) throws(ReadError) -> (descriptor: CInt, status: FileStatus) {
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW)
    let descriptor: CInt
    do throws(Errno) {
      let isRegular = try FileStatus(of: path, followsLinks: followsLinks).kind == .regular
      descriptor = isRegular ? try Sys.open(path, flags) : -1
    } catch {
      throw error == .noSuchFileOrDirectory || error == .notDirectory ? .missing : .system(path, error)
    }
    guard descriptor >= 0 else { throw .notRegular(path) }
    do throws(Errno) {
      let status = try FileStatus(of: descriptor)
      if status.kind == .regular { return (descriptor, status) }
    } catch {
      try? Sys.close(descriptor)
      throw .system(path, error)
    }
    try? Sys.close(descriptor)
    throw .notRegular(path)
  }

  /// Opens a regular file of the folder `root`, whose owner is not trusted, and who may have put a link in its place. One that stays
  /// in the folder is followed; any other could have the daemon wait for a file system that does not answer.
  ///
  /// - Throws: `EXDEV` where a link leads out of the folder.
  package static func open(
    _ file: String, inside root: String
  ) throws(ReadError) -> (descriptor: CInt, status: FileStatus) {
    let path = "\(root)/\(file)"
    // The usual one has no link in its place, and takes no more calls than one of a trusted owner.
    if !file.utf8.contains(UInt8(ascii: "/")) {
      do throws(ReadError) {
        return try open(path, followsLinks: false)
      } catch {
        guard case .notRegular = error else { throw error }
      }
    }
    let place: CInt
    do throws(Errno) { place = try self.place(of: file, inside: root) } catch {
      throw error == .noSuchFileOrDirectory || error == .notDirectory ? .missing : .system(path, error)
    }
    defer { try? Sys.close(place) }
    do throws(ReadError) {
      return try open("/proc/self/fd/\(place)")
    } catch {
      switch error {
      case .notRegular: throw .notRegular(path)
      case .system(_, let errno): throw .system(path, errno)
      case .missing, .tooLarge: throw error
      }
    }
  }

  /// The target of a link of such a folder. The way to the link stays in the folder as well: the owner may have named one by `..`, or by
  /// way of another link or of a mount, so that readlink(2) by its path would wait.
  package static func target(ofLink link: String, inside root: String) throws(Errno) -> String {
    let bytes = link.utf8
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { String(decoding: bytes[bytes.index(after: $0)...], as: UTF8.self) } ?? link
    let folder = try place(of: slash.map { String(decoding: bytes[..<$0], as: UTF8.self) } ?? ".", inside: root)
    defer { try? Sys.close(folder) }
    return try Sys.readlink(name, in: folder)
  }

  private static func place(of file: String, inside root: String) throws(Errno) -> CInt {
    let folder = try Sys.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { try? Sys.close(folder) }
    return try Sys.openPlace(file, inside: folder)
  }

  /// The bytes of a regular file beneath the folder `root`, whose owner is not trusted: no link is followed on the way, so
  /// that nobody has the daemon read what he may not read himself, and opening a FIFO does not wait (fifo(7)).
  package static func read(_ file: String, beneath root: String, limit: Int) throws(ReadError) -> [UInt8] {
    let path = "\(root)/\(file)"
    // A C string ends at its first NUL: nobody would check the bytes that follow.
    guard !file.utf8.contains(0) else { throw .system(path, .invalidArgument) }
    let folder: CInt
    do { folder = try Sys.open(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) } catch {
      throw .system(root, error)
    }
    defer { try? Sys.close(folder) }
    let descriptor: CInt
    do { descriptor = try Sys.openBeneath(folder, file, O_RDONLY | O_NONBLOCK | O_NOCTTY) } catch {
      throw error == .noSuchFileOrDirectory || error == .notDirectory ? .missing : .system(path, error)
    }
    defer { try? Sys.close(descriptor) }
    let status: FileStatus
    do { status = try FileStatus(of: descriptor) } catch { throw .system(path, error) }
    guard status.kind == .regular else { throw .notRegular(path) }
    // One more than is taken: a file that grows while it is read is too large as well.
    let bytes = try bytes(of: descriptor, path, atMost: min(Int(clamping: status.size), limit) + 1)
    guard bytes.count <= limit else { throw .tooLarge(path, limit: limit) }
    return bytes
  }

  /// The first bytes of an open file, `count` at most.
  package static func bytes(of descriptor: CInt, _ path: String, atMost count: Int) throws(ReadError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    do throws(Errno) {
      while filled < count {
        let got = try Sys.read(descriptor, into: &bytes, from: filled)
        if got == 0 { break }
        filled += got
      }
    } catch {
      throw .system(path, error)
    }
    return Array(bytes.prefix(filled))
  }
}
