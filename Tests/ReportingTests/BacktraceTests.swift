// Backtraces of hung processes: of real processes and with the real helper.
import Foundation
import Glibc
import Reports
import Systemd
import TestFolders
import Testing

@testable import Processes
@testable import Reporting

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct ReportsBacktraceTests {
  private let loop: EventLoop
  private let mailbox: Mailbox

  init() throws {
    loop = try EventLoop()
    mailbox = try Mailbox(loop)
  }

  /// Runs the loop until the question is answered, for thirty seconds at most.
  private func look(
    at pid: pid_t, thread: pid_t? = nil, _ backtracer: Backtracer? = nil
  ) throws -> Result<Backtrace, BacktraceError> {
    let backtracer = backtracer ?? Backtracer(limit: .seconds(20), loop: loop, kernel: .live, deliver: mailbox.deliver)
    let answers = Answers()
    backtracer.take(pid, thread: thread) { answers.all.append($0) }
    for _ in 0..<300 where answers.all.isEmpty { try loop.runOnce(timeout: .milliseconds(100)) }
    // The helper goes too, with any answer.
    for _ in 0..<300 where !backtracer.helpers.isEmpty { try loop.runOnce(timeout: .milliseconds(100)) }
    #expect(backtracer.helpers.isEmpty)
    #expect(answers.all.count == 1)
    return try #require(answers.all.first)
  }

  private final class Answers {
    var all: [Result<Backtrace, BacktraceError>] = []
  }

  /// `TracerPid` of proc(5), read without any code under test.
  private func tracer(of pid: pid_t) throws -> String? {
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
    return line?.split(separator: "\t").last.map(String.init)
  }

  @Test("TE4 the main thread's functions are named, of C and C++, with file, offset and build ID, and it runs on")
  func running() throws {
    try ReportsTarget.with("wait") { app throws in
      try eventually { stateLetters(of: app.child.pid) == ["S"] }
      let backtrace = try look(at: app.child.pid).get()
      #expect(backtrace.pid == app.child.pid && backtrace.incomplete == nil)
      let names = backtrace.frames.map(\.symbol)
      let waiting = try #require(names.firstIndex(of: "aviary::Nest::waitForBird(int)"), "\(names)")
      #expect(names[0] == "read" || names[0] == "__libc_read" || names[0] == "__read", "\(names)")
      #expect(Array(names[waiting...].prefix(3)) == ["aviary::Nest::waitForBird(int)", "plain_c_function", "main"])
      #expect(backtrace.frames.map(\.index) == Array(backtrace.frames.indices))
      let frame = backtrace.frames[waiting]
      #expect(frame.rawSymbol == "_ZN6aviary4Nest11waitForBirdEi")
      #expect(frame.sourceFile?.hasSuffix("/target.cc") == true && frame.sourceLine == 6, "\(frame)")
      let image = backtrace.images[try #require(frame.image)]
      #expect(image.path == (try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(app.child.pid)/exe")))
      #expect(image.base + (frame.imageOffset ?? 0) == frame.address && frame.address < image.base + image.size)
      #expect(image.buildID?.allSatisfy(\.isHexDigit) ?? true)
      #expect(backtrace.registers.last?.value == backtrace.frames[0].address)
      // It is none the wiser: it answers, is traced by nobody, and its parent has heard of no stop.
      #expect(try tracer(of: app.child.pid) == "0")
      write(app.events, "?", 1)
      #expect(try app.lines(1) == ["tweet"])
      #expect(try Kernel.live.nextStopChange(of: app.child.pid) == nil)
    }
  }

  @Test("TE4 a stopped process is looked at without being woken, and is as stopped afterwards")
  func stopped() throws {
    try ReportsTarget.with("wait") { app throws in
      // It has said that it is ready before it begins to wait.
      try eventually { stateLetters(of: app.child.pid) == ["S"] }
      var tree = try frozen(app)
      while try Kernel.live.nextStopChange(of: app.child.pid) != nil {}
      write(app.events, "?", 1)
      for _ in 0..<5 {
        let names = try look(at: app.child.pid).get().frames.map(\.symbol)
        #expect(names.contains("aviary::Nest::waitForBird(int)"))
        #expect(stateLetters(of: app.child.pid) == ["T"])
      }
      #expect(tree.isStopped)
      #expect(try tracer(of: app.child.pid) == "0")
      #expect(try Kernel.live.nextStopChange(of: app.child.pid) == nil)
      var ready = pollfd(fd: app.replies, events: Int16(POLLIN), revents: 0)
      #expect(poll(&ready, 1, 0) == 0, "it ran while it was looked at")
      tree.thaw()
      #expect(try app.lines(1) == ["tweet"])
    }
  }

  @Test("TE4 a thread whose number is another process's by the time that it is stopped is let go, and not read")
  func reusedThread() throws {
    // In place of a thread that ends right after the first look for it: that look finds it.
    let folder = try TestFolder()
    let source = try folder.write(
      "first.c",
      """
      #include <fcntl.h>
      #include <string.h>
      #include <unistd.h>
      static int looks;
      int access(const char *path, int mode) {
        if (strstr(path, "/task/") != NULL && looks++ == 0) return 0;
        return faccessat(AT_FDCWD, path, mode, 0);
      }
      """)
    let library = folder.path + "/first.so"
    try ReportsTarget.run(["clang", "-shared", "-fPIC", "-o", library, source])
    let helper = try #require(HelperProgram.path(of: "roost-backtrace"))
    let program = try folder.write(
      "helper", "#!/bin/sh\nexec /usr/bin/env 'LD_PRELOAD=\(library)' '\(helper)' \"$@\"\n", mode: 0o755)
    try ReportsTarget.with("wait") { app throws in
      try withApp(ProcessesTestApp(shell: "exec sleep 100")) { other throws in
        let backtracer = Backtracer(
          program: program, limit: .seconds(20), loop: loop, kernel: .live, deliver: mailbox.deliver)
        #expect(
          try look(at: other.child.pid, thread: app.child.pid, backtracer)
            == .failure(.failed("roost-backtrace: process \(other.child.pid) has no thread \(app.child.pid)")))
      }
      #expect(try tracer(of: app.child.pid) == "0")
      write(app.events, "?", 1)
      #expect(try app.lines(1) == ["tweet"])
    }
  }

  @Test("TE4 a process that computes without end is looked at as well")
  func spinning() throws {
    try ReportsTarget.with("spin") { app throws in
      try eventually { try look(at: app.child.pid).get().frames.first?.symbol == "aviary::Nest::flutter()" }
      #expect(stateLetters(of: app.child.pid) == ["R"])
    }
  }

  @Test("TE4 a runaway recursion is cut off, and the backtrace says so")
  func deep() throws {
    try ReportsTarget.with("deep") { app throws in
      let backtrace = try look(at: app.child.pid).get()
      #expect(backtrace.frames.count == Backtrace.frameLimit)
      #expect(backtrace.incomplete == "there are more than 512 frames")
      #expect(backtrace.frames[100].symbol == "aviary::dive(int)")
    }
  }

  @Test("TE4 the names of Swift functions are as their authors wrote them")
  func swift() throws {
    let folder = try TestFolder()
    let roostd = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "roostd").path
    // It is killed, and would leave a cgroup behind.
    let configuration = try folder.write("roostd.toml", "[cgroups]\nuse = false\n")
    let app = try ProcessesTestApp([
      roostd, "--config", configuration, "--runtime-dir", folder.path, "--state-dir", folder.path, "--apps",
      folder.path, "--log-level", "error",
    ])
    try withApp(app) { app in
      // Its socket is there before it has begun to wait for events.
      var names: [String] = []
      try eventually {
        names = try look(at: app.child.pid).get().frames.compactMap(\.symbol)
        return names.contains { $0.hasPrefix("Systemd.EventLoop.run()") }
      }
      #expect(names.contains("Supervisor.Daemon.run() throws -> Swift.Int32"), "\(names)")
    }
  }

  @Test(
    "TE4 names of marks alone, from a helper that was taken over, are read in one pass: marks that nobody sees part them"
  )
  func marks() throws {
    let marks = String(repeating: "\u{301}\u{327}", count: 2000)
    let backtrace = try Backtrace(
      json: Array(
        #"{"pid":1,"registers":[],"architecture":"x86_64","frames":[{"index":0,"address":1,"symbol":"\#(marks)"}],"images":[]}"#
          .utf8))
    #expect(backtrace.frames.first?.symbol?.unicodeScalars.contains("\u{34F}") == true)
  }

  @Test("TE4 what cannot be looked at says why: no process, one that has ended, one that another program traces")
  func failures() throws {
    #expect(try look(at: 4_000_000) == .failure(.failed("roost-backtrace: no such process: 4000000")))
    try withApp(ProcessesTestApp(shell: "exit 0")) { app in
      try waitForExit(of: app.child)
      let zombie = try look(at: app.child.pid)
      #expect(
        zombie == .failure(.failed("roost-backtrace: process \(app.child.pid) has ended, or its main thread has")))
    }
    try ReportsTarget.with("wait") { app throws in
      // PTRACE_ATTACH of a process of its own, which holds it until the pipe is closed.
      let tracer = try ProcessesTestApp(
        python: """
          import ctypes, os
          print(ctypes.CDLL(None).ptrace(16, \(app.child.pid), None, None), file=open(4, 'w'), flush=True)
          os.read(3, 1)
          """)
      try withApp(tracer) { tracer throws in
        #expect(try tracer.lines(1) == ["0"])
        #expect(
          try look(at: app.child.pid)
            == .failure(
              .failed(
                "roost-backtrace: another program is tracing process \(app.child.pid); end that program first")))
      }
    }
    let outcome = Backtracer(program: nil, loop: loop, kernel: .live, deliver: mailbox.deliver)
    #expect(try look(at: getpid(), outcome) == .failure(.notInstalled))
    let absent = Backtracer(program: "/nonexistent", loop: loop, kernel: .live, deliver: mailbox.deliver)
    guard case .failure(.notStarted) = try look(at: getpid(), absent) else {
      Issue.record("a helper that is not there was started")
      return
    }
  }

  @Test("TE4 a helper that hangs, fails, chatters or dies costs the backtrace and nothing else")
  func badHelpers() throws {
    func ask(_ script: String, limit: Duration = .seconds(20)) throws -> Result<Backtrace, BacktraceError> {
      let folder = try TestFolder()
      let program = try folder.write("helper", "#!/bin/sh\n\(script)\n", mode: 0o755)
      return try look(
        at: getpid(),
        Backtracer(program: program, limit: limit, loop: loop, kernel: .live, deliver: mailbox.deliver))
    }
    #expect(try ask("exec sleep 100", limit: .milliseconds(100)) == .failure(.late("0.1 s")))
    #expect(try ask("echo broken >&2; exit 3") == .failure(.failed("broken")))
    #expect(try ask("exit 3") == .failure(.failed("roost-backtrace failed without a message")))
    #expect(try ask("kill -SEGV $$") == .failure(.failed("signal 11 ended roost-backtrace")))
    #expect(try ask("exec cat /dev/zero") == .failure(.failed("signal 9 ended roost-backtrace")))
    for script in ["exit 0", "echo '{}'", "echo '[1'", "head -c 100000 /dev/zero"] {
      guard case .failure(.unreadable) = try ask(script) else {
        Issue.record("\(script) gave a backtrace")
        continue
      }
    }
  }
}
