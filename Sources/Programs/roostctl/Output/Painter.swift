// PNG of an app's picture, by roost-picture: a process apart, as libraries of C read what an app has written.
import Glibc

enum Painter {
  /// It ends by itself after 10 s of a processor.
  private static let patience: Duration = .seconds(15)

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
    guard failure == 0 else {
      for end in [input.inlet, output.outlet, complaints.outlet] { close(end) }
      throw OutputFile(path).unable(failure)
    }
    // It has complained before it stops reading; a SIGPIPE would end us before we can say so.
    signal(SIGPIPE, SIG_IGN)
    let deadline = ContinuousClock.now + patience
    var talk = PainterTalk(
      Array(svg.utf8), input: input.inlet, output: output.outlet, errors: complaints.outlet)
    talk.run(until: deadline)
    guard let status = status(of: pid, by: deadline) else {
      throw .refused(
        "unable to write \(path): roost-picture has not ended after \(patience.components.seconds) s; "
          + "an .svg shows what the app drew")
    }
    guard status == 0, !talk.isTooLong else { throw problem(status, talk.words, path) }
    return talk.png
  }

  /// Nil where it had to be killed: it may have closed all of its pipes, and go on.
  private static func status(of pid: pid_t, by deadline: ContinuousClock.Instant) -> CInt? {
    var status: CInt = 0
    while PainterTalk.milliseconds(until: deadline) != nil {
      if waitpid(pid, &status, WNOHANG) == pid { return status }
      usleep(1000)
    }
    kill(pid, SIGKILL)
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return nil
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
