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
    case .svg: try OutputFile(path).write(svg)
    case .png: try draw(svg)
    }
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
    _ = OutputFile.put(svg, ends[1])
    close(ends[1])
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw .refused("unable to write \(path): rsvg-convert could not draw it; an .svg shows what the app drew")
    }
  }

  private func unable(_ number: CInt) -> CommandFailure { OutputFile(path).unable(number) }
}
