// Opens the path that a person has named: the owner of a link on the way chooses for him, and all may read a copy.
import ControlAPI
import Glibc
import XcodeProjects

enum NamedPath {
  /// As many as the kernel follows (path_resolution(7)).
  private static let mostLinks = 40

  /// Opens what the path leads to, for reading. A link is followed that is root's, the caller's, or of the user whose file it leads to:
  /// they may all read that.
  static func open(_ path: String, _ flags: CInt = 0) throws(CommandFailure) -> CInt {
    let (place, owners) = try walk(path)
    defer { close(place) }
    var status = stat()
    guard fstat(place, &status) == 0 else { throw unable("read \(path)", errno) }
    let trusted: Set<uid_t> = [0, geteuid(), status.st_uid]
    guard owners.isSubset(of: trusted) else {
      throw .refused(
        "\(path) leads by a link of another user to a file or folder that is not his; if you mean that, name it itself: "
          + (HeldFolder.place(of: place) ?? path).shellWord)
    }
    // In the instant after a look a FIFO would be waited for (fifo(7)).
    let opened = Glibc.open("/proc/self/fd/\(place)", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags)
    guard opened >= 0 else { throw unable("read \(path)", errno) }
    return opened
  }

  /// - Returns: the place, which is open for nothing (O_PATH of open(2)), and the users whose links lead there.
  private static func walk(_ path: String) throws(CommandFailure) -> (place: CInt, owners: Set<uid_t>) {
    var place = try start(path, path)
    var rest = Array(pathParts(path).reversed())
    var owners: Set<uid_t> = []
    var links = 0
    while let part = rest.popLast() {
      let next = openat(place, part, placeOnly | O_NOFOLLOW | O_CLOEXEC)
      let problem = errno
      guard next >= 0 else {
        close(place)
        throw unable("read \(path)", problem)
      }
      var status = stat()
      guard fstat(next, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else {
        close(place)
        place = next
        continue
      }
      defer { close(next) }
      links += 1
      owners.insert(status.st_uid)
      guard links <= mostLinks, let target = destination(of: next) else {
        close(place)
        throw unable("read \(path)", ELOOP)
      }
      if target.utf8.first == UInt8(ascii: "/") {
        close(place)
        place = try start(target, path)
      }
      rest += pathParts(target).reversed()
    }
    return (place, owners)
  }

  private static let placeOnly: CInt = 0o10000000

  /// The folder in which the kernel begins.
  private static func start(_ target: String, _ path: String) throws(CommandFailure) -> CInt {
    let isAbsolute = target.utf8.first == UInt8(ascii: "/")
    let folder = Glibc.open(isAbsolute ? "/" : ".", placeOnly | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw unable("read \(path)", errno) }
    return folder
  }

  /// - Parameter link: open.
  private static func destination(of link: CInt) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlinkat(link, "", &bytes, bytes.count)
    guard length >= 0 else { return nil }
    return String(validating: bytes[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
