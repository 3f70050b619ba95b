// A helper that cannot give away its rights does not go on with them, whichever call the kernel refuses.
import CLinux
import Glibc
import HelperRights
import Linux
import SystemPackage
import Testing

@Suite(.timeLimit(.minutes(40))) struct HelperRightsTests {
  /// Harmless to what a test does afterwards.
  private static let rights = HelperRights(
    owner: nil, readable: ["/", "/nonexistent"], limits: [.core: 0], calls: [])

  // In a process of its own, which has few rights afterwards.
  @Test("A right that cannot be given up is named, and what the kernel does not know is done without")
  func refused() async {
    await #expect(processExitsWith: .success) {
      func outcome(_ call: SystemCall, _ number: Int, _ errno: Errno, _ rights: HelperRights = HelperRightsTests.rights)
        -> String?
      {
        let gate = Gate(call, number, errno)
        SystemCall.setGate { call, _ in gate.answer(call) }
        defer { SystemCall.setGate(nil) }
        do {
          try rights.keepOnly()
          return nil
        } catch {
          return "\(error)"
        }
      }
      let refusal = "unable to give up its "
      #expect(outcome(.prctl, 0, .notPermitted) == refusal + "way to new privileges: Operation not permitted")
      #expect(outcome(.prctl, 1, .noMemory) == refusal + "user and capabilities: Cannot allocate memory")
      if geteuid() == 0 {
        var other = Self.rights
        other.owner = .init(user: 65534, group: 65534)
        #expect(
          outcome(.setresuid, 0, .resourceTemporarilyUnavailable, other)
            == refusal + "user and capabilities: Resource temporarily unavailable")
      } else {
        print("skipped: a change of user, which only root can make")
      }
      #expect(outcome(.capset, 0, .notPermitted) == refusal + "user and capabilities: Operation not permitted")
      #expect(outcome(.prctl, 2, .notPermitted) == refusal + "openness to tracers: Operation not permitted")
      #expect(outcome(.prlimit, 0, .notPermitted) == refusal + "limit of core: Operation not permitted")
      for call in [SystemCall.landlock_create_ruleset, .landlock_add_rule, .landlock_restrict_self] {
        #expect(outcome(call, 0, .noMemory) == refusal + "files: Cannot allocate memory", "\(call)")
      }
      #expect(outcome(.seccomp, 0, .noMemory) == refusal + "system calls: Cannot allocate memory")
      // An old kernel; the second also stands for a test without a filter.
      let old = Gate(.landlock_create_ruleset, 0, .noFunction)
      SystemCall.setGate { call, _ in call == .seccomp ? .noFunction : old.answer(call) }
      #expect(throws: Never.self) { try Self.rights.keepOnly() }
      SystemCall.setGate(nil)
      let (own, other) = (getpid(), getppid())
      // Swift does not import them.
      let setLimit = unsafeBitCast(
        dlsym(nil, "prlimit"),
        to: (@convention(c) (pid_t, CInt, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?) -> CInt).self)
      let signal = unsafeBitCast(
        dlsym(nil, "tgkill"), to: (@convention(c) (pid_t, pid_t, CInt) -> CInt).self)
      // With everything, nothing is left but to end; a call that is not among those that are left fails.
      var calls = Self.rights
      calls.calls = [CInt(SYS_exit_group), CInt(SYS_exit), CInt(SYS_write), CInt(SYS_futex), CInt(SYS_munmap)]
      do { try calls.keepOnly() } catch { _exit(EXIT_FAILURE) }
      guard kill(getpid(), 0) == -1, errno == ENOSYS else { _exit(EXIT_FAILURE) }
      // Its own limits alone, and signals to its own threads: others of its user are other apps' helpers.
      var limit = rlimit()
      guard setLimit(0, CInt(RLIMIT_NOFILE.rawValue), nil, &limit) == 0 else { _exit(EXIT_FAILURE) }
      guard setLimit(other, CInt(RLIMIT_NOFILE.rawValue), nil, &limit) == -1, errno == ENOSYS else {
        _exit(EXIT_FAILURE)
      }
      guard signal(own, own, 0) == 0 else { _exit(EXIT_FAILURE) }
      _exit(signal(other, other, 0) == -1 && errno == ENOSYS ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  // In a process of its own, which has few rights afterwards.
  @Test("A helper types into no terminal, such as that of the shell whose command has started it")
  func typing() async {
    await #expect(processExitsWith: .success) {
      let file = open("/dev/null", O_RDONLY)
      func refusal(of request: UInt) -> CInt {
        var letter: CChar = 0x20
        return ioctl(file, request, &letter) == -1 ? errno : 0
      }
      var rights = Self.rights
      rights.calls = HelperRights.basicCalls
      do { try rights.keepOnly() } catch { _exit(EXIT_FAILURE) }
      // TIOCSTI and TIOCLINUX; the kernel takes 32 bits of each. The file is no terminal, as the last, TIOCGWINSZ, is told.
      for request: UInt in [0x5412, 0x541C, 0x1_0000_5412] where refusal(of: request) != EPERM { _exit(EXIT_FAILURE) }
      _exit(refusal(of: 0x5413) == ENOTTY ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  // In a process of its own, which has few rights afterwards.
  @Test(
    "A helper with the network makes sockets of the Internet and of netlink alone: by none does it reach the daemon's")
  func sockets() async {
    await #expect(processExitsWith: .success) {
      /// The errno; 0 when there is a socket.
      func refusal(of family: CInt) -> CInt {
        let made = socket(family, CInt(SOCK_DGRAM.rawValue), 0)
        guard made < 0 else {
          close(made)
          return 0
        }
        return errno
      }
      let left: [CInt] = [AF_INET, AF_INET6, AF_NETLINK]
      // A machine may be without IPv6.
      let before = left.map { refusal(of: $0) }
      var rights = Self.rights
      rights.calls = HelperRights.basicCalls + HelperRights.networkCalls
      do { try rights.keepOnly() } catch { _exit(EXIT_FAILURE) }
      guard left.map({ refusal(of: $0) }) == before else { _exit(EXIT_FAILURE) }
      for family: CInt in 0...64 where !left.contains(family) {
        guard refusal(of: family) == EAFNOSUPPORT else { _exit(EXIT_FAILURE) }
      }
      // libcurl's threads wake each other by pairs.
      var ends: [CInt] = [-1, -1]
      _exit(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}

/// Has one call of a kind fail.
private final class Gate: @unchecked Sendable {
  // Unchecked: one thread of the process makes the calls that count.
  private let call: SystemCall
  private var number: Int
  private let errno: Errno

  init(_ call: SystemCall, _ number: Int, _ errno: Errno) {
    self.call = call
    self.number = number
    self.errno = errno
  }

  func answer(_ made: SystemCall) -> Errno? {
    guard made == call else { return nil }
    defer { number -= 1 }
    return number == 0 ? errno : nil
  }
}
