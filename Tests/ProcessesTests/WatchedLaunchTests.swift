// The launch of a process that another one of its user may stop before it runs its program: the daemon goes on.
import Bundles
import CLinux
import Glibc
import Linux
import SystemPackage
import Testing

@testable import Processes

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct WatchedLaunchTests {
  /// Of a number that no user of this machine has.
  private static let own = AppUser(own: "roost-test", id: 1_800_000_000 + UInt32(getpid()))

  private func request(_ user: AppUser?, tasks: Int?, cgroup: String? = nil) -> LaunchRequest {
    LaunchRequest(
      executable: "/bin/sleep", arguments: ["sleep", "1000"], environment: [], directory: "/", output: -1, error: -1,
      events: -1, replies: -1, openFiles: 512, cgroup: cgroup, user: user, tasks: tasks)
  }

  private func end(_ child: ChildProcess) throws {
    Kill.tree(root: child, kernel: .live)
    try waitForExit(of: child)
    _ = try child.reap()
  }

  @Test("An app's own user may have other processes where no cgroup has ended those of the app before")
  func meeting() {
    let root = AppUser(own: "root", id: 0)
    #expect(request(Self.own, tasks: 20).mayMeetItsUser)
    #expect(!request(Self.own, tasks: 20, cgroup: "/sys/fs/cgroup/roost").mayMeetItsUser)
    #expect(request(Self.own, tasks: nil).mayMeetItsUser)
    #expect(request(Self.own, tasks: nil, cgroup: "/sys/fs/cgroup/roost").mayMeetItsUser)
    #expect(!request(root, tasks: nil).mayMeetItsUser)
    #expect(!request(nil, tasks: nil).mayMeetItsUser)
  }

  /// Stops whatever else its user has, for as long as its parent, the test, lives.
  private static let stopper = """
    import os, signal
    assert os.getuid() == \(own.user)
    parent = os.getppid()
    print('begins', file=open(4, 'w'), flush=True)
    while os.getppid() == parent:
      try: os.kill(-1, signal.SIGSTOP)
      except OSError: pass
    """

  @Test(
    "A process that an app with its own user has left behind stops the app's next one: that launch fails, and no more",
    .enabled(if: geteuid() == 0, "only root can run a process as another user"))
  func stopped() throws {
    var request = request(Self.own, tasks: 20)
    // The kernel takes its time to compile a filter: the new process is met the sooner.
    request.confinement = SandboxSupport.find().confinement(of: Entitlements(), isSealed: false, hasOwnUser: true)
    let launches = roost_spawning().launch
    try end(ChildProcess.launch(request, kernel: .live))
    // Below, the test would wait for ever for a launch that nobody watches.
    try #require(roost_spawning().launch == launches + 1)
    try withApp(ProcessesTestApp(python: Self.stopper, user: Self.own, tasks: 20)) { app throws in
      try app.lines(1)
      var failure: LaunchError?
      while failure == nil {
        do {
          // It was met too late.
          try end(ChildProcess.launch(request, kernel: .live))
        } catch let error as LaunchError {
          failure = error
        }
      }
      #expect(failure?.errno == .canceled)
      #expect(
        failure?.description
          == "a process that it had left behind has stopped it before it ran; roostd ends both, so launch it again")
    }
  }
}
