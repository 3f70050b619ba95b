// Mounts of an app's own that wait for a file system which never answers: the launch fails in time, and leaves nothing open.
import Glibc
import LifecycleModel
import SystemPackage
import TestFolders
import Testing

@testable import Linux
@testable import Processes

@MainActor
@Suite(
  .serialized, .timeLimit(.minutes(40)),
  .enabled(if: geteuid() == 0 && access("/dev/fuse", W_OK) == 0, "only root can mount, and needs /dev/fuse"))
struct DeadPlaceTests {
  /// Mounts a FUSE file system whose server reads no request, until it hears from the test or a minute has gone by.
  private static func server(_ path: String) -> String {
    """
    import ctypes, os, select
    libc = ctypes.CDLL(None, use_errno=True)
    fuse = os.open('/dev/fuse', os.O_RDWR)
    options = b'fd=%d,rootmode=40000,user_id=0,group_id=0,allow_other' % fuse
    result = libc.mount(b'dead', b'\(path)', b'fuse', 0, options)
    os.write(4, b'mounted\\n' if result == 0 else b'%d\\n' % ctypes.get_errno())
    select.select([3], [], [], 60)
    os.close(fuse)
    libc.umount2(b'\(path)', 2)
    os.write(4, b'gone\\n')
    """
  }

  /// - Parameter body: gets the path of something on such a file system.
  private static func withDeadPlace(_ body: (String) throws -> Void) throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let dead = try #require(realPath(folder.path)) + "/dead"
    try #require(mkdir(dead, 0o755) == 0)
    try withApp(ProcessesTestApp(python: server(dead))) { server throws in
      let said = try server.lines(1)
      defer {
        write(server.events, "x", 1)
        _ = try? server.lines(1)
      }
      try #require(said == ["mounted"])
      try body(dead + "/x")
    }
  }

  private static let request = LaunchRequest(
    executable: "/bin/true", arguments: ["/bin/true"], environment: [], directory: "/", output: -1, error: -1,
    events: -1, replies: -1, openFiles: 512)

  @Test("A launch whose mounts wait for a place for too long fails, and no descriptor of them is left in the daemon")
  func timeout() async {
    // In a process of its own: other tests open descriptors meanwhile.
    await #expect(processExitsWith: .success) { try await Self.launchTwice() }
  }

  private static func launchTwice() throws {
    try withDeadPlace { place in
      guard let namespace = try? UserNamespace(user: geteuid(), group: getegid()) else {
        return print("not shown: no user namespaces")
      }
      // The first is held for its cover while the second is waited for.
      var places = ["/usr", place].map { PrivateMounts.Place($0, isFolder: true) }
      places[0].cover = PrivateMounts.Cover(number: 0, way: "/usr")
      var request = request
      request.mounts = PrivateMounts(in: namespace, covers: ["/opt"], places: places)
      let waiting = request
      var open: [Int] = []
      for _ in 0..<2 {
        let error = #expect(throws: LaunchError.self) { try ChildProcess.launch(waiting, kernel: .live) }
        #expect(error?.step == .child(.mounts) && error?.errno == .timedOut, "\(error as Any)")
        open.append(try Kernel.live.numbers(in: "/proc/self/fd").count)
      }
      #expect(open[0] == open[1])
    }
  }

  @Test("A launch whose directory does not answer fails, and says where to look")
  func directory() throws {
    try Self.withDeadPlace { place in
      var request = Self.request
      request.directory = place
      request.limitsDirectory = true
      let waiting = request
      let error = #expect(throws: LaunchError.self) { try ChildProcess.launch(waiting, kernel: .live) }
      #expect(error?.step == .child(.directory) && error?.errno == .timedOut, "\(error as Any)")
      #expect(error?.description.contains("\(place) could not be entered within 2 s") == true)
      request.directory = "/usr"
      let child = try ChildProcess.launch(request, kernel: .live)
      try waitForExit(of: child)
      #expect(try child.reap()?.status == .exited(code: 0))
    }
  }
}
