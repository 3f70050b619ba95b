// The daemon's own code in memory: what only its start has needed is given back.
import Glibc
import SystemPackage

package nonisolated enum ProgramCode {
  /// Lets go of all code of this process; what is needed again comes back from the kernel's cache, page by page
  /// (MADV_DONTNEED of madvise(2)). A start runs through most of the program, and for each page of it the kernel maps the
  /// fifteen around as well.
  static func giveBack() throws(Errno) {
    var lines = try FileLines("/proc/self/maps")
    while let line = try lines.next() {
      guard let mapping = Mapping(line), mapping.isProgram else { continue }
      try Sys.giveBack(mapping.range)
    }
  }
}
