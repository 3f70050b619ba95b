// Threads that wait inside the kernel (state D): stopped only while a stop is on its way to them (BG4, BG9).
import Glibc
import SystemPackage
import Testing

@testable import Linux
@testable import Processes

@MainActor @Suite(.serialized) struct WaitingThreadTests {
  enum Waiter: CaseIterable {
    /// The only thread of its process.
    case alone
    /// One that is not the first, which waits for it interruptibly.
    case beside
  }

  /// An app with a thread in vfork(2), which is state D until the child executes its program, and that child.
  private func withVfork(_ waiter: Waiter, _ body: (ProcessesTestApp, pid_t) throws -> Void) throws {
    let fifo = "/tmp/roost-fifo-\(getpid())"
    try #require(mkfifo(fifo, 0o600) == 0)
    defer { unlink(fifo) }
    // posix_spawn's child opens the FIFO before it execs, and waits for a writer that never comes.
    let script = """
      import os, threading
      def spawn():
        os.posix_spawn('/bin/true', ['true'], {}, file_actions=[(os.POSIX_SPAWN_OPEN, 0, '\(fifo)', os.O_RDONLY, 0)])
      print('ready', file=open(4, 'w'), flush=True)
      \(waiter == .alone ? "spawn()" : "thread = threading.Thread(target=spawn); thread.start(); thread.join()")
      """
    try withApp(ProcessesTestApp(python: script)) { app throws in
      try app.lines(1)
      var child: pid_t?
      // D alone could be the interpreter waiting for its disk.
      try eventually {
        child = try ProcessTree.children(of: app.child.pid, kernel: .live).first
        return child != nil && stateLetters(of: app.child.pid) == (waiter == .alone ? ["D"] : ["D", "S"])
      }
      try body(app, try #require(child))
    }
  }

  private func tree(of app: ProcessesTestApp) throws -> ProcessTree {
    var tree = ProcessTree(root: app.child.pidfd, kernel: .live)
    _ = try tree.findNew()
    return tree
  }

  @Test(
    "BG4 a thread that waits in vfork for a stopped child counts as stopped: it cannot run", arguments: Waiter.allCases)
  func stopped(_ waiter: Waiter) throws {
    try withVfork(waiter) { app, child throws in
      let held = try frozen(app)
      #expect(held.processes.map(\.pid) == [app.child.pid, child])
      #expect(stateLetters(of: app.child.pid) == (waiter == .alone ? ["D"] : ["D", "T"]))
      #expect(held.isStopped)
      let tree = try tree(of: app)
      #expect(try tree.activity(waitingCounts: false, kernel: .live) == .stopped)
      #expect(try tree.activity(waitingCounts: true, kernel: .live) == .running(app.child.pid))
    }
  }

  @Test("BG4 a thread in D that nobody has told to stop runs on as soon as it can: its app is not stopped")
  func notStopped() throws {
    try withVfork(.alone) { app, child throws in
      // Of the whole app only the thread in D is left that could run.
      kill(child, SIGSTOP)
      try eventually { stateLetters(of: child) == ["T"] }
      #expect(stateLetters(of: app.child.pid) == ["D"])
      let tree = try tree(of: app)
      #expect(!tree.areStopped(kernel: .live))
      #expect(try tree.activity(waitingCounts: false, kernel: .live) == .running(app.child.pid))
      #expect(try tree.activity(waitingCounts: true, kernel: .live) == .running(app.child.pid))
    }
  }

  @Test("BG9 an app that is continued from outside while a thread of it is in D is not taken for stopped")
  func continued() throws {
    try withVfork(.alone) { app, child throws in
      let held = try frozen(app)
      #expect(held.isStopped)
      kill(app.child.pid, SIGCONT)
      #expect(stateLetters(of: app.child.pid) == ["D"] && stateLetters(of: child) == ["T"])
      #expect(!held.isStopped)
      let again = try frozen(app)
      #expect(again.isStopped)
    }
  }

  @Test("A SIGSTOP that waits is read from either set of pending signals, and nothing else is taken for one")
  func text() {
    func status(_ state: String, own: String, shared: String) -> PendingStop? {
      PendingStop(Array("Name:\tState:\nState:\t\(state)\nSigPnd:\t\(own)\nShdPnd:\t\(shared)\nSigBlk:\t1\n".utf8))
    }
    let (none, stop) = ("0000000000000000", "0000000000040000")
    #expect(status("D (disk sleep)", own: none, shared: stop)?.isPending == true)
    #expect(status("D (disk sleep)", own: stop, shared: none)?.isPending == true)
    #expect(status("D (disk sleep)", own: none, shared: "0000000000020000")?.isPending == false)
    #expect(status("D (disk sleep)", own: none, shared: none)?.state == .uninterruptible)
    #expect(status("T (stopped)", own: none, shared: none)?.state == .stopped)
    #expect(status("D", own: "x", shared: none) == nil)
    #expect(PendingStop(Array("State:\tD\n".utf8)) == nil)
  }
}
