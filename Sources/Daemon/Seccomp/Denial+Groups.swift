// The system calls that no app needs: those that command the machine, those through which kernels are attacked, and
// those by which an app could leave its place.
import Glibc
import SystemPackage

extension Denial {
  /// For every app.
  package nonisolated static let all = common + own

  /// Those of calls that the daemon does not make either.
  package nonisolated static let common: [Denial] = [
    machine, leases, descriptors, signals, inspection, deafness, kernelMemory, keys, namespaces, setID, sockets,
    terminals, processes, deaths, waits, later,
  ].flatMap { $0 }

  /// Those of calls by which the daemon starts an app, or reaches files for it.
  package nonisolated static let own: [Denial] = [files, ownDescriptors, ownNamespaces, openings].flatMap { $0 }

  // MARK: The machine

  /// They ask for a capability, which no app has, and so have little use; refused, the kernel does not even look.
  private nonisolated static let machine: [Denial] =
    [
      "acct", "adjtimex", "clock_adjtime", "clock_settime", "delete_module", "finit_module", "init_module", "ioperm",
      "iopl", "kexec_file_load", "kexec_load", "lookup_dcookie", "quotactl", "quotactl_fd", "reboot", "sethostname",
      "setdomainname", "settimeofday", "swapoff", "swapon", "syslog", "vhangup",
    ].map { Denial($0) }

  /// Other roots, other mounts, and files by handles, which no path leads to.
  private nonisolated static let files: [Denial] =
    [
      "chroot", "fanotify_init", "fsconfig", "fsmount", "fsopen", "fspick", "mount", "mount_setattr", "move_mount",
      "name_to_handle_at", "open_by_handle_at", "open_tree", "pivot_root", "umount", "umount2",
    ].map { Denial($0) } + [Denial("open_tree_attr", number: 467)]

  /// F_SETLEASE and F_SETDELEG: a process that opens a leased file waits until its holder lets go, for 45 s at most (fcntl(2)).
  private nonisolated static let leases = [Denial("fcntl", .int(1, 1024)), Denial("fcntl", .int(1, 1040))]

  /// CLOSE_RANGE_UNSHARE, and a thread that clone(2) makes without CLONE_FILES, as well as CLONE_FILES of unshare(2) below: /proc
  /// shows the descriptors of a process's first thread, and a device that another thread has open in a table of its own is seen by
  /// nobody (BG5). A process has one of its own anyway. close_range(2) answers as it did before it knew the flag.
  private nonisolated static let descriptors = [Denial("clone", .only(0, 0x1_0000, of: 0x1_0400))]
  private nonisolated static let ownDescriptors = [
    Denial("close_range", number: 436, .set(2, 2), answer: .invalidArgument)
  ]

  /// By these the kernel continues a stopped process, without anybody who runs (BG4): F_SETSIG with SIGCONT, and with
  /// SIGKILL, by which a group of stopped processes may lose its last parent and is continued for that; SIGCONT for the
  /// end of a child, or of a parent (PR_SET_PDEATHSIG). fcntl(2), setpgid(2), clone(2).
  private nonisolated static let signals = [
    Denial("fcntl", .int(1, 10), .int(2, 9)), Denial("fcntl", .int(1, 10), .int(2, 18)),
    Denial("clone", .only(0, 18, of: 0xFF)), Denial("prctl", .int(0, 1), .int(1, 18)),
  ]

  /// Large parts of the kernel that programs do without, and in which most of its holes of late were.
  private nonisolated static let inspection: [Denial] =
    [
      "bpf", "io_uring_enter", "io_uring_register", "io_uring_setup", "modify_ldt", "perf_event_open", "userfaultfd",
    ].map { Denial($0) } + [Denial("personality", .different(0, 0xFFFF_FFFF))]

  /// mincore(2) asks for no signal, SIGKILL neither, and takes 5 s for each TB. It answers as for addresses that there are
  /// not.
  private nonisolated static let deafness = [Denial("mincore", .above(1, 1 << 30), answer: .noMemory)]

  /// Memory that an app is not measured by. memfd_secret(2): no figure shows the pages of such a file, nobody pushes them out, and
  /// RLIMIT_MEMLOCK bounds what is mapped of it at a time. PR_FUTEX_HASH: one call takes 1 GiB of the kernel's (Linux 6.16).
  /// io_setup(2): all processes of the machine share `fs.aio-max-nr`, 65,536, and one that is suspended keeps its part; aio(7) takes
  /// threads. Each answers as a kernel does that is without it.
  private nonisolated static let kernelMemory = [
    Denial("memfd_secret", number: 447, answer: .noFunction), Denial("prctl", .int(0, 78), answer: .invalidArgument),
    Denial("io_setup", answer: .noFunction),
  ]

  /// Keyrings are shared by all processes of a user. The POSIX queues of the machine are few (`fs.mqueue.queues_max`), outlive
  /// their maker, and mq_open(3) with O_CREAT makes one also where Landlock lets the app not open it then.
  private nonisolated static let keys: [Denial] =
    ["add_key", "keyctl", "request_key"].map { Denial($0) } + [Denial("mq_open", .set(1, 0o100))]

  // MARK: Places

  /// CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET.
  private nonisolated static let newNamespace: [UInt64] = [
    0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000,
  ]

  /// A namespace of its own gives an app all capabilities inside. clone3(2) has its flags in memory, where no filter
  /// can look; glibc and others take clone(2) when they are told that it is not there. A later kernel has no bit left for clone(2): of
  /// the 32 that it takes, CLONE_DETACHED (0x40_0000) alone means nothing, and musl sets that for each thread.
  private nonisolated static let namespaces = newNamespace.map { Denial("clone", .set(0, $0)) }
  /// Of unshare(2) CLONE_FS is left, by which threads have working directories of their own, and no flag that a later kernel may
  /// have. CLONE_SYSVSEM, which no program needs, would take 55 instructions more, which the kernel compiles at each launch. A call with
  /// no flag does nothing, and is refused for the same reason.
  private nonisolated static let ownNamespaces = [
    Denial("clone3", answer: .noFunction), Denial("setns"), Denial("unshare", .different(0, 0x200)),
  ]

  /// Programs that run as the app's user or group, whoever starts them: mode 04000 or 02000. openat2(2) has its mode in
  /// memory.
  private nonisolated static let openings = [Denial("openat2", answer: .noFunction)]
  private nonisolated static let setID: [Denial] = {
    var denials: [Denial] = []
    for bit: UInt64 in [0o4000, 0o2000] {
      denials += [
        Denial("chmod", .set(1, bit)), Denial("fchmod", .set(1, bit)), Denial("fchmodat", .set(2, bit)),
        Denial("fchmodat2", number: 452, .set(2, bit)), Denial("mknod", .set(1, bit)),
        Denial("mknodat", .set(2, bit)), Denial("creat", .set(1, bit)),
      ]
      // O_CREAT, and the bit of O_TMPFILE that is its own: without them the mode is whatever the register holds.
      for flag: UInt64 in [0o100, 0o2000_0000] {
        denials.append(Denial("open", .set(1, flag), .set(2, bit)))
        denials.append(Denial("openat", .set(2, flag), .set(3, bit)))
      }
    }
    return denials
  }()

  // MARK: Sockets and terminals

  /// AF_UNIX, AF_INET, AF_INET6 and AF_NETLINK are left, as in the unit. What is above all that there are includes what
  /// only the upper half of the register makes different.
  private nonisolated static let sockets: [Denial] = ["socket", "socketpair"].flatMap { (call: String) -> [Denial] in
    let others: [UInt64] = [0, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15]
    var denials = others.map { Denial(call, .equal(0, $0), answer: .addressFamilyNotSupported) }
    denials.append(Denial(call, .above(0, 16), answer: .addressFamilyNotSupported))
    // SOCK_RAW and SOCK_PACKET of the Internet; netlink's own are called raw as well.
    for family: UInt64 in [2, 10] {
      for kind: UInt64 in [3, 10] { denials.append(Denial(call, .equal(0, family), .kind(1, kind))) }
      // SOCK_RDM, SOCK_SEQPACKET, which is SCTP where no protocol is named, and SOCK_DCCP.
      for kind: UInt64 in [4, 5, 6] {
        denials.append(Denial(call, .equal(0, family), .kind(1, kind), answer: .protocolNotSupported))
      }
      // IPPROTO_DCCP, SCTP, SMC and MPTCP, which Landlock lets bind ports that it keeps from TCP (Linux 6.18).
      for number: UInt32 in [33, 132, 256, 262] {
        denials.append(Denial(call, .equal(0, family), .int(2, number), answer: .protocolNotSupported))
      }
    }
    return denials
  }

  /// TIOCSTI and TIOCLINUX: typing into a terminal that others read from.
  private nonisolated static let terminals = [Denial("ioctl", .int(1, 0x5412)), Denial("ioctl", .int(1, 0x541C))]

  // MARK: Processes

  /// The root of an app stays the subreaper of its own, and makes no children of the daemon: by PR_SET_CHILD_SUBREAPER
  /// with 0, or CLONE_PARENT, a process would leave the tree that the daemon suspends and ends. The limits of a process
  /// that is named, and not its own by 0, might be those of anybody of the same user: RLIMIT_CPU ends it.
  private nonisolated static let processes = [
    Denial("prctl", .int(0, 36), .equal(1, 0)), Denial("clone", .set(0, 0x8000)),
    Denial("prlimit64", .different(0, 0)),
  ]

  /// PTRACE_O_TRACEEXIT, given to PTRACE_SETOPTIONS, PTRACE_OLDSETOPTIONS or PTRACE_SEIZE: a tracee that SIGKILL ends stops once more, until
  /// its tracer lets it go. Two that trace each other so are never gone, with all of their memory.
  private nonisolated static let deaths = [0x4200, 21, 0x4206].map { Denial("ptrace", .int(0, $0), .set(3, 0x40)) }

  /// SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV: a thread that waits for its own listener cannot be frozen, nor its cgroup. It answers as
  /// before Linux 5.19. SO_LINGER: who makes the last use of a socket waits until the other end has read all, and that may be
  /// somebody who looks at the process in /proc as it ends.
  private nonisolated static let waits = [
    Denial("seccomp", .set(1, 32), answer: .invalidArgument), Denial("setsockopt", .int(1, 1), .int(2, 13)),
  ]

  /// Calls that are younger than this list (file_setattr, 469, came with Linux 6.17): programs take them for missing
  /// until somebody has looked at them.
  private nonisolated static let later: [Denial] = (470...511).map { (number: CInt) in
    Denial("\(number)", number: number, answer: .noFunction)
  }
}
