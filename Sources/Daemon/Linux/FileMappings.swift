// The files that a process has mapped, as the kernel tells them one by one (Linux 6.11, PROCMAP_QUERY).
import CLinux
import Glibc
package import SystemPackage

/// An open /proc/PID/maps, which is closed with the value. An app may have thousands of mappings whose paths have a megabyte each;
/// asked so the kernel does not spell them.
package nonisolated struct FileMappings: ~Copyable {
  private let maps: CInt
  private var mapping = roost_mapping()

  package init(of process: Int32) throws(Errno) { try self.init("/proc/\(process)/maps") }

  init(_ path: String) throws(Errno) { maps = try Sys.open(path, O_RDONLY | O_CLOEXEC) }

  deinit { try? Sys.close(maps) }

  /// The device of the last mapping's file.
  var device: (major: UInt32, minor: UInt32) { (mapping.major, mapping.minor) }

  /// Goes on to the next.
  ///
  /// - Returns: whether that is of another file than the one before it: a library has several in a row.
  /// - Throws: `ENOENT` after the last, `ENOTTY` before Linux 6.11.
  package mutating func next() throws(Errno) -> Bool {
    let before = mapping
    mapping = try Sys.nextFileMapping(maps, from: before.end)
    return (mapping.inode, mapping.major, mapping.minor) != (before.inode, before.major, before.minor)
  }

  /// The path of the last mapping's file; nil where it has more than `PATH_MAX` bytes, or is mapped no longer.
  package var name: String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { name in
      guard (try? Sys.mappingName(maps, at: mapping.start, into: name)) != nil else { return nil }
      return String(decoding: UnsafeRawBufferPointer(name).prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
