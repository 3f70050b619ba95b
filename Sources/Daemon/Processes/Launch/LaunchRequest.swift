// The attributes of a new process, and the failures of its start.
import Glibc
package import Linux
package import SystemPackage

/// Everything a launched process is given. It gets nothing else: no other descriptor, signal mask or disposition.
package nonisolated struct LaunchRequest: Sendable {
  /// Path of the file for execve(2).
  package var executable: String
  /// Including the program's own name at the front.
  var arguments: [String]
  /// Each as `NAME=value`.
  var environment: [String]
  /// Its working directory.
  package var directory: String
  /// Standard input; /dev/null when nil.
  package var input: CInt?
  var output: CInt
  package var error: CInt
  /// The channel's ends: fd 3, which it reads events from, and fd 4, which it writes replies to; -1 for a program that
  /// knows of no channel.
  var events: CInt
  var replies: CInt
  /// Soft limit of open files, getrlimit(2).
  var openFiles: UInt64
  /// The cgroup directory it starts in; the daemon's own when nil.
  package var cgroup: String?
  /// The part of the file system that it may reach; all of it when nil.
  var sandbox: Sandbox?
  /// Its own mounts; the daemon's when nil.
  var mounts: PrivateMounts?
  /// Whether the kernel's audit log has what the sandbox refuses it, where it can.
  var logsRefusals: Bool
  /// The user that it runs as; the daemon's own when nil.
  var user: AppUser?
  /// What it is denied besides; nothing when nil.
  package var confinement: Confinement?
  /// How many processes and threads its user may have then; nil where others have the same user.
  var tasks: Int?
  /// Whether the kernel may wait only ``Spawn/longestExec`` for the executable, which belongs to a user that is not trusted.
  var limitsExec: Bool
  /// Whether the kernel may wait only so long for ``directory``, which is on whatever file system.
  var limitsDirectory: Bool
  /// Whether it stops before its first instruction, for a debugger to attach (DB1).
  var waitsForDebugger: Bool
  /// Is told of what the launch leaves out.
  var warn: @Sendable (String) -> Void

  package init(
    executable: String, arguments: [String], environment: [String], directory: String, input: CInt? = nil,
    output: CInt, error: CInt, events: CInt, replies: CInt, openFiles: UInt64, cgroup: String? = nil,
    sandbox: Sandbox? = nil, mounts: PrivateMounts? = nil, logsRefusals: Bool = false, user: AppUser? = nil,
    confinement: Confinement? = nil,
    tasks: Int? = nil, limitsExec: Bool = false, limitsDirectory: Bool = false, waitsForDebugger: Bool = false,
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
    self.input = input
    self.output = output
    self.error = error
    self.events = events
    self.replies = replies
    self.openFiles = openFiles
    self.cgroup = cgroup
    self.sandbox = sandbox
    self.mounts = mounts
    self.logsRefusals = logsRefusals
    self.user = user
    self.confinement = confinement
    self.tasks = tasks
    self.limitsExec = limitsExec
    self.limitsDirectory = limitsDirectory
    self.waitsForDebugger = waitsForDebugger
    self.warn = warn
  }

  /// Whether another process may have its user as it starts: a neighbour's where apps share one, and one that the app's process before
  /// has left behind where it had no cgroup that ends them. The daemon looks for those later.
  var mayMeetItsUser: Bool { (user?.user ?? 0) != 0 && (tasks == nil || cgroup == nil) }
}

/// A process that did not start: what stood in the way, and what to do about it.
package nonisolated struct LaunchError: Error, CustomStringConvertible {
  package enum Step: Equatable {
    /// An argument or variable has a NUL inside, which no C string can carry.
    case strings
    /// /dev/null could not be opened.
    case input
    /// Its cgroup could not be opened.
    case cgroup
    /// The ruleset of its sandbox could not be made.
    case ruleset
    /// The kernel could not start it, or the child could not do this.
    case child(Spawn.Step)
  }

  let request: LaunchRequest
  package let step: Step
  package let errno: Errno

  /// To be read after "unable to launch com.example.notes: ".
  package var description: String {
    switch step {
    case .strings: "an argument or environment variable contains a NUL byte; leave it out"
    case .input: "unable to open /dev/null: \(errno); check that /dev is there, and LimitNOFILE= of the daemon's unit"
    case .cgroup: "unable to open its cgroup \(request.cgroup ?? ""): \(errno); or set use = false in [cgroups]"
    case .child where errno == .canceled && request.tasks != nil:
      "a process that it had left behind has stopped it before it ran; roostd ends both, so launch it again"
    case .child where errno == .canceled:
      """
      another process of \(user) has stopped it before it ran, and roostd has ended it; end that process, or leave out user \
      in [apps], so that apps have users of their own
      """
    case .child(.clone):
      "unable to make a process: \(errno); see TasksMax= in systemd.resource-control(5) and ulimit -u"
    case .child(.session): "unable to give it a session: \(errno)"
    case .child(.subreaper): "unable to make it a subreaper: \(errno)"
    case .child(.descriptors): "unable to hand it its descriptors: \(errno)"
    case .child(.fileLimit): "unable to limit its open files to \(request.openFiles): \(errno)"
    case .child(.limits): "unable to limit its resources: \(errno); see getrlimit(2)"
    case .child(.capabilities):
      """
      unable to take its capabilities: \(errno); give the daemon CAP_SETPCAP (CapabilityBoundingSet= of its unit), or \
      set sandbox = false in [apps]
      """
    case .child(.filter):
      "unable to filter its system calls: \(errno); see seccomp(2), or set sandbox = false in [apps]"
    case .child(.stop):
      "unable to stop it for a debugger: \(errno); see ptrace(2), and /proc/sys/kernel/yama/ptrace_scope"
    case .child(.noNewPrivileges): "unable to set no_new_privs for it: \(errno)"
    case .child(.mounts) where errno == .timedOut:
      """
      its folders could not be reached within \(Spawn.longestExec / 1_000_000_000) s: a file system does not answer; look at \
      /proc/self/mounts, and launch it again
      """
    case .child(.mounts):
      """
      unable to make its mounts: \(errno); see mount_namespaces(7), /proc/sys/user/max_mnt_namespaces and \
      /proc/sys/fs/mount-max, or set sandbox = false in [apps]
      """
    case .ruleset, .child(.sandbox):
      "unable to restrict its file access: \(errno); see landlock(7), or set sandbox = false in [apps]"
    case .child(.user): "unable to run it as \(user): \(errno); only root can"
    case .child(.directory) where errno == .timedOut:
      """
      its directory \(request.directory) could not be entered within \(Spawn.longestExec / 1_000_000_000) s: its file system does not \
      answer; look at the mount, or name another Path= in its desktop entry
      """
    case .child(.directory) where request.limitsDirectory:
      // Nobody looks for what closes the way to it, on which may be a file system that does not answer.
      """
      unable to enter its directory \(request.directory): \(errno); open the way to it to the app's user, or name another Path= in its \
      desktop entry
      """
    case .child(.directory):
      closedWay(to: request.directory) ?? "unable to enter its directory \(request.directory): \(errno)"
    case .child(.exec): closedWay(to: request.executable) ?? execDescription
    }
  }

  private var user: String { request.user.map { "the user \($0.name)" } ?? "another user" }

  private func closedWay(to path: String) -> String? {
    guard errno == .permissionDenied, let user = request.user else { return nil }
    return ClosedWay.find(to: path, for: user).map { "\($0)" }
  }

  private var execDescription: String {
    let path = request.executable
    return switch errno {
    // execve(2) answers ENOENT as well when the file is there and what should interpret it is not.
    case .noSuchFileOrDirectory where (try? Sys.access(path, F_OK)) != nil:
      "the interpreter of \(path) is missing; see its first line, or readelf -l"
    case .noSuchFileOrDirectory: "the executable is missing: \(path)"
    case .permissionDenied: "not executable: \(path); try chmod +x"
    case .timedOut:
      """
      \(path), or an interpreter that it names, could not be read within \(Spawn.longestExec / 1_000_000_000) s: another \
      program has a lease on it (lslocks(8) names it), or its file system does not answer; end that program, or move the \
      bundle
      """
    case .execFormatError: "neither a program for this machine nor a script that begins with #!: \(path)"
    default: "unable to execute \(path): \(errno); check the file, and the file system that it is on"
    }
  }
}

/// Starts the process, with what must be open for it.
func startProcess(_ request: LaunchRequest) throws(LaunchError) -> Pidfd {
  let strings = request.arguments + request.environment + [request.executable, request.directory]
  guard !strings.contains(where: \.hasNUL) else {
    throw LaunchError(request: request, step: .strings, errno: .invalidArgument)
  }
  var spawn = Spawn(
    executable: request.executable, arguments: request.arguments, environment: request.environment,
    directory: request.directory,
    descriptors: (request.input ?? -1, request.output, request.error, request.events, request.replies),
    openFiles: request.openFiles, user: request.user,
    denied: request.confinement?.denied(tasks: request.tasks))
  spawn.mounts = request.mounts
  spawn.limitsExec = request.limitsExec
  spawn.limitsDirectory = request.limitsDirectory
  spawn.isWatched = request.mayMeetItsUser
  spawn.stops = request.waitsForDebugger
  // Open until the child has exec'd.
  var null: CInt?
  var ruleset: LandlockRuleset?
  defer {
    for descriptor in [null, spawn.cgroup] { if let descriptor { try? Sys.close(descriptor) } }
    withExtendedLifetime(ruleset) {}
  }
  var step = LaunchError.Step.input
  do throws(Errno) {
    if request.input == nil {
      let opened = try Sys.open("/dev/null", O_RDONLY | O_CLOEXEC)
      null = opened
      spawn.descriptors.0 = opened
    }
    step = .cgroup
    if let cgroup = request.cgroup { spawn.cgroup = try Sys.open(cgroup, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    step = .ruleset
    if let sandbox = request.sandbox {
      ruleset = try LandlockRuleset.make(sandbox, refused: request.warn)
      spawn.ruleset = ruleset?.descriptor
      spawn.logsRuleset = request.logsRefusals && ruleset?.canLog == true
    }
  } catch {
    throw LaunchError(request: request, step: step, errno: error)
  }
  do {
    return try spawn.start()
  } catch {
    throw LaunchError(request: request, step: .child(error.step), errno: error.errno)
  }
}

extension String {
  /// By memchr(3): Swift looks at each byte with thirty instructions, and an environment has a kilobyte.
  fileprivate var hasNUL: Bool {
    var text = self
    return text.withUTF8 { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }
  }
}
