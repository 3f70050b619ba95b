// A file system that never answers, as one of a network whose server is gone: the daemon does not wait for it.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(
  .serialized, .timeLimit(.minutes(15)),
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
