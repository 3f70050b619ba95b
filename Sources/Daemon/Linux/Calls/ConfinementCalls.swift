// System calls by which a process gives away for good what it may.
import CLinux
import Glibc
package import SystemPackage

extension Sys {
  /// A limit of getrlimit(2) that a helper is held to.
  package enum Limit: Sendable, CaseIterable {
    case addressSpace, core, fileSize, openFiles, processes, processorTime

    fileprivate var number: CInt {
      switch self {
      case .addressSpace: CInt(RLIMIT_AS.rawValue)
      case .core: CInt(RLIMIT_CORE.rawValue)
      case .fileSize: CInt(RLIMIT_FSIZE.rawValue)
      case .openFiles: CInt(RLIMIT_NOFILE.rawValue)
      case .processes: CInt(__RLIMIT_NPROC.rawValue)
      case .processorTime: CInt(RLIMIT_CPU.rawValue)
      }
    }
  }

  /// prctl(2), PR_SET_NO_NEW_PRIVS
  package static func allowNoNewPrivileges() throws(Errno) {
    try succeeded(.prctl, .nothing) { roost_no_new_privileges() }
  }

  /// All of them, of the bounding set: no later program gets one (capabilities(7)).
  package static func dropBoundingCapabilities() throws(Errno) {
    try succeeded(.prctl, .nothing) { roost_drop_bounding_capabilities() }
  }

  /// All that the thread has is inheritable (capset(2)).
  static func inheritCapabilities() throws(Errno) {
    try succeeded(.capset, .nothing) { roost_inherit_capabilities() }
  }

  /// All that the process has (capset(2)).
  package static func dropCapabilities() throws(Errno) {
    try succeeded(.capset, .nothing) { roost_drop_capabilities() }
  }

  /// The calling thread's user, group and supplementary groups.
  package static func become(user: UInt32, group: UInt32, groups: [UInt32]) throws(Errno) {
    try succeeded(.setresuid, .nothing) {
      groups.withUnsafeBufferPointer {
        var owner = roost_user(user: user, group: group, group_count: $0.count, groups: $0.baseAddress)
        return roost_become_user(&owner)
      }
    }
  }

  /// prctl(2), PR_SET_DUMPABLE
  package static func closeToTracers() throws(Errno) { try succeeded(.prctl, .nothing) { roost_close_to_tracers() } }

  /// prctl(2), PR_SET_PDEATHSIG. A change of user undoes it.
  package static func endWithParent() throws(Errno) {
    try succeeded(.prctl, .nothing) { roost_end_with_parent(SIGKILL) }
  }

  /// Both the soft and the hard limit.
  package static func limit(_ limit: Limit, to value: UInt64) throws(Errno) {
    try succeeded(.prlimit, .nothing) { roost_set_limit(limit.number, value) }
  }

  /// landlock_restrict_self(2)
  package static func restrictSelf(to ruleset: CInt) throws(Errno) {
    try succeeded(.landlock_restrict_self, .descriptor(ruleset)) { roost_landlock_restrict(ruleset) }
  }

  /// From now on each call that is not among these fails with `ENOSYS` (seccomp(2)). socket(2), if it is among them, makes
  /// sockets of the Internet and of netlink alone, and fails with `EAFNOSUPPORT` for others.
  ///
  /// - Parameters:
  ///   - withThreads: clone(2) is allowed for threads.
  ///   - withUnixSockets: socket(2) makes any.
  package static func allowOnly(
    _ calls: [CInt], withThreads: Bool = false, withUnixSockets: Bool = false
  ) throws(Errno) {
    try succeeded(.seccomp, .nothing) { roost_allow_only(calls, calls.count, withThreads, withUnixSockets) }
  }

  /// A filter for the calling thread and all that it starts (seccomp(2)).
  /// - Throws: `EACCES` without `CAP_SYS_ADMIN`, where the thread may still get new privileges.
  package static func filterCalls(_ instructions: [UInt64]) throws(Errno) {
    try succeeded(.seccomp, .nothing) {
      instructions.withUnsafeBufferPointer {
        var filter = roost_filter(instructions: $0.baseAddress, count: UInt16($0.count))
        return roost_filter_calls(&filter)
      }
    }
  }

  /// Whether a filter refuses this option of prctl(2) with `EOPNOTSUPP`, which the kernel does not have.
  package static func isRefused(option: UInt32) throws(Errno) -> Bool {
    do throws(Errno) {
      try succeeded(.prctl, .nothing) { roost_call_option(option) }
    } catch {
      if error == .notSupported { return true }
      guard error == .invalidArgument else { throw error }
    }
    return false
  }

  /// A file that is in memory alone (memfd_create(2)); the caller closes it.
  package static func memoryFile(_ name: String) throws(Errno) -> CInt {
    var descriptor: CInt = -1
    try succeeded(.memfd_create, .nothing) { roost_memory_file(name, &descriptor) }
    return descriptor
  }

  /// Two sockets that are connected with each other, closed by execve(2) (socketpair(2)).
  package static func socketPair() throws(Errno) -> (CInt, CInt) {
    var ends: [CInt] = [-1, -1]
    try succeeded(.socketpair, .nothing) { roost_socket_pair(&ends) }
    return (ends[0], ends[1])
  }
}
