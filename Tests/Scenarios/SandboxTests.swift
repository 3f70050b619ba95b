// LA7 with real processes: what an app can reach, and what it tries in vain.
import CLinux
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct SandboxTests {
  static let hasLandlock = {
    var version: CInt = 0
    return roost_landlock_version(&version) == 0
  }()

  /// An app that runs `body` when it is launched, Python that fills the list `said`, which it notes afterwards.
  private func app(_ name: String, _ body: String, keys: [String: Any] = [:]) throws -> String {
    try PythonApp.make(
      name, on: ["launch": body + "\nfor line in said: note(line)"],
      functions: """
        import errno, signal, socket, subprocess
        said = []
        def attempt(what, action):
          try:
            action()
            said.append(what + ": done")
          except OSError as error:
            said.append(what + ": " + errno.errorcode[error.errno])
        """, keys: keys)
  }

  @Test(
    "LA7 an app cannot read, write, list or make anything but what is its own",
    .enabled(if: hasLandlock, "no Landlock here"))
  func closed() throws {
    let secret = "/tmp/roost-test-secret-\(getpid())"
    try "secret".write(toFile: secret, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: secret) }
    let app = try app(
      "burglar",
      """
      bundle = os.environ["ROOST_BUNDLE"]
      state = os.path.dirname(os.path.dirname(os.getcwd()))
      attempt("read", lambda: open("\(secret)").read())
      attempt("append", lambda: open("\(secret)", "a"))
      attempt("remove", lambda: os.unlink("\(secret)"))
      attempt("make", lambda: os.mkdir("\(secret).d"))
      attempt("list", lambda: os.listdir(state + "/containers"))
      attempt("exits", lambda: open(state + "/exits.sqlite").read(1))
      attempt("etc", lambda: open("/etc/roost-test", "w"))
      attempt("change bundle", lambda: open(bundle + "/Info.plist", "r+"))
      attempt("add to bundle", lambda: open(bundle + "/more", "w"))
      attempt("remove from bundle", lambda: os.unlink(bundle + "/Info.plist"))
      attempt("truncate bundle", lambda: os.truncate(bundle + "/Info.plist", 0))
      attempt("read bundle", lambda: open(bundle + "/Info.plist", "rb").read())
      attempt("write", lambda: open("Documents/a", "w").write("a"))
      attempt("rename", lambda: os.rename("Documents/a", "tmp/b"))
      attempt("null", lambda: open("/dev/null", "w").write("a"))
      attempt("run", lambda: subprocess.run(["/bin/true"], check=True))
      attempt("hosts", lambda: open("/etc/passwd").read())
      attempt("pressure", lambda: os.close(os.open(os.environ["MEMORY_PRESSURE_WATCH"], os.O_RDWR | os.O_NONBLOCK)))
      attempt("output", lambda: open("/proc/self/fd/1", "a").write("spoken"))
      """)
    let test = try TestDevice(apps: [app])
    try test.device.app("com.example.burglar").launch()
    let said = test.notes(of: "com.example.burglar")
    for what in [
      "read", "append", "remove", "make", "list", "exits", "etc", "change bundle", "add to bundle",
      "remove from bundle",
      "truncate bundle",
    ] {
      // Without a user of its own its mounts are read-only, which the kernel looks at first.
      #expect(said.contains("\(what): EACCES") || said.contains("\(what): EROFS"), "\(what): \(said)")
    }
    for what in ["read bundle", "write", "rename", "null", "run", "hosts", "pressure", "output"] {
      #expect(said.contains("\(what): done"), "\(what): \(said)")
    }
    #expect(try String(contentsOfFile: secret, encoding: .utf8) == "secret")
  }

  @Test(
    "LA7 an app cannot signal the daemon or another app, nor look into it",
    .enabled(if: hasLandlock, "no Landlock here"))
  func others() throws {
    let test = try TestDevice(apps: [
      Programs.app("notes"),
      try app(
        "bully",
        """
        def name(pid):
          try:
            return os.path.basename(open("/proc/" + pid + "/cmdline").read().split(chr(0))[0])
          except OSError:
            # It has ended meanwhile.
            return ""
        victims = [os.getppid()] + [int(p) for p in os.listdir("/proc") if p.isdigit() and name(p) == "notes"]
        note("victims %d" % len(victims))
        for victim in victims:
          attempt("ask", lambda: os.kill(victim, 0))
          attempt("kill", lambda: os.kill(victim, signal.SIGKILL))
          attempt("memory", lambda: open("/proc/%d/mem" % victim, "rb"))
          # CAP_PERFMON of root reads it all the same (ptrace_may_access is not asked).
          if os.geteuid() != 0: attempt("environment", lambda: open("/proc/%d/environ" % victim).read())
          attempt("descriptors", lambda: os.readlink("/proc/%d/fd/0" % victim))
        attempt("self", lambda: os.kill(os.getpid(), 0))
        """),
    ])
    let pid = try #require(try test.notes.launch().pid)
    try test.device.app("com.example.bully").launch()
    let said = test.notes(of: "com.example.bully")
    #expect(said.first.map { $0.hasPrefix("victims ") && $0 != "victims 1" } == true, "\(said)")
    #expect(said.dropFirst().dropLast().allSatisfy { $0.hasSuffix("EPERM") || $0.hasSuffix("EACCES") }, "\(said)")
    #expect(said.last == "self: done")
    #expect(KernelView.isAlive(Int32(pid)))
    #expect(try test.notes.status().pid == pid)
  }

  @Test("LA7 no program that an app starts gets new privileges")
  func privileges() throws {
    let test = try TestDevice(apps: [Programs.app("notes")])
    let pid = try #require(try test.notes.launch().pid)
    #expect(KernelView.status("NoNewPrivs", of: Int32(pid)) == "1")
  }

  @Test(
    "LA7 RoostFileAccess opens what the bundle asks for, but nothing of the daemon's, by whatever link",
    .enabled(if: hasLandlock, "no Landlock here"))
  func askedFor() throws {
    let folder = "/tmp/roost-test-asked-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder + "/out", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "in".write(toFile: folder + "/in", atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: folder + "/everything", withDestinationPath: "/")
    let app = try app(
      "asker",
      """
      attempt("read", lambda: open("\(folder)/in").read())
      attempt("change", lambda: open("\(folder)/in", "a"))
      attempt("write", lambda: open("\(folder)/out/a", "w").write("a"))
      attempt("records", lambda: os.listdir(os.path.dirname(os.path.dirname(os.getcwd()))))
      attempt("elsewhere", lambda: os.listdir("/home"))
      """,
      keys: ["RoostFileAccess": ["read": [folder + "/in", "/"], "write": [folder + "/out", folder + "/everything"]]])
    let test = try TestDevice(apps: [app])
    try test.device.app("com.example.asker").launch()
    let change = TestDevice.user.isEmpty ? "EACCES" : "EROFS"
    #expect(
      test.notes(of: "com.example.asker")
        == ["read: done", "change: \(change)", "write: done", "records: EACCES", "elsewhere: EACCES"])
    let line = "com.example.asker runs without /: no app may have files of roostd's own"
    #expect(test.daemon.log.contains(line), "\(test.daemon.log)")
  }

  @Test("LA7 with sandbox = false in [apps] an app reaches what its user can")
  func off() throws {
    let test = try TestDevice(
      apps: [try app("free", "attempt(\"list\", lambda: os.listdir(\"/tmp\"))")], sandbox: false)
    try test.device.app("com.example.free").launch()
    #expect(test.notes(of: "com.example.free") == ["list: done"])
  }
}

/// Apps of a user of their own, and who may command the daemon. Only root can give processes away.
@Suite(.serialized, .enabled(if: geteuid() == 0, "only root can run apps as another user"))
struct AppUserTests {
  /// To be there for `nobody`, who gets nowhere below /root.
  private func app() throws -> String {
    try ScriptApp.make(
      "stranger",
      script: """
        #!/bin/sh
        id -u >who; id -G >>who
        /usr/bin/perl -e 'use IO::Socket::UNIX; my $s = IO::Socket::UNIX->new(Peer => "'$ROOST_RUNTIME'/control");
          print $s ? "connected" : "refused", "\\n"; if ($s) { print $s "{\\"method\\":\\"org.roost.Device.Home\\"}\\0"; local $/ = "\\0";
          my $r = <$s>; print defined $r && $r !~ /error/ ? "served" : "not served", "\\n"; }' >>who 2>&1
        echo '{"hello":{"protocol":1,"library":"test/1"}}' >&4
        while IFS= read -r line <&3; do
          seq=${line#'{"seq":'}
          seq=${seq%%,*}
          echo "{\\"ack\\":$seq}" >&4
          case $line in *'"willTerminate"'*) exit 0 ;; esac
        done
        """)
  }

  @Test("LA7 an app of its own user owns its container, has no other group, and is not served at the control socket")
  func ownUser() throws {
    let test = try TestDevice(apps: [try app()], user: "nobody")
    let running = try test.device.app("com.example.stranger").launch()
    let pid = Int32(try #require(running.pid))
    let nobody = try #require(getpwnam("nobody")).pointee
    #expect(KernelView.status("Uid", of: pid)?.split(separator: "\t").allSatisfy { $0 == "\(nobody.pw_uid)" } == true)
    #expect(KernelView.status("CapEff", of: pid) == "0000000000000000")
    let container = test.daemon.stateDirectory + "/containers/com.example.stranger"
    let owner = try FileManager.default.attributesOfItem(atPath: container)[.ownerAccountID] as? UInt32
    #expect(owner == nobody.pw_uid)
    let who = try String(contentsOfFile: container + "/who", encoding: .utf8).split(separator: "\n")
    #expect(who.first == "\(nobody.pw_uid)" && who.dropFirst().first == "\(nobody.pw_gid)", "\(who)")
    #expect(who.last == "refused" || who.last == "not served", "\(who)")
    try test.device.home()
    #expect(KernelView.isStopped(pid))
    #expect(try test.device.app("com.example.stranger").launch().pid == Int64(pid))
  }

  @Test("LA7 a user that does not exist is named when an app is launched")
  func unknown() throws {
    let test = try TestDevice(apps: [Programs.app("notes")], user: "roost-nobody-there")
    let error = try refusal { try test.notes.launch() }
    #expect(error.description.contains("no such user: roost-nobody-there"), "\(error)")
  }
}
