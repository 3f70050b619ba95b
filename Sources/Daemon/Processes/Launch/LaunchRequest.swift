// The attributes of a new process, and the failures of its start.
import CLinux
import Glibc
package import Linux
package import SystemPackage

/// Everything a launched process is given. It gets nothing else: no other descriptor, signal mask or disposition.
package nonisolated struct LaunchRequest {
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
  /// The user that it runs as; the daemon's own when nil.
  var user: AppUser?

  package init(
    executable: String, arguments: [String], environment: [String], directory: String, input: CInt? = nil,
    output: CInt, error: CInt, events: CInt, replies: CInt, openFiles: UInt64, cgroup: String? = nil,
    sandbox: Sandbox? = nil, user: AppUser? = nil
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
    self.user = user
  }
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
    case clone
    case session, subreaper, descriptors, fileLimit
    case noNewPrivileges, sandbox, user
    case directory
    case exec
  }

  let request: LaunchRequest
  package let step: Step
  package let errno: Errno

  /// To be read after "unable to launch com.example.notes: ".
  package var description: String {
    switch step {
    case .strings: "an argument or environment variable contains a NUL byte; leave it out"
    case .input: "unable to open /dev/null: \(errno)"
    case .cgroup: "unable to open its cgroup \(request.cgroup ?? ""): \(errno)"
    case .clone: "unable to make a process: \(errno); see TasksMax= in systemd.resource-control(5) and ulimit -u"
    case .session: "unable to give it a session: \(errno)"
    case .subreaper: "unable to make it a subreaper: \(errno)"
    case .descriptors: "unable to hand it its descriptors: \(errno)"
    case .fileLimit: "unable to limit its open files to \(request.openFiles): \(errno)"
    case .noNewPrivileges: "unable to set no_new_privs for it: \(errno)"
    case .sandbox: "unable to restrict its file access: \(errno); see landlock(7), or set sandbox = false in [apps]"
    case .user: "unable to run it as \(user): \(errno); only root can"
    case .directory: "unable to enter its directory \(request.directory): \(errno)"
    case .exec: execDescription
    }
  }

  private var user: String { request.user.map { "the user \($0.name)" } ?? "another user" }

  private var execDescription: String {
    let path = request.executable
    return switch errno {
    // execve(2) answers ENOENT as well when the file is there and what should interpret it is not.
    case .noSuchFileOrDirectory where access(path, F_OK) == 0:
      "the interpreter of \(path) is missing; see its first line, or readelf -l"
    case .noSuchFileOrDirectory: "the executable is missing: \(path)"
    case .permissionDenied: "not executable: \(path); try chmod +x"
    case .execFormatError: "neither a program for this machine nor a script that begins with #!: \(path)"
    default: "unable to execute \(path): \(errno)"
    }
  }
}

/// The Swift face of roost_spawn().
func roostSpawn(_ request: LaunchRequest) throws(LaunchError) -> Pidfd {
  let strings = request.arguments + request.environment + [request.executable, request.directory]
  guard !strings.contains(where: { $0.utf8.contains(0) }) else {
    throw LaunchError(request: request, step: .strings, errno: .invalidArgument)
  }
  let null = request.input == nil ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1
  let input = request.input ?? null
  guard input >= 0 else { throw LaunchError(request: request, step: .input, errno: Errno(rawValue: errno)) }
  defer { if null >= 0 { close(null) } }
  let cgroup = request.cgroup.map { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  if let cgroup, cgroup < 0 { throw LaunchError(request: request, step: .cgroup, errno: Errno(rawValue: errno)) }
  defer { if let cgroup { close(cgroup) } }

  var ruleset: LandlockRuleset?
  do throws(Errno) {
    if let sandbox = request.sandbox { ruleset = try LandlockRuleset.make(sandbox) }
  } catch {
    throw LaunchError(request: request, step: .sandbox, errno: error)
  }
  // Open until the child has exec'd.
  defer { ruleset = nil }

  var pid: pid_t = 0
  var descriptor: CInt = -1
  var failed = roost_spawn_step.ROOST_SPAWN_CLONE
  let error = withCStrings(request.arguments) { arguments in
    withCStrings(request.environment) { environment in
      request.executable.withCString { executable in
        request.directory.withCString { directory in
          withUser(request.user) { user in
            var spawn = roost_spawn(
              executable: executable, arguments: arguments, environment: environment, directory: directory,
              descriptors: (input, request.output, request.error, request.events, request.replies),
              open_files: request.openFiles, cgroup: cgroup ?? -1, ruleset: ruleset?.descriptor ?? -1, user: user)
            return roost_spawn(&spawn, &pid, &descriptor, &failed)
          }
        }
      }
    }
  }
  guard error == 0 else { throw LaunchError(request: request, step: .init(failed), errno: Errno(rawValue: error)) }
  return Pidfd(pid: pid, descriptor: descriptor)
}

extension LaunchError.Step {
  fileprivate init(_ step: roost_spawn_step) {
    switch step {
    case .ROOST_SPAWN_CLONE: self = .clone
    case .ROOST_SPAWN_SESSION: self = .session
    case .ROOST_SPAWN_SUBREAPER: self = .subreaper
    case .ROOST_SPAWN_NO_NEW_PRIVILEGES: self = .noNewPrivileges
    case .ROOST_SPAWN_SANDBOX: self = .sandbox
    case .ROOST_SPAWN_USER: self = .user
    case .ROOST_SPAWN_DESCRIPTORS: self = .descriptors
    case .ROOST_SPAWN_FILE_LIMIT: self = .fileLimit
    case .ROOST_SPAWN_DIRECTORY: self = .directory
    case .ROOST_SPAWN_EXEC: self = .exec
    }
  }
}

/// A NULL-terminated array of C strings, as execve(2) wants it, for the duration of `body`.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let copies = strings.map { strdup($0) } + [nil]
  defer { copies.forEach { free($0) } }
  return copies.withUnsafeBufferPointer { body($0.baseAddress!) }
}

private func withUser<Result>(_ user: AppUser?, _ body: (UnsafePointer<roost_user>?) -> Result) -> Result {
  guard let user else { return body(nil) }
  return user.groups.withUnsafeBufferPointer { groups in
    var raw = roost_user(
      user: user.user, group: user.group, group_count: groups.count, groups: groups.baseAddress)
    return withUnsafePointer(to: &raw) { body($0) }
  }
}
