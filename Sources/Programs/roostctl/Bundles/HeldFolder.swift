// A folder that this process has just made, held open: somebody who may write beside it may put another, or a link, in its place.
import Glibc
import XcodeProjects

struct HeldFolder: ~Copyable {
  /// The path at which it was made.
  let path: String
  let descriptor: CInt

  /// - Parameter path: of a folder that this process has made.
  init(made path: String) throws(CommandFailure) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      let problem = errno
      throw [ELOOP, ENOTDIR, ENOENT].contains(problem) ? Self.replaced(path) : unable("open \(path)", problem)
    }
    var status = stat()
    guard fstat(folder, &status) == 0, status.st_uid == geteuid() else {
      close(folder)
      throw Self.replaced(path)
    }
    self.path = path
    descriptor = folder
  }

  deinit { close(descriptor) }

  /// Whether the path leads to it.
  var isInPlace: Bool { FileIdentity(of: path) == FileIdentity(of: descriptor) }

  func checkPlace() throws(CommandFailure) { if !isInPlace { throw Self.replaced(path) } }

  static func replaced(_ path: String) -> CommandFailure {
    .refused(
      "unable to use \(path): somebody has put something else there meanwhile; choose a folder in which others may not write"
    )
  }

  /// Where it is now, without links (proc_pid_fd(5)).
  static func place(of folder: CInt) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/fd/\(folder)", &target, target.count)
    return length < 0 ? nil : String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // MARK: Below it

  /// Makes the folders on the way to `place` that are not there, and hands `body` the last of them, open, and the last name.
  func reach<Value>(
    _ place: String, _ body: (_ folder: CInt, _ name: String) throws(CommandFailure) -> Value
  ) throws(CommandFailure) -> Value {
    var folder = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    defer { close(folder) }
    let parts = pathParts(place)
    for part in parts.dropLast() {
      guard mkdirat(folder, part, 0o777) == 0 || errno == EEXIST else { throw unable("make \(path)/\(place)", errno) }
      let next = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard next >= 0 else { throw unable("make \(path)/\(place)", errno) }
      close(folder)
      folder = next
    }
    return try body(folder, parts.last ?? ".")
  }

  /// A new file.
  func write(_ bytes: some Sequence<UInt8>, to place: String, mode: mode_t) throws(CommandFailure) {
    try reach(place) { folder, name throws(CommandFailure) in
      let file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      guard file >= 0 else { throw unable("write \(path)/\(place)", errno) }
      defer { close(file) }
      var rest = Array(bytes)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        guard count > 0 else { throw unable("write \(path)/\(place)", errno) }
        rest = rest.dropFirst(count)
      }
    }
  }
}
