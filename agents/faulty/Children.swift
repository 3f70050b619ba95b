// Processes that Faulty leaves around: they must be frozen and killed with it.

import Foundation

/// The lifetime of a child that nobody ends, in seconds, so that a failed test leaves nothing behind for good.
private let childLifetime: UInt32 = 600

/// The role of this process, if Faulty started it: the first launch argument names it.
enum ChildRole: String {
  case sleeper = "child-sleeps"
  case spinner = "child-spins"
  /// Starts a grandchild in a session of its own and exits, as daemons are started.
  case parentOfDaemon = "child-parent-sleeps"
  case parentOfBusyDaemon = "child-parent-spins"

  func run() -> Never {
    alarm(childLifetime)
    switch self {
    case .sleeper: sleepForever()
    case .spinner: while true {}
    case .parentOfDaemon:
      setsid()
      spawn(.sleeper)
    case .parentOfBusyDaemon:
      setsid()
      spawn(.spinner)
    }
    exit(EXIT_SUCCESS)
  }
}

func startChildren(_ count: Int, busy: Bool) {
  for _ in 0..<count { spawn(busy ? .spinner : .sleeper) }
  let parent = spawn(busy ? .parentOfBusyDaemon : .parentOfDaemon)
  waitpid(parent, nil, 0)
}

/// Before UIKit has closed the channel to programs this one starts.
func startPipeHolder() { spawn(.sleeper) }

@discardableResult
private func spawn(_ role: ChildRole) -> pid_t {
  var arguments = [strdup("faulty"), strdup(role.rawValue), nil]
  defer { for argument in arguments { free(argument) } }
  var pid: pid_t = 0
  let error = posix_spawn(&pid, "/proc/self/exe", nil, nil, &arguments, environ)
  if error != 0 { print("unable to start a child: \(String(cString: strerror(error)))") }
  return pid
}
