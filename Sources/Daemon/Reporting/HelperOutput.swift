// The descriptors that a helper is started with.
import Glibc
import SystemPackage

/// A pipe for what a helper prints, and /dev/null for the rest; closed with the value, but for what has been taken.
struct HelperOutput: ~Copyable {
  let writeEnd: CInt
  let null: CInt
  private var readEnd: CInt

  init() throws(Errno) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard null >= 0 else {
      let error = Errno(rawValue: errno)
      for end in ends { close(end) }
      throw error
    }
    // Not in the helpers and apps that are started later, or the end of the output would not come before their own.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    readEnd = ends[0]
    writeEnd = ends[1]
    self.null = null
  }

  /// The end to read from, which does not block; the caller closes it.
  mutating func takeReadEnd() -> FileDescriptor {
    defer { readEnd = -1 }
    return FileDescriptor(rawValue: readEnd)
  }

  deinit { for descriptor in [readEnd, writeEnd, null] where descriptor >= 0 { close(descriptor) } }
}
