// The signposts of apps, by way of journalctl(1).
import Glibc
import Timelines

enum SignpostJournal {
  /// Entries and bytes that are read at most, of the newest.
  private static let entries = 65_536
  private static let bytes = 64 << 20

  /// Those since the machine's start; none where there is no journal, or it may not be read.
  static func signposts() -> [Signpost] {
    output(of: [
      "journalctl", "--quiet", "--boot", "--output=json", "--lines=\(entries)", "SIGNPOST_TYPE=begin",
      "SIGNPOST_TYPE=end", "SIGNPOST_TYPE=event",
    ]).split(separator: "\n").compactMap { Signpost(journal: $0) }
  }

  private static func output(of command: [String]) -> String {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return "" }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var words = command.map { strdup($0) as UnsafeMutablePointer<CChar>? } + [nil]
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    let failure = posix_spawnp(&pid, command[0], &actions, nil, &words, environ)
    close(ends[1])
    guard failure == 0 else { return "" }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while text.count < bytes {
      let count = read(ends[0], &buffer, buffer.count)
      if count > 0 { text += buffer[..<count] } else if count == 0 || errno != EINTR { break }
    }
    // It would wait for ever with what nobody reads.
    kill(pid, SIGTERM)
    while waitpid(pid, nil, 0) < 0, errno == EINTR {}
    return String(decoding: text, as: UTF8.self)
  }
}
