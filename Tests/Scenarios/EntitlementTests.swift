// An app that is refused what its bundle does not ask for: the log and roostctl status name the entitlement (LA7).
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(40))) struct AppEntitlementTests {
  /// Whether records of the audit log come here: with CAP_AUDIT_READ, in the network namespace of the kernel's threads,
  /// and where an administrator has left refusals among what is logged (seccomp(2)).
  private static let readsAudit: Bool = {
    let capabilities = UInt64(KernelView.status("CapEff", of: getpid()) ?? "", radix: 16) ?? 0
    let logged = try? String(contentsOfFile: "/proc/sys/kernel/seccomp/actions_logged", encoding: .utf8)
    func link(_ path: String) -> String? { try? FileManager.default.destinationOfSymbolicLink(atPath: path) }
    return capabilities & 1 << 37 != 0 && logged?.split(whereSeparator: \.isWhitespace).contains("errno") == true
      && link("/proc/2/ns/net") == link("/proc/self/ns/net") && link("/proc/2/exe") == nil
  }()

  private func app(_ name: String, _ body: String, _ keys: [String: Any]) throws -> String {
    try PythonApp.make(
      name, on: ["launch": body],
      functions: "import socket, subprocess\n" + PythonApp.attempts, keys: keys)
  }

  private func roostctl(_ words: [String], _ test: TestDevice) throws -> String {
    let run = try RoostctlTests.Run(words, socket: test.daemon.socket)
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  @Test("LA7 an app has no more of the network than its bundle asks for")
  func network() throws {
    let body = """
      attempt("socket", lambda: socket.socket())
      attempt("serve", lambda: socket.create_server(("127.0.0.1", 0)))
      free = socket.create_server(("127.0.0.1", 0)) if NETWORK != "none" else None
      if free:
        port = free.getsockname()[1]
        free.close()
        attempt("port", lambda: socket.create_server(("127.0.0.1", port)))
      """
    for (network, said) in [
      ("none", ["socket: EACCES", "serve: EACCES"]), ("client", ["socket: done", "serve: done", "port: EACCES"]),
      ("server", ["socket: done", "serve: done", "port: done"]),
    ] {
      let app = try app(network, "NETWORK = \"\(network)\"\n" + body, ["RoostNetwork": network])
      let test = try TestDevice(apps: [app])
      try test.device.app("com.example.\(network)").launch()
      #expect(test.notes(of: "com.example.\(network)") == said)
      #expect(try roostctl(["status", "com.example.\(network)"], test).contains("network     \(network)\n"))
    }
  }

  @Test(
    "LA7 the camera is closed to an app that does not ask for it",
    .enabled(if: geteuid() == 0, "only root makes devices"))
  func camera() throws {
    let nodes = Nodes(names: ["video0"])
    defer { nodes.remove() }
    try nodes.make()
    let body = nodes.attempt("video0")
    let test = try TestDevice(
      device: "[background]\ncamera = [\"\(nodes.folder)/video*\"]",
      apps: [
        try app("blind", body, [:]), try app("seeing", body, ["RoostDevices": ["camera"]]),
        try app("bare", body, ["RoostDevices": [] as [String]]),
      ])
    for (name, said, shown) in [
      ("blind", "EACCES", "audio, gpu"), ("seeing", "done", "camera"), ("bare", "EACCES", "none"),
    ] {
      try test.device.app("com.example.\(name)").launch()
      #expect(test.notes(of: "com.example.\(name)") == ["video0: \(said)"])
      #expect(try roostctl(["status", "com.example.\(name)"], test).contains("devices     \(shown)\n"))
    }
  }

  @Test(
    "PR4 camera and microphone are closed to an app that the user has denied them, from its next launch on",
    .enabled(if: geteuid() == 0, "only root makes devices"))
  func deniedNodes() throws {
    let names = ["video0", "pcmC0D0c", "pcmC0D0p"]
    let nodes = Nodes(names: names)
    defer { nodes.remove() }
    try nodes.make()
    let keys: [String: Any] = [
      "RoostDevices": ["camera", "audio"], "NSCameraUsageDescription": "To see.",
      "NSMicrophoneUsageDescription": "To hear.",
    ]
    let test = try TestDevice(
      device: "[background]\ncamera = [\"\(nodes.folder)/video*\"]\naudio = [\"\(nodes.folder)/pcm*\"]",
      apps: [try app("seeing", names.map(nodes.attempt).joined(separator: "\n"), keys)])
    let seeing = test.device.app("com.example.seeing")
    let decisions: [(PrivacyInterface.Decision?, PrivacyInterface.Service, said: [String])] = [
      (nil, .camera, ["done", "done", "done"]), (.deny, .camera, ["EACCES", "done", "done"]),
      (.deny, .microphone, ["EACCES", "EACCES", "done"]), (.grant, .camera, ["done", "EACCES", "done"]),
      (.grant, .microphone, ["done", "done", "done"]),
    ]
    for (decision, service, said) in decisions {
      if let decision { try seeing.decide(decision, service) }
      try seeing.launch()
      #expect(test.notes(of: seeing.id).suffix(3) == zip(names, said).map { "\($0): \($1)" })
      try seeing.terminate()
    }
  }

  /// Devices that read as zeros, in a folder of their own.
  private struct Nodes {
    let folder = "/tmp/roost-test-nodes-\(getpid())"
    let names: [String]

    func make() throws {
      try #require(mkdir(folder, 0o755) == 0)
      for name in names { try #require(mknod("\(folder)/\(name)", S_IFCHR | 0o666, dev_t(1 << 8 | 5)) == 0) }
    }

    func remove() {
      for name in names { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }

    /// The line of an app that opens one of them.
    func attempt(_ name: String) -> String {
      "attempt(\"\(name)\", lambda: open(\"\(folder)/\(name)\", \"rb\").close())"
    }
  }

  /// In Perl, which an app of every user finds, and without an interpreter that others stand before in PATH.
  private func perl(_ name: String, _ body: String, _ keys: [String: Any]) throws -> String {
    try ScriptApp.make(
      name,
      script: """
        #!/usr/bin/perl
        use IO::Handle; use IO::Socket::INET;
        open(my $events, "<&=", 3); open(my $replies, ">&=", 4); $replies->autoflush(1);
        open(my $notes, ">", "notes"); $notes->autoflush(1);
        \(body)
        print $replies qq({"hello":{"protocol":1,"library":"test/1"}}\\n);
        while (my $line = <$events>) {
          my ($seq) = $line =~ /^\\{"seq":(\\d+)/ or next;
          print $replies qq({"ack":$seq}\\n);
          exit 0 if $line =~ /"willTerminate"/;
        }
        """, keys: keys)
  }

  /// It tries to open sockets by itself, or by a process that ends at once.
  private func hermit(byChild: Bool) throws -> String {
    let attempt = "socket(my $socket, 2, 1, 0) and die 'there is one';"
    return try perl(
      "hermit", "for (1..3) { \(byChild ? "if (fork() == 0) { \(attempt) exit 0; } wait;" : attempt) }",
      ["RoostNetwork": "none"])
  }

  @Test(
    "LA7 what an app is refused for want of an entitlement is said once in its life, with the key; roostctl status lists it",
    .enabled(if: readsAudit, "no records of the audit log come here"), arguments: [false, true])
  func told(hasOwnUser: Bool) throws {
    let test = try TestDevice(apps: [try hermit(byChild: hasOwnUser)], user: hasOwnUser ? "" : "root")
    let hermit = test.device.app("com.example.hermit")
    let sentence = "com.example.hermit was refused the network; with client for RoostNetwork in its Info.plist"
    #expect(try roostctl(["status"], test).contains("refused") == false)
    try hermit.launch()
    try eventually("the log names the entitlement") { test.daemon.log.contains(sentence) }
    #expect(try hermit.status().missing.map(\.key) == ["RoostNetwork"])
    #expect(try roostctl(["status"], test).contains("refused     \(sentence)"))
    #expect(try roostctl(["status", hermit.id], test).contains("refused     \(sentence)"))
    // The kernel tells of the second life after it has told of all of the first.
    try hermit.terminate()
    try hermit.launch()
    try eventually("the log names it again") { test.daemon.log.components(separatedBy: sentence).count == 3 }
    #expect(try hermit.status().missing.count == 1)
  }

  @Test(
    "LA7 a refusal of a process that is gone when the daemon hears of it is its app's, by the app's user",
    .enabled(if: readsAudit, "no records of the audit log come here"))
  func toldOfGone() throws {
    let body = """
      $SIG{CHLD} = "IGNORE";
      my $child = fork();
      if ($child == 0) {
        select(undef, undef, undef, 0.01) until -e "go";
        socket(my $socket, 2, 1, 0); exit 0;
      }
      print $notes "$child\\n";
      """
    let test = try TestDevice(apps: [try perl("ghost", body, ["RoostNetwork": "none"])], user: "")
    let ghost = test.device.app("com.example.ghost")
    try ghost.launch()
    let child = try #require(test.notes(of: ghost.id).first.flatMap { Int32($0) })
    kill(test.daemon.pid, SIGSTOP)
    defer { kill(test.daemon.pid, SIGCONT) }
    let go = test.daemon.stateDirectory + "/containers/\(ghost.id)/go"
    #expect(FileManager.default.createFile(atPath: go, contents: nil))
    try eventually("it is gone") { kill(child, 0) == -1 && errno == ESRCH }
    kill(test.daemon.pid, SIGCONT)
    try eventually("the log names the entitlement") {
      test.daemon.log.contains("com.example.ghost was refused the network")
    }
  }

  @Test(
    "LA7 an app's processes trace each other if its bundle asks for it; roostctl status says so",
    arguments: [true, false])
  func tracers(isDebuggable: Bool) throws {
    let body = """
      import ctypes
      libc = ctypes.CDLL(None, use_errno=True)
      def checked(result):
        if result < 0: raise OSError(ctypes.get_errno(), "")
      child = subprocess.Popen(["/bin/sleep", "100"])
      # PTRACE_SEIZE
      attempt("trace", lambda: checked(libc.ptrace(0x4206, child.pid, None, None)))
      child.kill()
      """
    let test = try TestDevice(apps: [try app("tracer", body, isDebuggable ? ["RoostDebuggable": true] : [:])])
    let tracer = test.device.app("com.example.tracer")
    try tracer.launch()
    #expect(test.notes(of: tracer.id) == [isDebuggable ? "trace: done" : "trace: EPERM"])
    let status = try roostctl(["status", tracer.id], test)
    #expect(status.contains("debuggable  yes\n") == isDebuggable)
    guard Self.readsAudit, !isDebuggable else { return }
    try eventually("the log names the entitlement") {
      test.daemon.log.contains(
        "\(tracer.id) was refused to trace a process (ptrace(2)); with true for RoostDebuggable in its Info.plist")
    }
    #expect(try tracer.status().missing.map(\.key) == ["RoostDebuggable"])
  }

  /// AUDIT_GET of linux/audit.h: whether the kernel logs what Landlock refuses.
  private static let auditsAccess: Bool = {
    let script = """
      import socket, struct, sys
      audit = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 9)
      audit.settimeout(5)
      audit.send(struct.pack("=IHHII", 16, 1000, 1, 1, 0))
      kind, enabled = struct.unpack("=4xH14xI", audit.recv(9000)[:24])
      sys.exit(0 if kind == 1000 and enabled else 1)
      """
    let program = try? Program(
      "/usr/bin/python3", ["-c", script], output: "/dev/null", errors: "/dev/null")
    return readsAudit && program?.wait() == 0
  }()

  @Test(
    "LA7 while auditing is enabled, refused ports, programs and files are told of by their keys as well",
    .enabled(if: auditsAccess, "auditing is off (auditctl -e 1), or the log cannot be read"))
  func toldOfAccess() throws {
    let folder = "/tmp/roost-test-refused-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let body = """
      my $probe = IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1"); my $port = $probe->sockport; close $probe;
      my $again = IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1", LocalPort => $port);
      print $notes $again ? "done" : $port, "\\n";
      print $notes system("/bin/true") == 0 ? "done" : "refused", "\\n";
      print $notes opendir(my $folder, "\(folder)") ? "done" : "refused", "\\n";
      """
    let app = try perl("asker", body, ["RoostExec": "bundle"])
    let test = try TestDevice(apps: [app])
    let asker = test.device.app("com.example.asker")
    try asker.launch()
    let said = test.notes(of: asker.id)
    #expect(said.count == 3 && !said.contains("done"), "\(said)")
    let port = try #require(said.first)
    for sentence in [
      "was refused TCP port \(port); with server for RoostNetwork in its Info.plist it gets one",
      "was refused to run /usr/bin/true; with any for RoostExec in its Info.plist",
      "was refused \(folder); RoostFileAccess in its Info.plist opens it",
    ] {
      try eventually("the log has: \(sentence)") { test.daemon.log.contains("com.example.asker \(sentence)") }
    }
    #expect(try asker.status().missing.map(\.key) == ["RoostExec", "RoostFileAccess", "RoostNetwork"])
  }
}
