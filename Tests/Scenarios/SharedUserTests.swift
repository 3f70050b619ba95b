// LA7 with real processes whose user others have too: what their mounts keep them from.
import ControlAPI
import Foundation
import RoostTesting
import TestFolders
import Testing

@Suite(
  .serialized, .timeLimit(.minutes(40)), .enabled(if: geteuid() == 0, "only root can try it with other users"))
struct SharedUserTests {
  /// Those who have the apps' user besides them.
  enum Sharing: CaseIterable {
    /// The daemon's, which is root.
    case root
    /// Nobody else's but all apps', of a daemon that is root.
    case named
    /// The daemon's, which is not root.
    case daemon
  }

  private static let other: uid_t = 54_321

  /// A folder of a user's session, with a bus, a display, and another service's socket; gone with the value.
  private final class Session {
    let folder = MadeApps.newFolder()
    private var listeners: [Int32] = []

    init() throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for name in ["bus", "wayland-0", "agent"] {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        listeners.append(socket)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array("\(folder)/\(name)".utf8)) }
        let result = withUnsafePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
          }
        }
        guard result == 0, listen(socket, 5) == 0, chmod("\(folder)/\(name)", 0o666) == 0 else {
          throw Unexpected("\(folder)/\(name): \(String(cString: strerror(errno)))")
        }
      }
    }

    deinit { listeners.forEach { close($0) } }
  }

  /// An app that does `body` at its launch.
  private func app(_ name: String, _ body: String, keys: [String: Any] = [:]) throws -> String {
    try PythonApp.make(
      name, on: ["launch": body], functions: "import socket\n" + PythonApp.attempts, keys: keys)
  }

  /// The daemon of `sharing`, with its device, in a session of its user.
  private func start(_ sharing: Sharing, _ apps: [String], in session: Session) throws -> (PrivateDaemon, Device) {
    let user =
      switch sharing {
      case .root: "root"
      case .named: "nobody"
      case .daemon: ""
      }
    var (roostd, manager) = (Programs.roostd, ["/usr/bin/env", "XDG_RUNTIME_DIR=\(session.folder)"])
    if sharing == .daemon {
      // The checkout may be where only root may look.
      let copies = MadeApps.newFolder()
      roostd = copies + "/roostd"
      try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
      let copied = try Program("/bin/cp", [Programs.roostd, roostd], output: "/dev/null", errors: "/dev/null")
      guard copied.wait() == 0, chmod(copies, 0o755) == 0 else { throw Unexpected("unable to copy roostd") }
      let given = ([session.folder] + apps).joined(separator: " ")
      manager = [
        "/bin/sh", "-c",
        """
        directory=$(dirname "$3")
        chown -R \(Self.other):\(Self.other) "$directory" \(given)
        XDG_RUNTIME_DIR=\(session.folder) exec setpriv --reuid=\(Self.other) --regid=\(Self.other) --clear-groups "$@"
        """, "sh",
      ]
    }
    let daemon = try PrivateDaemon(
      roostd: roostd, apps: apps,
      configuration: """
        [apps]
        user = "\(user)"
        read = \(TestDevice.programs)
        [cgroups]
        use = false
        [memory]
        \(TestDevice.calm)
        [log]
        app-output = "file"
        """, manager: manager)
    return (daemon, try Device(socket: daemon.socket))
  }

  private func notes(_ app: String, _ daemon: PrivateDaemon) throws -> [String] {
    try String(contentsOfFile: "\(daemon.stateDirectory)/containers/com.example.\(app)/notes", encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  private func status(_ path: String) throws -> stat {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Unexpected("\(path): \(String(cString: strerror(errno)))") }
    return status
  }

  @Test(
    "LA7 an app whose user others have too changes no mode, times or attributes of theirs, nor of the daemon's, by path",
    .enabled(if: SandboxTests.hasLandlock, "no Landlock here"), arguments: Sharing.allCases)
  func attributes(_ sharing: Sharing) throws {
    let session = try Session()
    let folder = MadeApps.newFolder()
    try FileManager.default.createDirectory(atPath: folder + "/given", withIntermediateDirectories: true)
    let vandal = try app(
      "vandal",
      """
      home = os.getcwd()
      state = os.path.dirname(os.path.dirname(home))
      neighbour = os.path.join(state, "containers", "com.example.neighbour")
      for path in (state, os.environ["ROOST_BUNDLE"], neighbour, os.path.join(neighbour, "notes"), "\(folder)"):
        attempt("mode", lambda: os.chmod(path, 0))
        attempt("times", lambda: os.utime(path, (1, 1)))
        attempt("attribute", lambda: os.setxattr(path, "user.vandal", b"here"))
      for path in (home, "Documents", "notes", "\(folder)/given"):
        attempt("own mode", lambda: os.chmod(path, 0o700))
        attempt("own times", lambda: os.utime(path, (1, 1)))
      attempt("null", lambda: open("/dev/null", "w").write("x"))
      """, keys: ["RoostFileAccess": ["write": [folder + "/given"]]])
    let neighbour = try app("neighbour", "note('here')")
    let (daemon, device) = try start(sharing, [neighbour, vandal], in: session)
    if sharing != .root {
      let owner = try sharing == .daemon ? Self.other : #require(getpwnam("nobody")).pointee.pw_uid
      for path in [folder, folder + "/given"] { #expect(chown(path, owner, owner) == 0) }
    }
    try device.app("com.example.neighbour").launch()
    let theirs = [
      daemon.stateDirectory, "\(daemon.stateDirectory)/containers/com.example.neighbour/notes", vandal, folder,
    ]
    let before = try theirs.map(status)
    let pid = try #require(try device.app("com.example.vandal").launch().pid)
    let said = try notes("vandal", daemon)
    let others = said.filter { !$0.hasPrefix("own") && !$0.hasPrefix("null") }
    #expect(others.count == 15 && others.allSatisfy { $0.hasSuffix(": EROFS") }, "\(said)")
    #expect(
      said.filter { $0.hasPrefix("own") }.allSatisfy { $0.hasSuffix(": done") } && said.last == "null: done", "\(said)")
    for (path, then) in zip(theirs, before) {
      let now = try status(path)
      #expect(now.st_mode == then.st_mode, "\(path)")
      #expect(now.st_mtim.tv_sec > 1, "\(path)")
    }
    // The kernel's view: two of its mounts can be written to, and no other.
    let mounts = try KernelFile.text("/proc/\(pid)/mountinfo").split(separator: "\n")
    let writable = mounts.map { $0.split(separator: " ") }.filter { $0[5].split(separator: ",").contains("rw") }
    let paths = Set(writable.map { String($0[4]) })
    #expect(paths == ["\(daemon.stateDirectory)/containers/com.example.vandal", folder + "/given"])
    let capabilities = ["CapPrm", "CapEff", "CapBnd"].map { KernelView.status($0, of: Int32(pid)) }
    #expect(capabilities == Array(repeating: "0000000000000000", count: 3))
    // It lives as every other app.
    try device.home()
    #expect(KernelView.isStopped(Int32(pid)))
    #expect(try device.app("com.example.vandal").launch().pid == pid)
  }

  @Test(
    "LA7 an app whose user others have too finds neither the control socket nor, but with RoostSessionBus, the session's",
    .enabled(if: SandboxTests.hasLandlock, "no Landlock here"), arguments: Sharing.allCases)
  func sockets(_ sharing: Sharing) throws {
    let session = try Session()
    let body = """
      def connect(path):
        with socket.socket(socket.AF_UNIX) as one: one.connect(path)
      attempt("control", lambda: connect(os.environ["ROOST_RUNTIME"] + "/control"))
      for name in ("bus", "agent", "wayland-0"):
        attempt(name, lambda: connect("\(session.folder)/" + name))
      attempt("pressure", lambda: os.close(os.open(os.environ["MEMORY_PRESSURE_WATCH"], os.O_RDWR | os.O_NONBLOCK)))
      """
    let apps = try [app("hermit", body), app("guest", body, keys: ["RoostSessionBus": true])]
    let (daemon, device) = try start(sharing, apps, in: session)
    for name in ["hermit", "guest"] { try device.app("com.example.\(name)").launch() }
    // The session is that of the daemon's user, so an app with another does not have it.
    let isTheirs = sharing != .named
    let hidden = isTheirs ? "ENOENT" : "done"
    #expect(
      try notes("hermit", daemon)
        == ["control: ENOENT", "bus: \(hidden)", "agent: \(hidden)", "wayland-0: done", "pressure: done"])
    #expect(
      try notes("guest", daemon)
        == ["control: ENOENT", "bus: done", "agent: done", "wayland-0: done", "pressure: done"])
    let shown = try RoostctlTests.Run(["status", "com.example.guest"], socket: daemon.socket)
    #expect(shown.output.contains("bus         that of its user's session"), "\(shown.output)")
    let other = try RoostctlTests.Run(["status", "com.example.hermit"], socket: daemon.socket)
    #expect(!other.output.contains("bus  "), "\(other.output)")
  }

  @Test(
    "LA7 where the machine has no user namespaces, apps of a shared user run, and it is said; with \"require\" none does"
  )
  func without() throws {
    let manager = [
      "/usr/bin/unshare", "--user", "--map-root-user", "/bin/sh", "-c",
      "echo 0 > /proc/sys/user/max_user_namespaces; exec \"$@\"", "sh",
    ]
    for required in [false, true] {
      let daemon = try PrivateDaemon(
        roostd: Programs.roostd, apps: [try ScriptApp.make("plain", writes: "events")],
        configuration: """
          [apps]
          user = "root"
          sandbox = \(required ? "\"require\"" : "true")
          [cgroups]
          use = false
          [memory]
          \(TestDevice.calm)
          """, manager: manager)
      let app = try Device(socket: daemon.socket).app("com.example.plain")
      #expect(daemon.log.contains("the machine lets it have no mounts of its own"), "\(daemon.log)")
      if required {
        let error = try refusal { try app.launch() }
        #expect(
          error.description.contains("sandbox = \"require\" in [apps], but apps can change the modes"), "\(error)")
      } else {
        #expect(try app.launch().pid != nil)
      }
    }
  }
}
