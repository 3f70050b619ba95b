// A bare child process: posix_spawn(3) and nothing around it, what a launch is measured against.
import Glibc

/// A child that was started with no supervisor. It is killed and reaped with its last reference.
final class Spawned {
  let pid: pid_t
  private let path: String
  private var isReaped = false

  /// - Parameters:
  ///   - descriptors: which of ours the child has under which number.
  init(
    _ path: String, _ arguments: [String] = [], environment: [String] = [],
    descriptors: [(ours: CInt, childs: CInt)] = []
  ) throws {
    self.path = path
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in descriptors { posix_spawn_file_actions_adddup2(&actions, descriptor.ours, descriptor.childs) }

    // The mask of this program holds the signals that its clean-up waits for.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var child: pid_t = 0
    let error = withCStrings([path] + arguments) { arguments in
      withCStrings(environment) { environment in
        posix_spawn(&child, path, &actions, &attributes, arguments, environment)
      }
    }
    guard error == 0 else { throw BenchError.system(action: "start \(path)", errno: error) }
    pid = child
  }

  deinit { if !isReaped { end() } }

  /// Kills it, and waits until it is gone.
  func end() {
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    isReaped = true
  }

  /// Waits for its end, which is to be a success.
  func wait() throws {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    isReaped = true
    guard status == 0 else { throw BenchError.failed(program: path, status: status) }
  }
}

private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let copies = strings.map { strdup($0) } + [nil]
  defer { copies.forEach { free($0) } }
  return copies.withUnsafeBufferPointer { body($0.baseAddress!) }
}
