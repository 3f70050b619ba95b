// The system calls that an app is denied for what its bundle does not ask for (Entitlements, docs/security.md).
import SystemPackage

extension Denial {
  /// For an app without the network: sockets of the Internet, and those netlink sockets that command it. Programs list
  /// interfaces (getifaddrs(3)) and hear of devices (udev(7)) by NETLINK_ROUTE and NETLINK_KOBJECT_UEVENT.
  package nonisolated static let network: [Denial] = {
    // As Android answers an app without its permission.
    var denials: [Denial] = [2, 10].map { Denial("socket", .equal(0, $0), answer: .permissionDenied) }
    for number: UInt32 in 1...14 {
      denials.append(Denial("socket", .equal(0, 16), .int(2, number), answer: .permissionDenied))
    }
    denials.append(Denial("socket", .equal(0, 16), .above(2, 15), answer: .permissionDenied))
    return denials
  }()

  /// For an app that runs nothing but its bundle's programs: files in memory without MFD_NOEXEC_SEAL, which execve(2)
  /// would run whatever Landlock says. As `vm.memfd_noexec=2` answers.
  package nonisolated static let memoryPrograms = [Denial("memfd_create", .clear(1, 8), answer: .permissionDenied)]

  /// For an app that is not to be debugged: PTRACE_TRACEME too, by which a process asks its parent to be its tracer.
  /// Processes that trace and stop each other without end keep the kernel from everybody else. With the errno that
  /// debuggers know from Yama.
  package nonisolated static let debugging = ["process_vm_readv", "process_vm_writev", "ptrace"].map { Denial($0) }
}
