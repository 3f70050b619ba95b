// Files of /proc and /sys, which the kernel writes while they are read.
import Foundation

public enum KernelFile {
  /// All that the kernel has to say there. It hands over a page at most for each read(2), and Foundation's `contentsOfFile`
  /// takes the first page for the whole file, as the size is said to be 0 (proc(5)): a machine with many mounts, sockets
  /// or mapped files would hide the rest.
  public static func text(_ path: String) throws -> String {
    let bytes = try FileHandle(forReadingFrom: URL(filePath: path)).readToEnd() ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }
}
