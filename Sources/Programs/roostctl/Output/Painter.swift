// PNG of an app's picture, by roost-picture: a process apart, as libraries of C read what an app has written.
import Glibc

enum Painter {
  /// More than roost-picture's longest PNG has, whose pixels take 64 MiB before they are compressed.
  private static let outputLimit = 96 << 20
  private static let complaintLimit = 4096

  /// - Parameter path: the file that the picture is for, which errors name.
  static func png(of svg: String, for path: String) throws(CommandFailure) -> [UInt8] {
    let program = try Companion.path(of: "roost-picture", to: "write \(path)")
    let (input, output, complaints) = (try Pipe(path), try Pipe(path), try Pipe(path))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.outlet, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.inlet, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, complaints.inlet, STDERR_FILENO)
    // Ctrl-C is for us: a film ends with a whole frame.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var arguments = [strdup("roost-picture") as UnsafeMutablePointer<CChar>?, nil]
    defer { for argument in arguments { free(argument) } }
    var pid: pid_t = 0
    let failure = posix_spawn(&pid, program, &actions, &attributes, &arguments, environ)
    for end in [input.outlet, output.inlet, complaints.inlet] { close(end) }
    // It has complained before it stops reading; a SIGPIPE would end us before we can say so.
    signal(SIGPIPE, SIG_IGN)
    // It writes nothing before it has read all, so that neither waits for the other.
    if failure == 0 { _ = OutputFile.put(Array(svg.utf8), input.inlet) }
    close(input.inlet)
    guard failure == 0 else { throw OutputFile(path).unable(failure) }
    let png = read(output.outlet, outputLimit)
    // One that writes without end gets an error now.
    close(output.outlet)
    let words = String(decoding: read(complaints.outlet, complaintLimit), as: UTF8.self)
    close(complaints.outlet)
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    guard status == 0, png.count <= outputLimit else { throw problem(status, words, path) }
    return png
  }

  private static func problem(_ status: CInt, _ words: String, _ path: String) -> CommandFailure {
    // Exit status 127 is the dynamic linker's (ld.so(8)).
    if status == 127 << 8 {
      return .refused(
        "unable to write \(path): roost-picture lacks librsvg, which draws PNG; install the package librsvg2-2, "
          + "or write an .svg")
    }
    let said = words.split(separator: "\n").last { $0.hasPrefix("roost-picture: ") }?.dropFirst(15)
    return .refused(
      "unable to write \(path): \(said.map(String.init) ?? "roost-picture ended by status \(status)"); "
        + "an .svg shows what the app drew")
  }

  /// One byte more than `limit` where there is more to read.
  private static func read(_ descriptor: CInt, _ limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &piece, min(piece.count, limit + 1 - bytes.count))
      if count > 0 { bytes += piece[..<count] } else if count == 0 || errno != EINTR { break }
    }
    return bytes
  }
}

private struct Pipe {
  let outlet: CInt
  let inlet: CInt

  init(_ path: String) throws(CommandFailure) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw OutputFile(path).unable(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (outlet, inlet) = (ends[0], ends[1])
  }
}
