// The kernel's files when the kernel refuses.
import FailingCalls
import Glibc
import Linux
import SystemPackage
import Systemd
import TestFolders
import Testing

@testable import Bundles
@testable import Processes
@testable import Settings

@MainActor @Suite(.timeLimit(.minutes(40))) struct ProcessesFailingCallsTests {
  @Test("A file of /proc is read whole and one of cgroups written at once, or there is an error, whichever call fails")
  func files() async throws {
    let text = String(repeating: "line\n", count: 2000)
    let kernel = Kernel()
    try await eachSystemCallFails(expecting: [.open, .read, .write, .close], telling: .errno) {
      folder in
      try folder.write("stat", text)
      try folder.write("cgroup.freeze", "0")
      return folder.path
    } act: { (path: String) in
      let read = try kernel.readFile(path + "/stat")
      #expect(read == Array(text.utf8))
      try kernel.writeFile(path + "/cgroup.freeze", "1")
    } check: { path, _, outcome in
      if outcome.error == nil {
        #expect(try kernel.readFile(path + "/cgroup.freeze") == Array("1".utf8), "\(outcome.failure)")
      }
      #expect(try kernel.readFile(path + "/stat") == Array(text.utf8), "\(outcome.failure)")
      try kernel.writeFile(path + "/cgroup.freeze", "1")
    }
  }

  @Test("The filter of apps is made, or the gap is known, whichever system call fails")
  func filter() async throws {
    try await eachSystemCallFails(
      expecting: [.seccomp, .pipe, .read, .close, .landlock_create_ruleset], telling: .errno, everywhere: true
    ) { _ in
      ()
    } act: { _ in
      let support = SandboxSupport.find()
      for gap in support.gaps {
        switch gap {
        case .noLandlock(let errno), .noFilter(let errno): throw errno
        case .sandboxOff, .oldLandlock, .sharedMounts, .noCgroups, .escape, .noTaskLimit, .sharedProc: break
        }
      }
      #expect(support.hasFilter && support.hasLandlock)
    } check: { _, _, _ in
      #expect(SandboxSupport.find().hasFilter)
    }
  }

  @Test("A crowd of orphans is ended, whichever system call fails once")
  func crowd() async {
    await #expect(processExitsWith: .success) { try await Self.endCrowds() }
  }

  private static func endCrowd() throws {
    var crowd = OrphanCrowd()
    while try crowd.end(except: [], kernel: .live) != .gone {}
  }

  private static func endCrowds() async throws {
    try Orphans.becomeSubreaper(kernel: .live)
    try await eachSystemCallFails(expecting: [.kill, .waitid], telling: .errno, everywhere: true) { _ in
      let app = try ProcessesTestApp(shell: "for i in 1 2 3; do sleep 100 & done; echo >&4; read line <&3")
      try app.lines(1)
      write(app.events, "\n", 1)
      _ = try app.waitForEnd()
      app.finish()
    } act: { _ in
      try endCrowd()
    } check: { _, _, _ in
      try endCrowd()
      #expect(try ownChildren().isEmpty)
    }
  }

  @Test("A crowd that nothing ends is told from one that changes: it is not looked at again at once")
  func crowdThatStays() async {
    await #expect(processExitsWith: .success) { try await Self.meetCrowdThatStays() }
  }

  private static func meetCrowdThatStays() async throws {
    try Orphans.becomeSubreaper(kernel: .live)
    let app = try ProcessesTestApp(shell: "for i in 1 2 3; do sleep 100 & done; echo >&4; read line <&3")
    try app.lines(1)
    write(app.events, "\n", 1)
    _ = try app.waitForEnd()
    app.finish()
    let refusal = Failure(call: .kill, number: 0, errno: .notPermitted, times: 1 << 40)
    let state = try await FailingCalls.during(.task, refusal) { _ in
      var crowd = OrphanCrowd()
      var state = OrphanCrowd.State.changing
      // The machine may be so busy that a look takes all the time that it has, as often as it likes.
      let deadline = monotonicNow() + 60_000_000_000
      while state == .changing, monotonicNow() < deadline { state = try crowd.end(except: [], kernel: .live) }
      return state
    }
    #expect(state == .staying)
    try endCrowd()
    #expect(try ownChildren().isEmpty)
  }

  @Test("A cgroup is made as it is to be or there is an error, and goes again, whichever call fails")
  func cgroup() async throws {
    guard geteuid() == 0, let own = ControlGroup.own(kernel: .live) else { return }
    let path = "\(own.path)/roost-test-made-\(getpid())"
    let limits = CgroupLimits(group: 1)
    try await eachSystemCallFails(
      expecting: [.mkdir, .chmod, .chown, .access, .open, .rmdir, .close], telling: .errno, everywhere: true
    ) { _ in
      path
    } act: { path in
      _ = try OpenCgroup.make(path, limits)
      _ = OpenCgroup.remove(path)
    } check: { path, _, _ in
      _ = try OpenCgroup.make(path, limits)
      let status = try FileStatus(of: path)
      #expect(status.group == 1 && status.permissions == 0o710)
      #expect(OpenCgroup.remove(path))
    }
  }

  @Test("The number of an app's processes is written to its cgroup, where that has the controller")
  func tasks() throws {
    let folder = try TestFolder()
    CgroupLimits().write(to: folder.path)
    CgroupLimits(tasks: 64).write(to: folder.path)
    #expect((try? Sys.access(folder.path + "/pids.max", F_OK)) == nil)
    try folder.write("pids.max", "max")
    CgroupLimits(tasks: 64).write(to: folder.path)
    #expect(try Kernel.live.readFile(folder.path + "/pids.max").starts(with: "64".utf8))
  }

  @Test("An app is started or it is said why not and what to do, whichever system call fails")
  func launch() async throws {
    let closed = "set sandbox = false in [apps]"
    let cures = [
      "LimitNOFILE=", "or set use = false in [cgroups]", closed, "see TasksMax=", "try chmod +x", "executable missing",
      "begins with #!", "check the file, and the file system", "the interpreter of",
    ]
    let places = ["/dev/null", "its cgroup", "file access", "make a process"]
    let version = try? LandlockRuleset.version()
    var expected: Set<SystemCall> = [.open, .close, .clone3, .execve]
    if version != nil { expected.formUnion([.landlock_create_ruleset, .landlock_add_rule, .fstat]) }
    try await eachSystemCallFails(
      expecting: expected, telling: .cure(cures, at: places), everywhere: true
    ) { folder in
      let bundle = try AppBundle(
        path: try folder.bundle("Notes", TestFolder.plist("com.example.notes"), script: "#!/bin/sh\nexit 7\n"))
      var request = LaunchRequest(
        executable: bundle.executable, arguments: [bundle.executable], environment: [], directory: "/", output: -1,
        error: -1, events: -1,
        replies: -1, openFiles: 64)
      if version != nil {
        request.sandbox = Sandbox(
          bundle: bundle, container: folder.path, pressure: nil, output: nil, nodes: [], programs: nil,
          installed: [], far: [:], closed: [])
      }
      return request
    } act: { request in
      try Self.runToEnd(try startProcess(request))
    } check: { request, _, _ in
      try Self.runToEnd(try startProcess(request))
    }
  }

  private static func runToEnd(_ process: Pidfd) throws {
    let deadline = monotonicNow() + 60_000_000_000
    while monotonicNow() < deadline {
      // Not by the gate: this is the test's own look.
      var info = siginfo_t()
      guard waitid(P_PIDFD, id_t(process.descriptor), &info, WEXITED | WNOHANG) == 0 else {
        Issue.record("waitid(2): \(Errno(rawValue: errno))")
        return
      }
      if info.si_signo == SIGCHLD { return }
      usleep(1000)
    }
    let stat = (try? Kernel.live.readFile("/proc/\(process.pid)/stat")) ?? []
    Issue.record("the process did not end: \(String(decoding: stat, as: UTF8.self))")
    // A zombie that nobody takes keeps Swift Testing from seeing the end of any exit test.
    kill(process.pid, SIGKILL)
    var info = siginfo_t()
    waitid(P_PIDFD, id_t(process.descriptor), &info, WEXITED)
  }
}
