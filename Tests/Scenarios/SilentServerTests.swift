// A FUSE server that answers all but one question keeps a process in the kernel that SIGKILL does not end: the daemon does not
// wait for such a process.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(
  .serialized, .timeLimit(.minutes(40)),
  .enabled(if: geteuid() == 0 && access("/dev/fuse", W_OK) == 0, "only root can mount, and needs /dev/fuse"))
struct SilentServerTests {
  /// Mounts a file system for user 1234, with one file under any name, whose content it never gives: until the connection is
  /// aborted, SIGTERM, or a minute, so that a test that fails ends.
  private static let server = """
    import ctypes, os, signal, struct, sys
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(1, signal.SIGTERM)
    path = sys.argv[1].encode()
    fuse = os.open("/dev/fuse", os.O_RDWR)
    options = b"fd=%d,rootmode=40000,user_id=1234,group_id=1234,allow_other" % fuse
    if libc.mount(b"silent", path, b"fuse", 0, options) != 0:
      sys.exit("unable to mount: " + os.strerror(ctypes.get_errno()))
    def late(*_):
      print("a minute is over", flush=True)
      os._exit(1)
    signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    def attributes(node):
      mode, size = (0o40755, 0) if node == 1 else (0o100666, 1 << 30)
      return struct.pack("<6Q10I", node, size, 0, 0, 0, 0, 0, 0, 0, mode, 1, 1234, 1234, 0, 4096, 0)
    LOOKUP, FORGET, GETATTR, OPEN, READ, INIT, INTERRUPT, FORGET_MANY = 1, 2, 3, 14, 15, 26, 36, 42
    print("mounted", flush=True)
    while True:
      try:
        request = os.read(fuse, 1 << 18)
      except OSError:
        print("aborted", flush=True)
        break
      _, code, unique, node = struct.unpack_from("<IIQQ", request)
      if code == READ:
        print("asked", flush=True)
      if code in (FORGET, READ, INTERRUPT, FORGET_MANY):
        continue
      answer = {
        INIT: lambda: struct.pack("<IIIIHHII9I", 7, 31, 0, 0, 16, 12, 131072, 1, *[0] * 9),
        LOOKUP: lambda: struct.pack("<4Q2I", 2, 1, 1000, 1000, 0, 0) + attributes(2),
        GETATTR: lambda: struct.pack("<Q2I", 1000, 0, 0) + attributes(node),
        OPEN: lambda: struct.pack("<QII", 1, 0, 0),
      }.get(code)
      body = answer() if answer else b""
      os.write(fuse, struct.pack("<IiQ", 16 + len(body), 0 if answer else -38, unique) + body)
    libc.umount2(path, 2)
    """

  /// A folder with the file system below `mount`, while `body` runs.
  private func withServer(_ body: (_ mount: String, _ said: () -> String) throws -> Void) throws {
    let folder = "/tmp/roost-test-silent-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder + "/mount", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try Program(
      "/usr/bin/env", ["python3", "-c", Self.server, folder + "/mount"], output: folder + "/out",
      errors: folder + "/out")
    defer {
      kill(server.pid, SIGTERM)
      _ = server.wait()
      umount2(folder + "/mount", CInt(MNT_DETACH))
    }
    func said() -> String { (try? String(contentsOfFile: folder + "/out", encoding: .utf8)) ?? "" }
    try eventually("it is mounted, or the reason is told") { said().hasSuffix("\n") }
    try #require(said() == "mounted\n")
    try body(folder + "/mount", said)
  }

  /// Writes more than the daemon reads of an app at once, and then from such a page: the kernel locks the pipe, finds that the page
  /// is missing, and asks the server.
  private static let holder = """
    import mmap
    file = open("PATH", "r+b", buffering=0)
    page = mmap.mmap(file.fileno(), 4096, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE)
    finish(event["seq"])
    answer = later
    os.write(4, b'{"trace":{"entering":"didBecomeActive"}}\\n' * 700)
    os.write(4, page)
    """

  @Test("An app that holds its channel below a silent FUSE server is ended, and the connection with it")
  func channel() throws {
    try withServer { mount, said in
      let path = mount + "/photos"
      let holder = try PythonApp.make(
        "holder", on: ["didBecomeActive": Self.holder.replacingOccurrences(of: "PATH", with: path)],
        keys: ["RoostFileAccess": ["write": [path]]])
      let test = try TestDevice(apps: TestDevice.samples + [holder])
      let app = test.device.app("com.example.holder")
      _ = try? app.launch()
      #expect(try test.notes.launch().state == .active)
      let exit = try #require(try app.waitForExit())
      #expect(exit.text.contains("kernel's lock of its channel"), "\(exit)")
      try eventually("it has ended") { !KernelView.isAlive(try #require(exit.pid.map(Int32.init))) }
      try eventually("the connection is aborted") { said() == "mounted\nasked\naborted\n" }
      test.daemon.stop()
    }
  }

  /// As user 1234, lists a folder of /proc into such a page, which keeps the folder's lock, and has a child wait for that lock, to change
  /// the folder's mode, which is refused in the end: everybody waits behind it who lists the folder.
  private static let lister = """
    import ctypes, mmap, os, signal, sys
    libc = ctypes.CDLL(None, use_errno=True)
    os.setgroups([])
    os.setgid(1234)
    os.setuid(1234)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
    waiter = os.fork()
    libc.prctl(1, signal.SIGKILL)
    if waiter == 0:
      signal.sigwait([signal.SIGUSR1])
      try:
        os.chmod(sys.argv[2], 0o555)
      finally:
        os._exit(0)
    print(waiter, flush=True)
    file = open(sys.argv[1], "r+b", buffering=0)
    page = mmap.mmap(file.fileno(), 4096, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    libc.getdents64(os.open(sys.argv[2], os.O_RDONLY), ctypes.c_void_p(address), 4096)
    """

  /// A lister that has the folder's lock, with a child that waits for it.
  private func holder(of folder: String, _ mount: String, _ said: () -> String, _ test: TestDevice) throws -> Program {
    let out = test.daemon.directory.path + "/lister"
    let lister = try Program(
      "/usr/bin/env", ["python3", "-c", Self.lister, mount + "/photos", folder], output: out, errors: out)
    var waiter: Int32?
    try eventually("it has a child that waits for a signal") {
      waiter = try Int32(String(contentsOfFile: out, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines))
      return waiter.map { KernelView.threadStates(of: $0) == ["S"] } ?? false
    }
    try eventually("it waits for the server, with the folder's lock") { said() == "mounted\nasked\n" }
    kill(try #require(waiter), SIGUSR1)
    try eventually("its child waits for that") { KernelView.threadStates(of: waiter!) == ["D"] }
    return lister
  }

  @Test("A user who holds a folder of an app's in /proc, below a silent FUSE server, keeps nobody waiting")
  func folder() throws {
    // Its end waits for that of the server.
    var lister: Program?
    defer { lister = nil }
    try withServer { mount, said in
      let test = try TestDevice()
      let pid = try #require(try test.notes.launch().pid)
      lister = try holder(of: "/proc/\(pid)/task", mount, said, test)
      try test.device.home()
      try test.notes.wait(for: .suspended)
      #expect(try test.notes.terminate()?.reason != nil)
      #expect(said() == "mounted\nasked\n", "the daemon waited for the server")
      #expect(lister?.exitStatus == nil)
      test.daemon.stop()
    }
  }

  @Test("A user who holds an app directory, below a silent FUSE server, does not keep the daemon waiting")
  func appDirectory() throws {
    try withServer { mount, said in
      let test = try TestDevice()
      let directory = test.daemon.directory.path + "/apps"
      try #require(chmod(directory, 0o755) == 0)
      let lister = try holder(of: directory, mount, said, test)
      _ = try ControlClient(socket: test.daemon.socket).call(DaemonInterface.Reload())
      try eventually("the connection is aborted") { said() == "mounted\nasked\naborted\n" }
      _ = lister.wait()
      #expect(try test.notes.launch().state == .active)
      test.daemon.stop()
    }
  }
}
