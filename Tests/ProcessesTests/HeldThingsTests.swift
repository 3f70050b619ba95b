// The devices that an app holds are looked for within bounds: its open descriptors may be without number.
import FailingCalls
import Glibc
import LifecycleModel
import Settings
import Systemd
import Testing

@testable import Linux
@testable import Processes

private let isToldOneByOne: Bool = {
  guard var mappings = try? FileMappings(of: getpid()) else { return false }
  return (try? mappings.next()) == true
}()

@MainActor @Suite(.timeLimit(.minutes(40))) struct HeldThingsTests {
  @Test("BG5 a device behind thousands of other descriptors is found; more than may be looked at are a thing held")
  func limit() throws {
    // Below a limit of its own the test could not tell.
    let script = """
      import os, resource
      hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
      resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
      first = os.open('/dev/full', os.O_RDONLY)
      many = [os.open('/dev/null', os.O_RDONLY) for _ in range(5000)]
      last = os.open('/dev/zero', os.O_RDONLY)
      os.write(4, b'ready\\n')
      os.read(3, 1)
      """
    try withApp(ProcessesTestApp(python: script)) { app in
      try app.lines(1)
      try withApp(ProcessesTestApp(python: "import os\nf = open('/dev/zero')\nos.write(4, b'ready\\n')\nos.read(3, 1)"))
      {
        second in
        try second.lines(1)
        let nodes = ["/dev/full", "/dev/zero"].map { SharedNode(kind: .camera, pattern: $0) }
        let things = HeldThings(ownPlaces: [], sharedNodes: nodes)
        let loop = try EventLoop()
        @MainActor func paths(_ processes: ProcessesTestApp..., limit: Int = HeldThings.limit) throws -> [String] {
          var found: Holdings?
          let look = HoldingsLook(
            at: processes.map(\.child.pidfd), for: things, isMeasuring: true, limit: limit, on: loop, kernel: .live
          ) { holdings, footprints in
            found = holdings
            #expect(footprints.map { $0.sum.total > 0 } == true)
          }
          look.start()
          while found == nil { try loop.runOnce(timeout: .seconds(60)) }
          return found?.resources.map(\.path) ?? []
        }
        #expect(try paths(app) == ["/dev/full", "/dev/zero"])
        let tooMany = "more than \(HeldThings.limit) files"
        #expect(try paths(app, second, limit: 5000) == ["/dev/full", tooMany])
        #expect(try paths(second, app, limit: 5000) == ["/dev/full", "/dev/zero", tooMany])
        #expect(try paths(second, limit: 5000) == ["/dev/zero"])
      }
    }
  }

  @Test("BG5 thousands of sockets and hundreds of terminals are things held; many descriptors of one socket are not")
  func socketsAndTerminals() throws {
    let sockets = """
      import os, resource, socket
      hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
      resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
      sockets = [socket.socket(socket.AF_UNIX) for _ in range(COUNT)]
      copies = [os.dup(sockets[0].fileno()) for _ in range(5000)]
      os.write(4, b'ready\\n')
      os.read(3, 1)
      """
    let terminals = """
      import os
      terminals = [os.open('/dev/ptmx', os.O_RDWR | os.O_NOCTTY) for _ in range(COUNT)]
      os.write(4, b'ready\\n')
      os.read(3, 1)
      """
    @MainActor func found(_ script: String, _ count: Int) throws -> [String] {
      var found: [String] = []
      try withApp(ProcessesTestApp(python: script.replacing("COUNT", with: "\(count)"))) { app in
        try app.lines(1)
        let loop = try EventLoop()
        var holdings: Holdings?
        let look = HoldingsLook(
          at: [app.child.pidfd], for: HeldThings(ownPlaces: [], sharedNodes: []), isMeasuring: false, on: loop,
          kernel: .live
        ) { things, _ in
          holdings = things
        }
        look.start()
        while holdings == nil { try loop.runOnce(timeout: .seconds(60)) }
        found = holdings?.resources.map(\.path) ?? []
      }
      return found
    }
    #expect(try found(sockets, HeldThings.mostSockets) == [])
    #expect(try found(sockets, HeldThings.mostSockets + 1) == ["more than 4096 sockets"])
    #expect(try found(terminals, HeldThings.mostTerminals) == [])
    #expect(try found(terminals, HeldThings.mostTerminals + 1) == ["more than 256 terminals"])
  }

  @Test("BG6 a file with thousands of locks that is open three hundred times is found, on a thread")
  func manyLocks() throws {
    let file = "/tmp/roost-test-locks-\(getpid())"
    defer { unlink(file) }
    let script = """
      import fcntl, os
      file = os.open('\(file)', os.O_RDWR | os.O_CREAT)
      for place in range(4000): fcntl.lockf(file, fcntl.LOCK_EX, 1, 2 * place)
      copies = [os.dup(file) for _ in range(300)]
      os.write(4, b'ready\\n')
      os.read(3, 1)
      """
    let app = try ProcessesTestApp(python: script)
    defer { app.finish() }
    try app.lines(1)
    let loop = try EventLoop()
    var found: Holdings?
    let look = HoldingsLook(
      at: [app.child.pidfd], for: HeldThings(ownPlaces: [], sharedNodes: []), isMeasuring: false, on: loop,
      kernel: .live
    ) { holdings, _ in found = holdings }
    look.start()
    // A thread looks, and the loop has its turns.
    #expect(found == nil)
    while found == nil { try loop.runOnce(timeout: .seconds(60)) }
    #expect(found?.locks == [file])
  }

  @Test("BG6 of hundreds of locked files with long names some are named, by the beginnings of their paths")
  func namedLocks() {
    var search = HeldThings.Search(for: HeldThings(ownPlaces: [], sharedNodes: []), limit: 10)
    let long = String(repeating: "\u{1}", count: 4000)
    search.locks = Set((100..<400).map { "/memfd:\($0)\(long)" })
    let locks = search.found.locks
    #expect(locks.map { String($0.prefix(10)) } == (100..<108).map { "/memfd:\($0)" } + ["and 292 mo"])
    #expect(locks.allSatisfy { $0.utf8.count <= HeldThings.longestLock })
    search.locks = ["/b", "/a"]
    #expect(search.found.locks == ["/a", "/b"])
  }

  @Test("BG5 a device that an app in the background has mapped is found when its descriptor is closed")
  func mappedDevice() throws {
    let node = "/tmp/roost-test-device-\(getpid())"
    defer { unlink(node) }
    #expect(try mapped(node, behind: 0) == [node])
  }

  @Test(
    "BG5 a mapped device is found behind thousands of other mappings",
    .enabled(
      if: isToldOneByOne, "before Linux 6.11 the kernel cannot be asked for one mapping, and 4,096 are looked at"))
  func deviceBehindManyMappings() throws {
    let node = "/tmp/roost-test-hidden-device-\(getpid())"
    defer { unlink(node) }
    #expect(try mapped(node, behind: 8000) == [node])
  }

  /// The paths of devices found in an app that has first mapped pieces of another file, no two of which are one mapping, and
  /// then the device, which the kernel puts below them or above.
  private func mapped(_ node: String, behind count: Int) throws -> [String] {
    let script = """
      import ctypes, os
      with open('\(node)', 'w') as file: file.write('x' * 4096)
      libc = ctypes.CDLL(None)
      libc.mmap.restype = ctypes.c_void_p
      libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
      other = os.open('/proc/self/exe', os.O_RDONLY)
      for place in range(\(count)): libc.mmap(None, 4096, 1 + 4 * (place % 2), 2, other, 0)
      file = os.open('\(node)', os.O_RDONLY)
      # Python's own mmap keeps a descriptor. Above all others, where it is the last of the list.
      libc.mmap(ctypes.c_void_p(0x7fffff000000 if \(count) else 0), 4096, 1, 1, file, 0)
      os.close(file)
      os.write(4, b'ready\\n')
      os.read(3, 1)
      """
    let app = try ProcessesTestApp(python: script)
    defer { app.finish() }
    try app.lines(1)
    let loop = try EventLoop()
    let things = HeldThings(ownPlaces: [], sharedNodes: [SharedNode(kind: .audio, pattern: node)])
    var found: Holdings?
    let look = HoldingsLook(
      at: [app.child.pidfd], for: things, isMeasuring: false, seesMappings: true, on: loop, kernel: .live
    ) { holdings, _ in found = holdings }
    look.start()
    while found == nil { try loop.runOnce(timeout: .seconds(60)) }
    return found?.resources.map(\.path) ?? []
  }

  @Test("ME4 files in memory that an app has open count, mapped or not, and each once")
  func memoryFiles() throws {
    let script = """
      import mmap, os
      files = [os.memfd_create('a') for _ in range(3)]
      for file in files:
        for _ in range(10): os.write(file, bytes(1 << 20))
      seen = mmap.mmap(files[0], 10 << 20)
      for place in range(0, 10 << 20, 4096): seen[place]
      if os.fork() == 0: os.read(3, 1); os._exit(0)
      os.write(4, b'ready\\n')
      os.read(3, 1)
      """
    try withApp(ProcessesTestApp(python: script)) { app throws in
      try app.lines(1)
      let loop = try EventLoop()
      let children = try ProcessTree.children(of: app.child.pid, kernel: .live)
      let processes = try [app.child.pidfd] + children.map { try Kernel.live.openPidfd($0) }
      #expect(processes.count == 2)
      var footprints: Footprints?
      let look = HoldingsLook(
        at: processes, for: HeldThings(ownPlaces: [], sharedNodes: []), isMeasuring: true, on: loop,
        kernel: .live
      ) { footprints = $1 }
      look.start()
      while footprints == nil { try loop.runOnce(timeout: .seconds(60)) }
      #expect(footprints?.files == 30 << 20)
      #expect(footprints?.sum.shared == 30 << 20)
    }
  }

  @Test("ME4 the size of a file in memory is asked of the kernel alone, whatever its name, and that of no other file")
  func asksNoServer() async throws {
    // Swift takes a colon with an accent for another character.
    let files = try ["a", "\u{301}"].map { try Sys.memoryFile($0) }
    let other = try Sys.open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { for file in files + [other] { try? Sys.close(file) } }
    for file in files { _ = try Sys.write(file, [UInt8](repeating: 1, count: 4096)) }
    var search = HeldThings.Search(for: HeldThings(ownPlaces: [], sharedNodes: []), limit: 10)
    // Is asked of the kernel once.
    try #require(HeldThings.memoryDevice != nil)
    await FailingCalls.during(.task) { calls in
      for file in files + [other] { search.look(at: file, of: getpid()) }
      #expect(calls.counts == [.readlink: 3, .statx: 2])
    }
    #expect(search.files == 8192)
  }

  @Test("ME4 a file on another device that is called like one in memory does not count, whatever size it claims")
  func sameName() throws {
    // A file system that is mounted nowhere any more, of which FUSE is the one that may claim anything.
    let script = """
      import ctypes, os
      libc = ctypes.CDLL(None)
      (user, group) = (os.geteuid(), os.getegid())
      try:
        if libc.unshare(0x10020000): raise OSError
        for name, text in ('setgroups', 'deny'), ('uid_map', f'0 {user} 1'), ('gid_map', f'0 {group} 1'):
          with open('/proc/self/' + name, 'w') as file: file.write(text)
        if libc.mount(b'none', b'/tmp', b'tmpfs', 0, None): raise OSError
        file = os.open('/tmp/memfd:a', os.O_RDWR | os.O_CREAT)
        os.write(file, bytes(4096))
        os.unlink('/tmp/memfd:a')
        os.chdir('/')
        if libc.umount2(b'/tmp', 2): raise OSError
        os.write(4, b'%d\\n' % file)
      except OSError: os.write(4, b'none\\n')
      os.read(3, 1)
      """
    try withApp(ProcessesTestApp(python: script)) { app throws in
      guard let file = Int32(try app.lines(1)[0]) else { return print("not shown: no user namespaces") }
      #expect(HeldThings.target(of: file, in: app.child.pid) == "/memfd:a (deleted)")
      var search = HeldThings.Search(for: HeldThings(ownPlaces: [], sharedNodes: []), limit: 10)
      search.look(at: file, of: app.child.pid)
      #expect(search.files == 0)
    }
  }
}
