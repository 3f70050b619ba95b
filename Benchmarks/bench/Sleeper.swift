// Apps that sleep, with memory to give back.
import ControlAPI
import Foundation

/// A suspended app that holds memory.
final class Sleeper {
  let id: String
  /// Has an end when the app has: the kernel closes an app's files after it has taken back its memory (exit(2)).
  let lifeline: CInt
  private let notes: Notes

  init(_ id: String, megabytes: Int, _ stage: Stage, _ client: ControlClient) throws {
    self.id = id
    let path = stage.directory + "/" + id
    unlink(path)
    guard mkfifo(path, 0o600) == 0 else { throw BenchError.system(action: "make \(path)", errno: errno) }
    lifeline = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    notes = try Notes("/dev/shm/roost-bench-\(getpid())-\(id)")
    // Of 128 KB each.
    let steps = megabytes * 8
    let arguments = notes.arguments(pauseMicroseconds: 0, steps: steps) + [path]
    _ = try client.call(AppsInterface.Launch(id: id, arguments: arguments))
    _ = try notes.waitUntilReady()
    notes.go()
    while notes.count <= steps { usleep(1000) }
    try client.home()
    try client.wait(for: id, toBe: .suspended)
  }

  deinit { close(lifeline) }
}

/// Waits for the end of one of them; its index.
/// - Parameter timeout: in milliseconds.
func firstToDie(of sleepers: [Sleeper], timeout: CInt = 10_000) throws -> Int {
  var lifelines = sleepers.map { pollfd(fd: $0.lifeline, events: 0, revents: 0) }
  guard poll(&lifelines, nfds_t(lifelines.count), timeout) > 0,
    let victim = lifelines.firstIndex(where: { $0.revents != 0 })
  else { throw BenchError.silent(program: "hog") }
  return victim
}
