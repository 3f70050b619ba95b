// The kernel's files when the kernel refuses.
import FailingCalls
import Glibc
import Linux
import Systemd
import TestFolders
import Testing

@testable import Bundles
@testable import Processes
@testable import Settings

@MainActor @Suite(.timeLimit(.minutes(5))) struct ProcessesFailingCallsTests {
  @Test("A file of /proc is read whole and one of cgroups written at once, or there is an error, whichever call fails")
  func files() async throws {
    let text = String(repeating: "line\n", count: 2000)
    let kernel = Kernel()
    try await eachSystemCallFails(expecting: [.open, .read, .write, .close, .mkdir, .rmdir], telling: .errno) {
      folder in
      try folder.write("stat", text)
      try folder.write("cgroup.freeze", "0")
      return folder.path
    } act: { (path: String) in
      let read = try kernel.readFile(path + "/stat")
      #expect(read == Array(text.utf8))
      try kernel.writeFile(path + "/cgroup.freeze", "1")
      try kernel.makeDirectory(path + "/app")
      try kernel.removeDirectory(path + "/app")
    } check: { path, _, outcome in
      if outcome.error == nil {
        #expect(try kernel.readFile(path + "/cgroup.freeze") == Array("1".utf8), "\(outcome.failure)")
      }
      #expect(try kernel.readFile(path + "/stat") == Array(text.utf8), "\(outcome.failure)")
      try kernel.writeFile(path + "/cgroup.freeze", "1")
      try kernel.makeDirectory(path + "/app")
      try kernel.removeDirectory(path + "/app")
    }
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
          bundle: bundle, container: folder.path, pressure: nil, output: nil, nodes: [],
          given: FileAccess(read: [], write: []), closed: [])
      }
      return request
    } act: { request in
      try Self.runToEnd(try startProcess(request))
    } check: { request, _, _ in
      try Self.runToEnd(try startProcess(request))
    }
  }

  private static func runToEnd(_ process: Pidfd) throws {
    let deadline = monotonicNow() + 10_000_000_000
    while monotonicNow() < deadline {
      // Not by the gate: this is the test's own look.
      var info = siginfo_t()
      guard waitid(P_PIDFD, id_t(process.descriptor), &info, WEXITED | WNOHANG) == 0 else { break }
      if info.si_signo == SIGCHLD { return }
      sched_yield()
    }
    Issue.record("the process did not end")
  }
}
