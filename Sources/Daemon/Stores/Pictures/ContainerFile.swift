// Reading a file that an app has put into its container. The app is not trusted, and the daemon may be root.
import CLinux
import Glibc
import Linux
import SystemPackage

nonisolated enum ContainerFile {
  static let limit = 4 << 20

  /// The bytes of a regular file beneath `container`. No link is followed on the way, so that an app cannot have the
  /// daemon read what the app itself may not; O_NONBLOCK, since opening a FIFO would wait for its writer (fifo(7)).
  static func read(_ file: String, in container: String) throws(SnapshotError) -> [UInt8] {
    let root = open(container, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard root >= 0 else { throw .badPicture(file: file, why: "no container: \(Errno(rawValue: errno))") }
    defer { close(root) }
    var descriptor: CInt = -1
    // A C string ends at its first NUL: what follows would be checked by nobody.
    guard !file.utf8.contains(0) else { throw .badPicture(file: file, why: "its name contains a NUL byte") }
    let failure = roost_open_beneath(root, file, O_RDONLY | O_NONBLOCK | O_NOCTTY, &descriptor)
    guard failure == 0 else { throw .badPicture(file: file, why: reason(failure)) }
    defer { close(descriptor) }
    let status: FileStatus
    do { status = try FileStatus(of: descriptor) } catch { throw .badPicture(file: file, why: "\(error)") }
    guard status.kind == .regular else { throw .badPicture(file: file, why: "it is not a regular file") }
    let bytes: [UInt8]
    do {
      // One more than is taken: a file that grows while it is read is too large as well.
      bytes = try SmallFile.bytes(of: descriptor, file, atMost: min(Int(status.size), limit) + 1)
    } catch {
      throw .badPicture(file: file, why: "\(error)")
    }
    guard bytes.count <= limit else { throw .badPicture(file: file, why: "it is too large") }
    return bytes
  }

  private static func reason(_ number: CInt) -> String {
    switch number {
    case EXDEV: "its path leads out of the container"
    case ELOOP: "its path contains a symbolic link"
    default: "\(Errno(rawValue: number))"
    }
  }
}
