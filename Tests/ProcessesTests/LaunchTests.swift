// Launches: the things that a process finds, its reaping, and the words of a failed launch.
import FailingCalls
import Glibc
import LifecycleModel
import Linux
import SystemPackage
import TestFolders
import Testing

@testable import Processes

@MainActor
@Suite(.serialized)
struct ProcessesLaunchTests {
  @Test("An app starts in its own session, with the five descriptors and no other, its limit and its directory")
  func inheritance() throws {
    // A descriptor that is not close-on-exec must not reach the app.
    let leak = open("/dev/null", O_RDONLY)
    defer { close(leak) }
    let script = """
      import os, resource
      fds = sorted(int(n) for n in os.listdir('/proc/self/fd'))
      fds = [fd for fd in fds if os.path.exists(f'/proc/self/fd/{fd}')]
      print(fds, os.getsid(0) == os.getpgrp() == os.getpid(), resource.getrlimit(resource.RLIMIT_NOFILE)[0], os.getcwd(),
            os.readlink('/proc/self/fd/0'), dict(os.environ).get('PATH'), file=open(4, 'w'), flush=True)
      """
    try withApp(ProcessesTestApp(python: script)) { app throws in
      #expect(try app.lines(1) == ["[0, 1, 2, 3, 4] True 512 /tmp /dev/null /usr/bin:/bin"])
    }
  }

  @Test("An app starts with nothing blocked and nothing ignored, whatever the daemon blocks or ignores")
  func signals() throws {
    let hangup = signal(SIGHUP, SIG_IGN)
    let brokenPipe = signal(SIGPIPE, SIG_IGN)
    IgnoredSignals.beCaught()
    var blocked = sigset_t()
    var before = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGUSR1)
    sigaddset(&blocked, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer {
      pthread_sigmask(SIG_SETMASK, &before, nil)
      signal(SIGHUP, hangup)
      signal(SIGPIPE, brokenPipe)
    }
    try withApp(ProcessesTestApp(["/bin/sleep", "100"])) { app throws in
      let status = String(decoding: try Kernel.live.readFile("/proc/\(app.child.pid)/status"), as: UTF8.self)
      for field in ["SigBlk", "SigIgn"] { #expect(status.contains("\(field):\t0000000000000000\n")) }
    }
    // The launch has put our own mask back.
    var now = sigset_t()
    pthread_sigmask(SIG_SETMASK, nil, &now)
    #expect(sigismember(&now, SIGUSR1) == 1 && sigismember(&now, SIGUSR2) == sigismember(&before, SIGUSR2))
  }

  /// Has a write lease on the file for as long as it runs, and does not hear that somebody wants to open it.
  private static func leaseHolder(_ path: String) throws -> ProcessesTestApp {
    try ProcessesTestApp(
      python: """
        import fcntl, os, signal, time
        signal.signal(signal.SIGIO, signal.SIG_IGN)
        file = os.open('\(path)', os.O_RDONLY)
        fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
        print('held', file=open(4, 'w'), flush=True); time.sleep(100)
        """)
  }

  private func launch(_ program: String) throws(LaunchError) -> ChildProcess {
    var request = LaunchRequest(
      executable: program, arguments: [program], environment: [], directory: "/", output: -1, error: -1, events: -1,
      replies: -1, openFiles: 512)
    request.limitsExec = true
    return try ChildProcess.launch(request, kernel: .live)
  }

  @Test(
    "Nobody who leases an executable, or what a script names as its interpreter, keeps the daemon from others for long",
    arguments: [false, true])
  func leased(isInterpreter: Bool) throws {
    let folder = try TestFolder()
    try folder.write("sleeper", "#!/bin/sh\nexec sleep 1000\n", mode: 0o755)
    let sleeper = try launch(folder.path + "/sleeper")
    defer {
      Kill.tree(root: sleeper, kernel: .live)
      try? waitForExit(of: sleeper)
      _ = try? sleeper.reap()
    }
    let leased = folder.path + "/leased"
    try folder.write("leased", "#!/bin/sh\n", mode: 0o755)
    try folder.write("caller", "#!\(leased)\n", mode: 0o755)
    try withApp(Self.leaseHolder(leased)) { holder throws in
      try holder.lines(1)
      let error = #expect(throws: LaunchError.self) {
        try launch(isInterpreter ? folder.path + "/caller" : leased)
      }
      #expect(error?.step == .child(.exec) && error?.errno == .timedOut, "\(error as Any)")
      #expect(error?.description.contains("another program has a lease on it") == true, "\(error as Any)")
    }
    // More than the limit has gone by, and what was launched before it runs on.
    #expect(try sleeper.reap() == nil)
  }

  @Test("The channel reaches fd 3 and 4 also when the daemon's own ends have these numbers or each other's")
  func channel() throws {
    try withApp(ProcessesTestApp(shell: "read line <&3; echo \"heard $line\" >&4")) { app throws in
      write(app.events, "hello\n", 6)
      #expect(try app.lines(1) == ["heard hello"])
    }
    let status = try withCrossedDescriptors()
    #expect(status == .exited(code: 0))
  }

  /// Hands descriptor 1 what is 2 here and the other way round: placing one must not overwrite the other's source.
  private func withCrossedDescriptors() throws -> LifecycleModel.ExitStatus {
    let request = LaunchRequest(
      executable: "/bin/sh",
      arguments: [
        "sh", "-c",
        "[ \(identity(of: 2)) = $(stat -Lc %d:%i /proc/$$/fd/1) ] && [ \(identity(of: 1)) = $(stat -Lc %d:%i /proc/$$/fd/2) ]",
      ],
      environment: ["PATH=/usr/bin:/bin"], directory: "/", input: 0, output: 2, error: 1, events: 1, replies: 2,
      openFiles: 512)
    let child = try ChildProcess.launch(request, kernel: .live)
    try waitForExit(of: child)
    return try #require(try child.reap()).status
  }

  private func identity(of fd: CInt) -> String {
    var status = stat()
    fstat(fd, &status)
    return "\(status.st_dev):\(status.st_ino)"
  }

  @Test("TE3 the end of a process gives its code or signal, and its CPU time with its children's")
  func reaping() throws {
    try withApp(ProcessesTestApp(shell: "exit 7")) { app throws in
      #expect(try app.waitForEnd().status == .exited(code: 7))
      #expect(throws: Errno.noChildProcess) { try app.child.reap() }
      #expect(throws: Errno.noSuchProcess) { try app.child.signal(SIGKILL) }
    }
    try withApp(ProcessesTestApp(["/bin/sleep", "100"])) { app throws in
      #expect(try app.child.reap() == nil)
      try app.child.signal(SIGTERM)
      #expect(try app.waitForEnd().status == .signaled(SIGTERM))
    }
    let busy = """
      import os, time
      pid = os.fork()
      ballast = bytearray(64 << 20)
      while time.process_time() < 0.1: pass
      if pid: os.waitpid(pid, 0)
      """
    try withApp(ProcessesTestApp(python: busy)) { app throws in
      let end = try app.waitForEnd()
      #expect(end.status == .exited(code: 0))
      #expect(end.cpuTime >= 200_000_000)
    }
  }

  @Test("A failed launch says what stood in the way, and leaves no process and no descriptor")
  func failures() async {
    // In a process of its own, where every child is this test's.
    await #expect(processExitsWith: .success) { try await Self.failToLaunch() }
  }

  private static func failToLaunch() throws {
    let text = "/tmp/roost-launch-\(getpid())"
    let file = open(text, O_CREAT | O_WRONLY | O_CLOEXEC, 0o644)
    write(file, "plain text", 10)
    close(file)
    defer { unlink(text) }
    let before = openPidfds()
    func message(_ change: (inout LaunchRequest) -> Void) -> String {
      var request = LaunchRequest(
        executable: "/bin/true", arguments: ["true"], environment: [], directory: "/", output: 1, error: 2, events: 1,
        replies: 1, openFiles: 512)
      change(&request)
      do throws(LaunchError) {
        _ = try ChildProcess.launch(request, kernel: .live)
        return "launched"
      } catch {
        return error.description
      }
    }
    #expect(message { $0.executable = "/nonexistent" } == "the executable is missing: /nonexistent")
    #expect(message { $0.executable = text } == "not executable: \(text); try chmod +x")
    chmod(text, 0o755)
    #expect(
      message { $0.executable = text }
        == "neither a program for this machine nor a script that begins with #!: \(text)")
    let script = open(text, O_WRONLY | O_TRUNC | O_CLOEXEC)
    write(script, "#!/nonexistent\n", 15)
    close(script)
    #expect(message { $0.executable = text }.hasPrefix("the interpreter of \(text) is missing"))
    #expect(message { $0.directory = "/nonexistent" }.hasPrefix("unable to enter its directory /nonexistent: "))
    #expect(message { $0.output = 9999 } == "unable to hand it its descriptors: Bad file descriptor")
    #expect(message { $0.arguments = ["a\0b"] }.contains("NUL"))
    #expect(openPidfds() == before)
    #expect(try ownChildren().isEmpty)
  }

  @Test("The reason why a directory on whatever file system cannot be entered is told without a look at it")
  func directoryElsewhere() async throws {
    let folder = try TestFolder()
    let request = LaunchRequest(
      executable: "/bin/true", arguments: ["true"], environment: [], directory: folder.path, output: 1, error: 2,
      events: 1, replies: 1, openFiles: 512, user: AppUser(own: "roost-test", id: 1_800_000_000), limitsDirectory: true)
    let error = LaunchError(request: request, step: .child(.directory), errno: .permissionDenied)
    await FailingCalls.during(.folder(folder.path)) { calls in
      #expect(error.description.contains("\(folder.path): Permission denied; "))
      #expect(calls.counts == [:])
    }
  }

  @Test("A process that was launched is told from a later one of the same pid by its start time")
  func startTime() throws {
    try withApp(ProcessesTestApp(["/bin/sleep", "100"])) { app throws in
      let first = try app.child.startTime()
      #expect(first > 0)
      #expect(try app.child.startTime() == first)
      app.finish()
      #expect(throws: Errno.noSuchFileOrDirectory) { try app.child.startTime() }
    }
  }
}
