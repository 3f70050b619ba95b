// Real stall on memory: a process that reads a file at random, in a cgroup too small to hold it.
import Foundation
import RoostTesting

/// Runs until it goes. The file that it reads was evicted from the page cache first: pages that are charged to somebody
/// else cost it nothing.
final class Thrash {
  private static let folder = "/sys/fs/cgroup/memory/roost-thrash"
  /// Whether cgroup v1 has the memory controller, and we may use it.
  static let isPossible = access("/sys/fs/cgroup/memory/memory.limit_in_bytes", W_OK) == 0

  private let cgroup: String
  private let file: String
  private var program: Program?

  init() throws {
    cgroup = "\(Self.folder)-\(getpid())"
    file = "/var/tmp/roost-thrash-\(getpid())"
    mkdir(cgroup, 0o755)
    try "12582912".write(toFile: cgroup + "/memory.limit_in_bytes", atomically: false, encoding: .utf8)
    let script = """
      import mmap, os, random, sys
      cgroup, path = sys.argv[1:]
      file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
      for _ in range(64): os.write(file, bytes(1 << 20))
      os.fsync(file)
      os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
      open(cgroup + "/cgroup.procs", "w").write("0")
      pages = mmap.mmap(file, 0, prot=mmap.PROT_READ)
      while os.getppid() != 1: pages[random.randrange(64 << 20)]
      """
    program = try Program(
      "/usr/bin/python3", ["-c", script, cgroup, file], output: "/dev/null", errors: "/dev/null")
  }

  deinit {
    // Killed and reaped, or the cgroup is busy.
    program = nil
    unlink(file)
    rmdir(cgroup)
  }
}
