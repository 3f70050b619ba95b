// An app's output in the journal, by journalctl(1), which knows where the journal is and who may read it.
import FoundationEssentials
import Glibc

final class JournalReader {
  let descriptor: Int32
  private let pid: pid_t
  private var buffer = LineBuffer()

  /// - Parameters:
  ///   - user: the id that the app runs as: journald asks the kernel for the sender's, and the identifier is the sender's choice.
  ///   - since: as journalctl(1) takes it.
  ///   - follows: goes on when all is read.
  init(identifier: String, user: Int64?, since: String?, follows: Bool) throws(CommandFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Self.unable(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    let words =
      ["journalctl", "--quiet", "--no-pager", "--output=json", "--lines=all"] + (follows ? ["--follow"] : [])
      + (since.map { ["--since=\($0)"] } ?? []) + ["SYSLOG_IDENTIFIER=\(identifier)"]
      + (user.map { ["_UID=\($0)"] } ?? [])
    var arguments = words.map { strdup($0) as UnsafeMutablePointer<CChar>? } + [nil]
    defer { for argument in arguments { free(argument) } }
    var pid: pid_t = 0
    let failure = posix_spawnp(&pid, "journalctl", &actions, nil, &arguments, environ)
    close(ends[1])
    guard failure == 0 else {
      close(ends[0])
      throw Self.unable(failure)
    }
    (descriptor, self.pid) = (ends[0], pid)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit {
    kill(pid, SIGTERM)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    close(descriptor)
  }

  /// Nil at the end.
  func read() -> [OutputLine]? {
    var lines: [String] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count > 0 { lines += buffer.take(bytes[..<count]) }
      if count == 0 { return lines.isEmpty ? nil : lines.compactMap(Self.line) }
      if count < 0, errno != EINTR { return lines.compactMap(Self.line) }
    }
  }

  /// Fields as journalctl writes them: text, bytes where it is no text, null where it is too long.
  private struct Entry: Decodable {
    let message: String
    let time: Int64

    private enum CodingKeys: String, CodingKey {
      case message = "MESSAGE"
      case time = "__REALTIME_TIMESTAMP"
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      time = Int64(try members.decode(String.self, forKey: .time)) ?? 0
      if let text = try? members.decode(String.self, forKey: .message) {
        message = text
      } else if let bytes = try? members.decode([UInt8].self, forKey: .message) {
        message = String(decoding: bytes, as: UTF8.self)
      } else {
        message = "[a line that is too long]"
      }
    }
  }

  private static func line(_ json: String) -> OutputLine? {
    (try? JSONDecoder().decode(Entry.self, from: Data(json.utf8))).map { OutputLine(text: $0.message, time: $0.time) }
  }

  private static func unable(_ number: Int32) -> CommandFailure {
    .refused(
      "unable to read the journal: journalctl does not start: \(String(cString: strerror(number))); install systemd's "
        + "journal, or set app-output = \"file\" in [log] of roostd.toml(5)")
  }
}
