// Promises about apps that this machine, or its configuration, does not keep.
package import SystemPackage

/// A promise about apps that does not hold here.
package nonisolated enum Gap: Equatable, Sendable {
  /// `sandbox = false`.
  case sandboxOff
  case noLandlock(Errno)
  /// Landlock of this version, where later ones can do more.
  case oldLandlock(version: Int)
  case noFilter(Errno)
  /// Apps have the user of others, and no mounts of their own.
  case sharedMounts(Errno)
  /// Apps have no cgroups.
  case noCgroups
  /// No cgroups, and no filter that keeps a process in its app's tree.
  case escape
  /// The number of an app's processes has no limit.
  case noTaskLimit
  /// The daemon looks at apps in the `/proc` of everybody.
  case sharedProc

  /// Version 6 knows signals and abstract sockets; nothing that later ones can do is asked for.
  package static let newestLandlock = 6

  /// Whether apps are closed in less than `sandbox = true` says.
  package var isOfSandbox: Bool {
    switch self {
    case .noLandlock, .noFilter, .sharedMounts: true
    case .sandboxOff, .oldLandlock, .noCgroups, .escape, .noTaskLimit, .sharedProc: false
    }
  }

  /// To be read by an administrator.
  package var sentence: String {
    switch self {
    case .sandboxOff: "apps are not restricted, because sandbox = false in [apps]"
    case .noLandlock(let errno):
      """
      apps can use every file of their user, and signal its processes: the kernel has no Landlock (\(errno)); enable it \
      with lsm= (kernel-command-line(7))
      """
    case .oldLandlock(let version): Self.lacking(version)
    case .noFilter(let errno):
      "apps can make every system call: the kernel has no seccomp filters (\(errno)); see seccomp(2)"
    case .sharedMounts(let errno):
      """
      apps can change the modes and times of every file of their user, and connect to its sockets, those of roostd and of \
      its service manager too: the machine lets it have no mounts of its own (\(errno)); see user_namespaces(7), or run \
      roostd as root, and each app as a user of its own
      """
    case .noCgroups:
      """
      apps have no cgroups: if the processes of one fork and exit without end they can outlive its quit, if they continue \
      each other without end they can put off its suspension, and one whose terminal is hung up meanwhile goes on; set \
      use = true in [cgroups], and Delegate=yes in the daemon's unit
      """
    case .escape:
      """
      an app can run on while it is suspended and after its quit: nothing keeps its processes below its first one, \
      without cgroups and without a filter of system calls
      """
    case .noTaskLimit:
      """
      an app can start any number of processes: it has neither a user of its own, nor a cgroup with the controller pids \
      (cgroups(7))
      """
    case .sharedProc:
      """
      an app can keep the daemon waiting for as long as it holds a folder of /proc: the daemon has no procfs of its own; \
      start it where it may mount one (CAP_SYS_ADMIN), or by a unit that calls roostd --store-proc first (roostd(8))
      """
    }
  }

  /// By what came with each version (landlock(7)).
  private static func lacking(_ version: Int) -> String {
    var missing = ["signal other processes of their user and connect to abstract sockets (Linux 6.12)"]
    if version < 4 { missing.append("bind every TCP port, whatever RoostNetwork says (Linux 6.7)") }
    if version < 5 { missing.append("send any ioctl(2) to devices that they may open (Linux 6.10)") }
    if version < 3 { missing.append("truncate files that they may not write (Linux 6.2)") }
    return "apps can \(missing.joined(separator: ", and ")): the kernel has version \(version) of Landlock"
  }
}
