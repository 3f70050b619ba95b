// Reading a file that an app has put into its container. The app is not trusted, and the daemon may be root.
import Glibc
import Linux
import SystemPackage

nonisolated enum ContainerFile {
  static let limit = 4 << 20

  /// The bytes of a regular file beneath `container`. No link is followed on the way, so that an app cannot have the
  /// daemon read what the app itself may not; O_NONBLOCK, since opening a FIFO would wait for its writer (fifo(7)).
  static func read(_ file: String, in container: String) throws(SnapshotError) -> [UInt8] {
    let root: CInt
    do {
      root = try Sys.open(container, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    } catch {
      throw .badPicture(file: file, why: "no container: \(error)")
    }
    defer { try? Sys.close(root) }
    // A C string ends at its first NUL: nobody would check the bytes that follow.
    guard !file.utf8.contains(0) else { throw .badPicture(file: file, why: "its name contains a NUL byte") }
    let descriptor: CInt
    do {
      descriptor = try Sys.openBeneath(root, file, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    } catch {
      throw .badPicture(file: file, why: reason(error))
    }
    defer { try? Sys.close(descriptor) }
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

  private static func reason(_ error: Errno) -> String {
    switch error {
    case .improperLink: "its path leads out of the container"
    case .tooManySymbolicLinkLevels: "its path contains a symbolic link"
    default: "\(error)"
    }
  }
}
