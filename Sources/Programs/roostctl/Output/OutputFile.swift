// A file that a command writes what it made into, by the name that its caller gave it.
import Glibc

/// An interruption leaves the old file or the new one, and a reader finds one of them whole. In a folder where others may
/// write, nothing that they have laid there is followed or written to.
struct OutputFile {
  let path: String

  init(_ path: String) { self.path = path }

  func write(_ text: String) throws(CommandFailure) { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    switch try place() {
    case .file(let mode): try replace(bytes, mode)
    case .other:
      let failure = Self.write(bytes, open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666))
      guard failure == 0 else { throw unable(failure) }
    }
  }

  private enum Place {
    /// A regular file, or none yet; the mode of the one that is there, if it is the caller's.
    case file(mode: mode_t?)
    /// A link, such as `/dev/stdout`, a FIFO or a device, where nobody but root and the caller can have laid it.
    case other
  }

  private func place() throws(CommandFailure) -> Place {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw unable(errno) }
      return .file(mode: nil)
    }
    if status.st_mode & S_IFMT == S_IFREG {
      return .file(mode: status.st_uid == geteuid() ? status.st_mode & 0o777 : nil)
    }
    guard isInOwnFolder else {
      throw .refused(
        "unable to write \(path): it is no regular file, and others may write to its folder; name a file that is not there yet"
      )
    }
    return .other
  }

  /// Whether nobody but root and the caller may lay anything into the file's folder.
  private var isInOwnFolder: Bool {
    var folder = stat()
    guard stat(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", &folder) == 0 else { return false }
    return [0, geteuid()].contains(folder.st_uid) && folder.st_mode & (S_IWGRP | S_IWOTH) == 0
  }

  /// For bytes that are written in pieces, beside the file until they are all there.
  func successor() throws(CommandFailure) -> FileSuccessor {
    switch try place() {
    case .file(let mode): try FileSuccessor(of: self, mode)
    case .other: throw .refused("unable to write \(path): a film needs a regular file; name one that is not there yet")
    }
  }

  private func replace(_ bytes: [UInt8], _ mode: mode_t?) throws(CommandFailure) {
    let successor = try FileSuccessor(of: self, mode)
    let failure = Self.put(bytes, successor.descriptor)
    guard failure == 0 else {
      successor.drop()
      throw unable(failure)
    }
    try successor.takePlace()
  }

  /// Closes the descriptor. Returns the number of the error, or 0.
  private static func write(_ bytes: [UInt8], _ descriptor: CInt) -> CInt {
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
