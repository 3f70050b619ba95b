// Many processes that are to be looked at at one moment: two helpers run at once, and the other questions wait.
import Foundation
import Glibc
import Linux
import Reports
import SystemPackage
import Systemd
import TestFolders
import Testing

@testable import Processes
@testable import Reporting

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct ReportsBacktraceCrowdTests {
  private let loop: EventLoop
  private let mailbox: Mailbox
  private let folder: TestFolder
  /// A helper that says which thread it is asked about, and does not end.
  private let program: String

  init() throws {
    loop = try EventLoop()
    mailbox = try Mailbox(loop)
    folder = try TestFolder()
    program = try folder.write(
      "helper", "#!/bin/sh\necho \"$2\" >> '\(folder.path)/begun'\nexec sleep 100\n", mode: 0o755)
  }

  /// The threads whose helpers have begun, in order.
  private func begun() -> [String] {
    let lines = (try? String(contentsOfFile: folder.path + "/begun", encoding: .utf8)) ?? ""
    return lines.split(separator: "\n").map(String.init)
  }

  private final class Answers {
    var all: [Result<Backtrace, BacktraceError>] = []
  }

  /// Asks about three threads of a process, of which the last need not be this one.
  private func ask(_ backtracer: Backtracer, last: pid_t = getpid()) -> Answers {
    let answers = Answers()
    for (thread, pid) in zip(1..., [getpid(), getpid(), last]) {
      backtracer.take(pid, thread: pid_t(thread)) { answers.all.append($0) }
    }
    return answers
  }

  /// Runs the loop until something has come about, for thirty seconds at most. There are never more than two helpers.
  private func run(_ backtracer: Backtracer, until isDone: () -> Bool) throws {
    for _ in 0..<300 where !isDone() {
      try loop.runOnce(timeout: .milliseconds(100))
      #expect(backtracer.helpers.count <= 2)
    }
    try #require(isDone())
  }

  private func endHelpers(of backtracer: Backtracer) throws {
    try run(backtracer) {
      for helper in backtracer.helpers { kill(helper, SIGKILL) }
      return backtracer.helpers.isEmpty
    }
  }

  @Test("TE4 the third helper begins when one of the first two has ended")
  func third() throws {
    let backtracer = Backtracer(
      program: program, limit: .seconds(60), loop: loop, kernel: .live, deliver: mailbox.deliver)
    let answers = ask(backtracer)
    try run(backtracer) { begun().count == 2 }
    // Time for a third.
    for _ in 0..<10 { try loop.runOnce(timeout: .milliseconds(50)) }
    #expect(begun().count == 2 && backtracer.helpers.count == 2 && answers.all.isEmpty)
    let first = try #require(backtracer.helpers.first)
    kill(first, SIGKILL)
    try run(backtracer) { begun().count == 3 && answers.all.count == 1 }
    #expect(begun().last == "3")
    try endHelpers(of: backtracer)
    try run(backtracer) { answers.all.count == 3 }
  }

  @Test("TE4 nobody waits for a helper longer than a helper may take, even if those before it cannot be ended")
  func patience() throws {
    let backtracer = Backtracer(
      program: program, limit: .milliseconds(100), loop: loop, kernel: NumbKernel(), deliver: mailbox.deliver)
    let answers = ask(backtracer)
    try run(backtracer) { answers.all.count == 3 }
    #expect(answers.all.filter { $0 == .failure(.late("0.1 s")) }.count == 2)
    #expect(answers.all.contains(.failure(.notStarted("it was busy with other processes for 0.1 s"))))
    try endHelpers(of: backtracer)
    #expect(!begun().contains("3") && answers.all.count == 3)
  }

  @Test("TE4 no helper begins for a process that has ended while it waited: its number may be another's")
  func ended() throws {
    let backtracer = Backtracer(
      program: program, limit: .seconds(60), loop: loop, kernel: .live, deliver: mailbox.deliver)
    try withApp(ProcessesTestApp(shell: "exec sleep 100")) { app throws in
      let answers = ask(backtracer, last: app.child.pid)
      try run(backtracer) { begun().count == 2 }
      // Time for the third to begin to wait.
      for _ in 0..<10 { try loop.runOnce(timeout: .milliseconds(50)) }
      kill(app.child.pid, SIGKILL)
      try waitForExit(of: app.child)
      try endHelpers(of: backtracer)
      try run(backtracer) { answers.all.count == 3 }
      #expect(answers.all.contains(.failure(.notStarted("the process has ended"))))
      #expect(begun().count == 2)
    }
  }
}

/// Has no signal arrive, as at a process that waits in the kernel.
@MainActor
private final class NumbKernel: Kernel {
  override func send(_ signal: CInt, to process: Pidfd) throws(Errno) {}
}
