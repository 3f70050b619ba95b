// A kernel that lacks a system call, as older ones do: a filter before the daemon answers it.
import Foundation

enum OldKernel {
  /// What runs a program under such a kernel: the manager of a PrivateDaemon.
  ///
  /// - Parameter calls: the numbers of what is missing, and the errno of each.
  static func without(_ calls: [Int: Int32]) -> [String] {
    let script = """
      import ctypes, os, struct, sys
      program = [(0x20, 0, 0, 0)]
      for call in sys.argv[1].split(","):
        number, errno = map(int, call.split(":"))
        program += [(0x15, 0, 1, number), (0x06, 0, 0, 0x50000 | errno)]
      program.append((0x06, 0, 0, 0x7fff0000))
      code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in program))
      filter = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(program), ctypes.addressof(code)))
      libc = ctypes.CDLL(None, use_errno=True)
      libc.prctl(38, 1, 0, 0, 0)
      if libc.prctl(22, 2, filter, 0, 0): sys.exit("no filter: %d" % ctypes.get_errno())
      os.execv(sys.argv[2], sys.argv[2:])
      """
    let missing = calls.map { "\($0):\($1)" }.joined(separator: ",")
    return ["/usr/bin/python3", "-c", script, missing]
  }

  static let landlock = 444
  #if arch(x86_64)
    static let seccomp = 317
  #else
    static let seccomp = 277
  #endif
}
