// A file system that never answers, as one of a network whose server is gone: the daemon does not wait for it.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(
  .serialized, .timeLimit(.minutes(40)),
  .enabled(if: geteuid() == 0 && access("/dev/fuse", W_OK) == 0, "only root can mount, and needs /dev/fuse"))
struct DeadMountTests {
  /// Mounts a FUSE file system whose server reads no request, until SIGTERM, the test's end, or a minute: a daemon that
  /// waits for it could not even be killed by systemd, and the test would wait for the daemon.
  private static let server = """
    import ctypes, os, signal, sys
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(1, signal.SIGTERM)
    path = sys.argv[1].encode()
    fuse = os.open("/dev/fuse", os.O_RDWR)
    options = b"fd=%d,rootmode=40000,user_id=0,group_id=0,allow_other" % fuse
    if libc.mount(b"dead", path, b"fuse", 0, options) != 0:
        sys.exit("unable to mount: " + os.strerror(ctypes.get_errno()))
    print("mounted", flush=True)
    signal.sigtimedwait([signal.SIGTERM], 60)
    os.close(fuse)
    libc.umount2(path, 2)
    """

  /// - Parameter body: gets the folder in which the mount is, as `dead`.
  private func withDeadMount(_ body: (String) throws -> Void) throws {
    let folder = "/tmp/roost-test-mount-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder + "/dead", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try Program(
      "/usr/bin/env", ["python3", "-c", Self.server, folder + "/dead"], output: folder + "/out", errors: folder + "/out"
    )
    defer {
      kill(server.pid, SIGTERM)
      _ = server.wait()
    }
    func said() -> String { (try? String(contentsOfFile: folder + "/out", encoding: .utf8)) ?? "" }
    try eventually("it is mounted, or the reason is told") { said().hasSuffix("\n") }
    try #require(said() == "mounted\n")
    try body(folder)
  }

  @Test("LA7 an app runs without a path whose file system never answers, and the daemon serves everybody meanwhile")
  func silent() throws {
    try withDeadMount { folder in
      let path = folder + "/dead/photos"
      let test = try TestDevice(
        apps: TestDevice.samples + [try PythonApp.make("album", on: [:], keys: ["RoostFileAccess": ["read": [path]]])])
      let album = test.device.app("com.example.album")
      #expect(try album.launch().state == .active)
      #expect(try test.notes.launch().state == .active)
      let line = "com.example.album runs without \(path): its file system has not answered"
      #expect(test.daemon.log.contains(line), "\(test.daemon.log)")
      // Nobody waits for it a second time.
      try album.quit()
      #expect(try album.launch().state == .active)
      #expect(test.daemon.log.components(separatedBy: line).count == 3)
      test.daemon.stop()
    }
  }

  /// A daemon with the app `notes`, and with desktop entries.
  private func daemon(_ entries: [String: String], in folder: String, sandbox: Bool = true) throws -> PrivateDaemon {
    try FileManager.default.createDirectory(atPath: folder + "/entries", withIntermediateDirectories: false)
    for (name, keys) in entries {
      try "[Desktop Entry]\nType=Application\nName=\(name)\n\(keys)\n".write(
        toFile: "\(folder)/entries/\(name).desktop", atomically: true, encoding: .utf8)
    }
    return try PrivateDaemon(
      roostd: Programs.roostd, apps: [Programs.app("notes")],
      configuration: "[apps]\ndesktop = [\"\(folder)/entries\"]\nsandbox = \(sandbox)\n")
  }

  @Test(
    "LA7 a program that is to start in a folder there is not launched, with the reason, with and without the sandbox",
    arguments: [true, false])
  func directory(sandbox: Bool) throws {
    try withDeadMount { folder in
      let path = folder + "/dead/folder"
      let daemon = try daemon(["sleeper": "Exec=sleep 100\nPath=\(path)"], in: folder, sandbox: sandbox)
      let device = try Device(socket: daemon.socket)
      let error = try refusal { try device.app("sleeper").launch() }
      #expect(error.description.contains(path) && error.description.contains("answer"), "\(error)")
      #expect(try device.app("com.example.notes").launch().state == .active)
      daemon.stop()
    }
  }

  @Test("LA7 nobody waits for programs there, at a start, at a reload and at a launch, and the reason is told")
  func programs() throws {
    try withDeadMount { folder in
      let program = folder + "/dead/program"
      let entries = ["direct": "Exec=\(program)", "tried": "TryExec=\(program)\nExec=sleep 100"]
      let daemon = try daemon(entries, in: folder)
      let problems = try ControlClient(socket: daemon.socket).call(DaemonInterface.Reload()).problems
      #expect(problems.count { $0.contains(program) && $0.contains("does not answer") } == 2, "\(problems)")
      let device = try Device(socket: daemon.socket)
      let error = try refusal { try device.app("direct").launch() }
      #expect(error.description.contains("\(program), or a program that runs it, is on a file system"), "\(error)")
      // Nobody knows that it is not installed.
      #expect(try device.app("tried").launch().state == .active)
      #expect(try device.app("com.example.notes").launch().state == .active)
      daemon.stop()
    }
  }

  @Test("roostd becomes no other program while a thread waits for such a path, as all would wait with it, and says so")
  func reexec() throws {
    try withDeadMount { folder in
      let path = folder + "/dead/folder"
      let daemon = try daemon(["sleeper": "Exec=sleep 100\nPath=\(path)"], in: folder)
      let device = try Device(socket: daemon.socket)
      _ = try refusal { try device.app("sleeper").launch() }
      let error = #expect(throws: ControlFailure.self) {
        try ControlClient(socket: daemon.socket).call(DaemonInterface.Reexec())
      }
      let words = error.map { "\($0)" } ?? ""
      #expect(words.contains("waits for the file system of \(path)"), "\(words)")
      #expect(try device.app("com.example.notes").launch().state == .active)
      daemon.stop()
    }
  }

  @Test("LA7 nobody waits for an app that lays a link to such a file system in the place of a folder of its container")
  func links() throws {
    try withDeadMount { folder in
      let app = try ScriptApp.make("linker", writes: "events")
      let test = try TestDevice(apps: TestDevice.samples + [app])
      let linker = test.device.app("com.example.linker")
      #expect(try linker.launch().state == .active)
      try linker.quit()
      for name in ["tmp", "Documents", "Library"] {
        let path = test.daemon.stateDirectory + "/containers/\(linker.id)/\(name)"
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/dead/x")
        // The first look at it is on a thread, and there is none at the second.
        for _ in 0..<2 {
          #expect(try linker.launch().state == .active)
          try linker.quit()
        }
      }
      #expect(try test.notes.launch().state == .active)
      test.daemon.stop()
    }
  }
}
