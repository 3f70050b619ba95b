// A file that a command writes what it made into.
import Glibc

struct OutputFile {
  let path: String

  init(_ path: String) { self.path = path }

  func write(_ text: String) throws(CommandFailure) { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    let failure = Self.write(bytes, path)
    guard failure == 0 else { throw unable(failure) }
  }

  /// An interruption leaves the old text or the new one, and a reader finds one of them whole.
  func replace(_ text: String) throws(CommandFailure) {
    let descriptor = try openSuccessor()
    let failure = Self.put(Array(text.utf8), descriptor)
    guard failure == 0 else {
      dropSuccessor(descriptor)
      throw unable(failure)
    }
    try takePlace(descriptor)
  }

  /// A new file beside this one, for what is written in pieces. `takePlace` or `dropSuccessor` ends it.
  func openSuccessor() throws(CommandFailure) -> CInt {
    // In a folder of others a link may lie there, which leads to a file of the caller's.
    unlink(successor)
    let descriptor = open(successor, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw unable(errno) }
    return descriptor
  }

  /// The successor takes this file's place; where it cannot, it is gone.
  func takePlace(_ descriptor: CInt) throws(CommandFailure) {
    guard close(descriptor) == 0, rename(successor, path) == 0 else {
      let failure = errno
      unlink(successor)
      throw unable(failure)
    }
  }

  func dropSuccessor(_ descriptor: CInt) {
    close(descriptor)
    unlink(successor)
  }

  private var successor: String { path + ".new" }

  /// Returns the number of the error, or 0.
  private static func write(_ bytes: [UInt8], _ path: String) -> CInt {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return errno }
    let failure = put(bytes, descriptor)
    return close(descriptor) == 0 || failure != 0 ? failure : errno
  }

  /// Returns the number of the error, or 0.
  static func put(_ bytes: [UInt8], _ descriptor: CInt) -> CInt {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
    }
    return 0
  }

  func unable(_ number: CInt) -> CommandFailure {
    .refused("unable to write \(path): \(String(cString: strerror(number)))")
  }
}
