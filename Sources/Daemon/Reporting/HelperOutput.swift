// The descriptors that a helper is started with.
import Glibc
import Linux
import SystemPackage

/// A pipe for what a helper prints, and /dev/null for the rest; closed with the value, but for what has been taken.
struct HelperOutput: ~Copyable {
  let writeEnd: CInt
  let null: CInt
  private var readEnd: CInt

  init() throws(Errno) {
    let ends = try Sys.pipe()
    let null: CInt
    do throws(Errno) {
      try Sys.fcntl(ends.read, F_SETFL, O_NONBLOCK)
      null = try Sys.open("/dev/null", O_RDWR | O_CLOEXEC)
    } catch {
      for end in [ends.read, ends.write] { try? Sys.close(end) }
      throw error
    }
    readEnd = ends.read
    writeEnd = ends.write
    self.null = null
  }

  /// The end to read from, which does not block; the caller closes it.
  mutating func takeReadEnd() -> CInt {
    defer { readEnd = -1 }
    return readEnd
  }

  deinit { for descriptor in [readEnd, writeEnd, null] where descriptor >= 0 { try? Sys.close(descriptor) } }
}
