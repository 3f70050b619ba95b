// The disk with the daemon's state is full while apps come and go: the daemon goes on, and forgets nothing.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(40)), .enabled(if: geteuid() == 0, "mounting a tmpfs takes root"))
struct FullDiskTests {
  private static let names = (1...20).map { "app\($0)" }

  /// The fate of the daemon before there is space again.
  enum Meanwhile: CaseIterable { case nothing, killed, ended, replaced }

  /// Runs the daemon with its state on a disk of 4 MiB.
  private static let manager = [
    "/bin/sh", "-c",
    """
    state=$(printf '%s\\n' "$@" | sed -n '/^--state-dir$/{n;p}')
    mkdir -p "$state" && { mountpoint -q "$state" || mount -t tmpfs -o size=4m,mode=0700 tmpfs "$state"; } && exec "$@"
    """, "sh",
  ]

  private static func fill(_ folder: String) {
    let file = open(folder + "/filler", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(file) }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = write(file, block, block.count)
      if count <= 0 { if block.count == 1 { break } else { block = [UInt8](repeating: 0, count: block.count / 2) } }
    }
  }

  private static func daemon(under manager: [String]) throws -> PrivateDaemon {
    try PrivateDaemon(
      roostd: Programs.roostd, apps: try names.map { try ScriptApp.make($0, writes: "/dev/null") },
      configuration: "[cgroups]\nuse = false\n[memory]\n\(TestDevice.calm)\n[log]\napp-output = \"file\"\n",
      manager: manager)
  }

  /// Each is launched, gets a notification, and ends.
  private static func cycle(_ device: Device) throws {
    for name in names {
      let app = device.app("com.example.\(name)")
      #expect(try app.launch().state == .active)
      try app.push(#"{"aps":{"alert":"hello"}}"#)
      #expect(try app.quit()?.reason == "force-quit")
    }
  }

  private static func counts(_ device: Device) throws -> [Int] {
    try names.map { try device.app("com.example.\($0)").exits().count }
  }

  @Test(
    "A full disk ends nothing: the log says so once each time, all that was acknowledged is known, and is on disk when there is space",
    arguments: Meanwhile.allCases)
  func full(meanwhile: Meanwhile) throws {
    let daemon = try Self.daemon(under: Self.manager)
    let state = daemon.stateDirectory
    defer {
      daemon.stop()
      umount2(state, Int32(MNT_DETACH))
    }
    try Self.cycle(try Device(socket: daemon.socket))
    let pid = try ControlClient(socket: daemon.socket).call(DaemonInterface.GetVersion()).pid
    Self.fill(state)
    try Self.cycle(try Device(socket: daemon.socket))
    #expect(try Self.counts(try Device(socket: daemon.socket)) == Self.names.map { _ in 2 })
    #expect(try ControlClient(socket: daemon.socket).call(DaemonInterface.GetVersion()).pid == pid)
    for contents in ["exit records", "notifications"] {
      // A log that is emptied into its file leaves some room, until that is full too.
      let said = daemon.log.split(separator: "\n").filter {
        $0.contains("unable to write \(contents)") || $0.contains("roostd writes \(contents)")
      }
      let isUnable = said.map { $0.contains("unable") }
      #expect(isUnable.first == true, "\(daemon.log)")
      #expect(!zip(isUnable, isUnable.dropFirst()).contains { $0 == $1 }, "said twice: \(said)")
    }
    // A daemon that goes on writes a state of its own, without what the stores were told before.
    for _ in 1...2 {
      switch meanwhile {
      case .nothing: break
      case .killed: try daemon.restart(after: SIGKILL)
      case .ended:
        try daemon.restart(after: SIGTERM)
        #expect(!daemon.log.contains("left behind by an app of the previous daemon"), "\(daemon.log)")
      case .replaced:
        #expect(throws: ControlFailure.self) {
          try ControlClient(socket: daemon.socket).call(DaemonInterface.Reexec())
        }
        try eventually("it serves again") {
          (try? ControlClient(socket: daemon.socket).call(DaemonInterface.GetVersion())) != nil
        }
      }
      #expect(try Self.counts(try Device(socket: daemon.socket)) == Self.names.map { _ in 2 })
    }
    unlink(state + "/filler")
    try Self.cycle(try Device(socket: daemon.socket))
    try daemon.restart()
    let after = try Device(socket: daemon.socket)
    #expect(try Self.counts(after) == Self.names.map { _ in 3 }, "\(daemon.log)")
    for name in Self.names { #expect(try after.app("com.example.\(name)").notifications().count == 3) }
    #expect(daemon.log.contains("roostd writes exit records to \(state)/exits.sqlite again; none was lost"))
    #expect(!(try FileManager.default.contentsOfDirectory(atPath: state)).contains { $0.contains("broken") })
  }

  @Test("A start on a full disk knows all that is in the databases' logs, and loses none of it when there is space")
  func fullAtStart() throws {
    let daemon = try Self.daemon(under: Self.manager)
    let state = daemon.stateDirectory
    defer {
      daemon.stop()
      umount2(state, Int32(MNT_DETACH))
    }
    let device = try Device(socket: daemon.socket)
    try Self.cycle(device)
    // More than fits the pages that the files have already.
    let long = String(repeating: "x", count: 2000)
    for name in Self.names { try device.app("com.example.\(name)").push(#"{"aps":{"alert":"\#(long)"}}"#) }
    daemon.stop()
    // As after the machine's restart.
    try FileManager.default.removeItem(atPath: daemon.directory.path + "/run/state")
    Self.fill(state)
    try daemon.restart()
    let full = try Device(socket: daemon.socket)
    #expect(try Self.counts(full) == Self.names.map { _ in 1 }, "\(daemon.log)")
    for name in Self.names { #expect(try full.app("com.example.\(name)").notifications().count == 2) }
    unlink(state + "/filler")
    try Self.cycle(full)
    try daemon.restart()
    let after = try Device(socket: daemon.socket)
    #expect(try Self.counts(after) == Self.names.map { _ in 2 }, "\(daemon.log)")
    for name in Self.names { #expect(try after.app("com.example.\(name)").notifications().count == 3) }
  }

  @Test(
    "While the state cannot be written to, reexec is refused, which would end the daemon and its apps; then it is not")
  func readOnly() throws {
    let test = try TestDevice(apps: [try ScriptApp.make("one", writes: "/dev/null")])
    let lock = test.daemon.stateDirectory + "/state.lock"
    func mount(_ arguments: String...) throws {
      let run = try Program("/bin/mount", arguments, output: "/dev/null", errors: "/dev/null")
      guard run.wait() == 0 else { throw Unexpected("mount \(arguments)") }
    }
    let pid = try #require(try test.device.app("com.example.one").launch().pid)
    try mount("--bind", lock, lock)
    defer { umount2(lock, Int32(MNT_DETACH)) }
    try mount("-o", "remount,bind,ro", lock)
    let error = #expect(throws: ControlFailure.self) {
      try ControlClient(socket: test.daemon.socket).call(DaemonInterface.Reexec())
    }
    let words = "it could not write to \(test.daemon.stateDirectory): Read-only file system"
    #expect(error.map { "\($0)".contains(words) } == true, "\(error as Any)")
    #expect(try test.device.app("com.example.one").status().pid == pid)
    #expect(umount2(lock, Int32(MNT_DETACH)) == 0)
    #expect(throws: ControlFailure.self) {
      try ControlClient(socket: test.daemon.socket).call(DaemonInterface.Reexec())
    }
    try eventually("it serves again, and knows the app") {
      let app = try? ControlClient(socket: test.daemon.socket).call(AppsInterface.Status(id: "com.example.one")).app
      return app?.pid == pid
    }
  }

  /// Runs the daemon with its state on a file system of its own, which is kept in a file; the next one with what is in a copy of
  /// that file. The first file system may live on: other daemons give their apps copies of all mounts.
  private static let ownFileSystem = [
    "/bin/sh", "-c",
    """
    state=$(printf '%s\\n' "$@" | sed -n '/^--state-dir$/{n;p}')
    if [ -e "$state.xfs" ]
    then cp --sparse=always "$state.xfs" "$state.next"
    else truncate -s 400M "$state.next" && mkfs.xfs -q "$state.next"
    fi || exit
    mv "$state.next" "$state.xfs"
    mkdir -p "$state" && mount -o loop,nouuid "$state.xfs" "$state" && chmod 0700 "$state" && exec "$@"
    """, "sh",
  ]

  @Test("The file system of the state fails as a whole: the daemon goes on, and the next has all that was acknowledged")
  func failed() throws {
    let daemon = try Self.daemon(under: Self.ownFileSystem)
    let state = daemon.stateDirectory
    defer {
      daemon.stop()
      umount2(state, Int32(MNT_DETACH))
    }
    let device = try Device(socket: daemon.socket)
    try Self.cycle(device)
    let pid = try ControlClient(socket: daemon.socket).call(DaemonInterface.GetVersion()).pid
    // The pages of a mapping are the file system's again once they are written: the next write to one asks it, in vain.
    sync()
    let run = try Program(
      "/usr/sbin/xfs_io", ["-x", "-c", "shutdown", state], output: "/dev/null", errors: "/dev/null")
    #expect(run.wait() == 0)
    for name in Self.names { #expect(throws: ControlFailure.self) { try device.app("com.example.\(name)").launch() } }
    #expect(try ControlClient(socket: daemon.socket).call(DaemonInterface.GetVersion()).pid == pid)
    // The next one could not lock the state, and the apps would be nobody's.
    let refusal = #expect(throws: ControlFailure.self) {
      try ControlClient(socket: daemon.socket).call(DaemonInterface.Reexec())
    }
    #expect(refusal.map { "\($0)".contains("it could not write to \(state)") } == true, "\(refusal as Any)")
    #expect(try ControlClient(socket: daemon.socket).call(DaemonInterface.GetVersion()).pid == pid)
    // Those of before cannot be read.
    for name in Self.names {
      #expect(try device.app("com.example.\(name)").exits().map(\.reason) == ["failed-to-start"])
    }
    daemon.stop()
    #expect(umount2(state, Int32(MNT_DETACH)) == 0)
    try daemon.restart()
    let after = try Device(socket: daemon.socket)
    for name in Self.names {
      let reasons = try after.app("com.example.\(name)").exits().map(\.reason)
      #expect(reasons == ["force-quit", "failed-to-start"], "\(reasons) \(daemon.log)")
      #expect(try after.app("com.example.\(name)").notifications().count == 1)
    }
  }
}
