// The bounds on what is copied into a bundle: files, folders and links, of a size together that the daemon seals.
import FoundationEssentials
import Glibc

struct BundleContent {
  /// In bytes: the daemon seals no larger one, and a hole takes room on the disk when it is copied.
  private static let largest: Int64 = 16 << 30

  /// The folder or the project that has the content, as errors call it.
  let whole: String
  private var size: Int64 = 0

  init(of whole: String) { self.whole = whole }

  /// All that is in a folder. Copying a FIFO would wait for somebody who writes to it.
  mutating func add(folder path: String) throws(CommandFailure) {
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [] {
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0 else { throw unable("read \(path)/\(name)", errno) }
      guard [S_IFREG, S_IFDIR, S_IFLNK].contains(status.st_mode & S_IFMT) else {
        throw .refused("\(path)/\(name) is neither a file, a folder nor a link; leave it out of the bundle")
      }
      try add(status)
    }
  }

  mutating func add(_ status: stat) throws(CommandFailure) {
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    size = size.addingReportingOverflow(Int64(status.st_size)).partialValue
    guard (0...Self.largest).contains(size) else {
      throw .refused("\(whole) has more than \(Self.largest >> 30) GiB, the limit for a bundle; leave files out of it")
    }
  }
}
