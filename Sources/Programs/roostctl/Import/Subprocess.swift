// Another program, run to its end.
import FoundationEssentials
import Glibc

enum Subprocess {
  /// - Parameters:
  ///   - arguments: the program's name, which is looked for in PATH, and its arguments.
  ///   - outputToErrors: its standard output goes to ours of errors.
  /// - Returns: its exit status, or 128 and the number of the signal that ended it.
  static func run(_ arguments: [String], outputToErrors: Bool) throws(CommandFailure) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if outputToErrors { posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO) }
    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var pid: pid_t = 0
    let problem = posix_spawnp(&pid, arguments[0], &actions, nil, &words, &variables)
    guard problem == 0 else { throw unable("run \(arguments[0])", problem) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 {
      guard errno == EINTR else { throw unable("wait for \(arguments[0])", errno) }
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
