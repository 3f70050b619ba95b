// A picture on disk: SVG as it is, or drawn as PNG by a program made for it.
import Glibc

struct PictureFile {
  private enum Format { case svg, png }

  private let path: String
  private let format: Format

  /// Nil when the name promises a format that we cannot write.
  init?(_ path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard !name.isEmpty, !path.hasSuffix("/") else { return nil }
    self.path = path
    switch name.lastIndex(of: ".").map({ name[$0...].lowercased() }) {
    case nil, ".svg": format = .svg
    case ".png": format = .png
    case .some: return nil
    }
  }

  func write(_ svg: String) throws(CommandFailure) {
    switch format {
    case .svg: try writeAsIs(svg)
    case .png: try draw(svg)
    }
  }

  private func writeAsIs(_ svg: String) throws(CommandFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw unable(errno) }
    let failure = Self.put(svg, descriptor)
    guard close(descriptor) == 0, failure == 0 else { throw unable(failure == 0 ? errno : failure) }
  }

  /// From standard input, so that rsvg-convert knows no folder and loads nothing that an app's picture may refer to.
  private func draw(_ svg: String) throws(CommandFailure) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw unable(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    let words = ["rsvg-convert", "--format=png", "--output=\(path)"]
    var arguments = words.map { strdup($0) as UnsafeMutablePointer<CChar>? } + [nil]
    defer { for argument in arguments { free(argument) } }
    var pid: pid_t = 0
    let failure = posix_spawnp(&pid, "rsvg-convert", &actions, nil, &arguments, environ)
    close(ends[0])
    guard failure == 0 else {
      close(ends[1])
      guard failure == ENOENT else { throw unable(failure) }
      throw .refused(
        "unable to write \(path): rsvg-convert draws PNG and is not installed; install the package librsvg2-bin, "
          + "or write an .svg")
    }
    // rsvg-convert has complained before it stops reading; a SIGPIPE would end us before we can say so.
    signal(SIGPIPE, SIG_IGN)
    _ = Self.put(svg, ends[1])
    close(ends[1])
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw .refused("unable to write \(path): rsvg-convert could not draw it; an .svg shows what the app drew")
    }
  }

  private static func put(_ text: String, _ descriptor: CInt) -> CInt {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
    }
    return 0
  }

  private func unable(_ number: CInt) -> CommandFailure {
    .refused("unable to write \(path): \(String(cString: strerror(number)))")
  }
}
