// A file that a command writes what it made into.
import Glibc

struct OutputFile {
  let path: String

  init(_ path: String) { self.path = path }

  func write(_ text: String) throws(CommandFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw unable(errno) }
    let failure = Self.put(text, descriptor)
    guard close(descriptor) == 0, failure == 0 else { throw unable(failure == 0 ? errno : failure) }
  }

  /// Returns the number of the error, or 0.
  static func put(_ text: String, _ descriptor: CInt) -> CInt {
    var rest = Array(text.utf8)[...]
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
