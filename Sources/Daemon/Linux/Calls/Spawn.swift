// Starting a process (clone3(2), execve(2)).
import CLinux
import Glibc
package import SystemPackage

/// The attributes of a new process. It gets nothing else: no other descriptor, no signal mask, and no disposition where
/// ``IgnoredSignals/beCaught()`` has been called.
package nonisolated struct Spawn {
  /// The step that failed.
  package enum Step: Equatable, Sendable {
    case clone, session, subreaper, noNewPrivileges, mounts, sandbox, descriptors, fileLimit, limits, capabilities, user
    case directory, stop, filter, exec
  }

  /// The most that one of a process's resources may be set to; a limit that is lower stays (getrlimit(2)).
  package struct Limit: Equatable, Sendable {
    /// By the kernel's numbers (asm-generic/resource.h).
    package enum Resource: CInt, Sendable {
      /// Of the process's user, threads included.
      case processes = 6
      case openFiles = 7
      case lockedMemory = 8
      case pendingSignals = 11
      case messageQueues = 12
      case nice = 13
      case realTimePriority = 14
    }

    package let resource: Resource
    package let most: UInt64

    package init(_ resource: Resource, _ most: UInt64) {
      self.resource = resource
      self.most = most
    }
  }

  /// What a process is denied besides files.
  package struct Denied: Sendable {
    package var limits: [Limit]
    /// A program of seccomp(2); none when it is empty.
    package var filter: [UInt64]
    /// Another one, whose refusals count for more and are in the kernel's audit log.
    package var loggedFilter: [UInt64]

    package init(limits: [Limit], filter: [UInt64], loggedFilter: [UInt64] = []) {
      self.limits = limits
      self.filter = filter
      self.loggedFilter = loggedFilter
    }
  }

  package struct Failure: Error {
    package let step: Step
    package let errno: Errno
  }

  package var executable: String
  /// Including the program's own name at the front.
  package var arguments: [String]
  /// Each as `NAME=value`.
  package var environment: [String]
  package var directory: String
  /// They become fd 0 to 4; -1 for none.
  package var descriptors: (CInt, CInt, CInt, CInt, CInt)
  /// Soft limit of open files (getrlimit(2)).
  package var openFiles: UInt64
  /// An open directory of cgroup v2 to start in; nil for the daemon's own.
  package var cgroup: CInt?
  /// Of Landlock, which it is held to.
  package var ruleset: CInt?
  /// Whether its refusals are in the kernel's audit log; asks for version 7.
  package var logsRuleset = false
  /// Its own; nil for the daemon's.
  package var mounts: PrivateMounts?
  /// The user that it becomes; nil for the daemon's own.
  package var user: AppUser?
  /// Whether execve(2) may wait for ``longestExec`` at most: its caller waits as well.
  package var limitsExec = false
  /// Whether the change to ``directory`` may wait for ``longestExec`` at most.
  package var limitsDirectory = false
  /// Whether others may have its user, and stop it before it runs its program: it is ended then (``LaunchGuard``).
  package var isWatched = false
  /// Whether it is left stopped, in state T, before its first instruction, for a debugger to attach.
  package var stops = false
  /// Nil leaves it the capabilities of its user, and everything else.
  package var denied: Denied?

  /// In nanoseconds; a disk that sleeps needs more than one second.
  package static let longestExec: Int64 = 2_000_000_000

  package init(
    executable: String, arguments: [String], environment: [String], directory: String,
    descriptors: (CInt, CInt, CInt, CInt, CInt), openFiles: UInt64, cgroup: CInt? = nil, ruleset: CInt? = nil,
    user: AppUser? = nil, denied: Denied? = nil
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
    self.descriptors = descriptors
    self.openFiles = openFiles
    self.cgroup = cgroup
    self.ruleset = ruleset
    self.user = user
    self.denied = denied
  }

  /// Returns when the child runs the executable; throws when it has failed and is gone, with `ETIMEDOUT` where execve(2) or the
  /// change to its directory took longer than it may, and with `ECANCELED` where another process of its user had stopped it.
  ///
  /// The child's own calls share the daemon's memory and may take no lock, so that no gate can be before them: a test
  /// makes clone3(2) or, as a whole, execve(2) fail.
  package func start() throws(Failure) -> Pidfd {
    for call in [SystemCall.clone3, .execve] {
      do throws(Errno) {
        try Sys.ask(call, .path(executable))
      } catch {
        throw Failure(step: call == .clone3 ? .clone : .exec, errno: error)
      }
    }
    var pid: pid_t = 0
    var descriptor: CInt = -1
    var failed = roost_spawn_step.ROOST_SPAWN_CLONE
    let error = withLowDescriptors { descriptors, unneeded in
      withCStrings(arguments) { arguments in
        withCStrings(environment) { environment in
          executable.withCString { executable in
            directory.withCString { directory in
              withMounts { mounts in
                withUser { user in
                  withDenied { limits, filter, loggedFilter in
                    var spawn = roost_spawn(
                      executable: executable, arguments: arguments, environment: environment, directory: directory,
                      descriptors: descriptors, unneeded_from: unneeded, open_files: openFiles, cgroup: cgroup ?? -1,
                      file_mask: FileMask.inherited.map(CInt.init) ?? -1,
                      resets_oom_score: OutOfMemoryScore.isLowered, ruleset: ruleset ?? -1,
                      logs_ruleset: logsRuleset, mounts: mounts,
                      user: user, limits: limits.baseAddress, limit_count: limits.count,
                      // Only root and a user namespace have any to bar: others gain nothing by execve(2) without new privileges.
                      bars_capabilities: denied != nil && (geteuid() == 0 || mounts != nil),
                      has_bounding_set: mounts != nil || !BoundingCapabilities.areGivenUp,
                      drops_capabilities: denied != nil,
                      filter: filter, logged_filter: loggedFilter, stops: stops, is_watched: isWatched,
                      exec_limit: limitsExec || stops ? Self.longestExec : 0,
                      directory_limit: limitsDirectory ? Self.longestExec : 0)
                    guard isWatched else { return roost_spawn(&spawn, &pid, &descriptor, &failed) }
                    return LaunchGuard.shared.call { roost_spawn(&spawn, &pid, &descriptor, &failed) }
                  }
                }
              }
            }
          }
        }
      }
    }
    guard error == 0 else { throw Failure(step: Step(failed), errno: Errno(rawValue: error)) }
    return Pidfd(pid: pid, descriptor: descriptor)
  }

  /// Of the files of ``descriptors``, and the first number that the child does not need.
  private func withLowDescriptors<Result>(
    _ body: ((CInt, CInt, CInt, CInt, CInt), UInt32) -> Result
  ) -> Result {
    let all = [descriptors.0, descriptors.1, descriptors.2, descriptors.3, descriptors.4]
    return LowDescriptors.with(all) { low in
      body((low[0], low[1], low[2], low[3], low[4]), UInt32((low.max() ?? -1) + 1))
    }
  }

  private func withMounts<Result>(_ body: (UnsafePointer<roost_mounts>?) -> Result) -> Result {
    guard let mounts else { return body(nil) }
    return mounts.with { body($0) }
  }

  private func withUser<Result>(_ body: (UnsafePointer<roost_user>?) -> Result) -> Result {
    guard let user else { return body(nil) }
    return user.groups.withUnsafeBufferPointer { groups in
      let raw = roost_user(
        user: user.user, group: user.group, group_count: groups.count, groups: groups.baseAddress)
      return withUnsafePointer(to: raw) { body($0) }
    }
  }

  private func withDenied<Result>(
    _ body: (UnsafeBufferPointer<roost_limit>, UnsafePointer<roost_filter>?, UnsafePointer<roost_filter>?) -> Result
  ) -> Result {
    let limits = denied?.limits.map { roost_limit(resource: $0.resource.rawValue, most: $0.most) } ?? []
    return limits.withUnsafeBufferPointer { limits in
      withFilter(denied?.filter ?? []) { filter in
        withFilter(denied?.loggedFilter ?? []) { body(limits, filter, $0) }
      }
    }
  }

  /// Nil for one without instructions.
  private func withFilter<Result>(
    _ instructions: [UInt64], _ body: (UnsafePointer<roost_filter>?) -> Result
  ) -> Result {
    guard !instructions.isEmpty else { return body(nil) }
    return instructions.withUnsafeBufferPointer { instructions in
      let raw = roost_filter(instructions: instructions.baseAddress, count: UInt16(clamping: instructions.count))
      return withUnsafePointer(to: raw) { body($0) }
    }
  }
}

extension Spawn.Step {
  fileprivate nonisolated init(_ step: roost_spawn_step) {
    switch step {
    case .ROOST_SPAWN_CLONE: self = .clone
    case .ROOST_SPAWN_SESSION: self = .session
    case .ROOST_SPAWN_SUBREAPER: self = .subreaper
    case .ROOST_SPAWN_NO_NEW_PRIVILEGES: self = .noNewPrivileges
    case .ROOST_SPAWN_MOUNTS: self = .mounts
    case .ROOST_SPAWN_SANDBOX: self = .sandbox
    case .ROOST_SPAWN_USER: self = .user
    case .ROOST_SPAWN_DESCRIPTORS: self = .descriptors
    case .ROOST_SPAWN_FILE_LIMIT: self = .fileLimit
    case .ROOST_SPAWN_LIMITS: self = .limits
    case .ROOST_SPAWN_CAPABILITIES: self = .capabilities
    case .ROOST_SPAWN_STOP: self = .stop
    case .ROOST_SPAWN_FILTER: self = .filter
    case .ROOST_SPAWN_DIRECTORY: self = .directory
    case .ROOST_SPAWN_EXEC: self = .exec
    }
  }
}

/// A NULL-terminated array of C strings, as execve(2) wants it, for the duration of `body`.
private nonisolated func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let copies = strings.map { strdup($0) } + [nil]
  defer { copies.forEach { free($0) } }
  return copies.withUnsafeBufferPointer { body($0.baseAddress!) }
}
