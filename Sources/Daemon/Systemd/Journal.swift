// The journal of systemd: structured messages of the daemon, and a stream for what an app prints.
import CSystemd
import Glibc
import Linux
import SystemPackage

/// Writing to the systemd journal, sd-journal(3).
public nonisolated enum Journal {
  /// Severity as in syslog(3).
  public nonisolated enum Priority: CInt, Sendable {
    case emergency, alert, critical, error, warning, notice, info, debug
  }

  /// The socket at which journald takes native messages, sd_journal_print(3).
  private static let socketPath = "/run/systemd/journal/socket"

  /// Whether a journal is there to write to.
  public static var isAvailable: Bool { (try? Sys.access(socketPath, W_OK)) != nil }

  /// Whether standard error already ends in the journal, that is `JOURNAL_STREAM` names it (systemd.exec(5)).
  public static var isStandardError: Bool {
    guard let value = getenv("JOURNAL_STREAM"), let status = try? FileStatus(of: STDERR_FILENO) else { return false }
    return String(cString: value) == "\(status.device):\(status.inode)"
  }

  /// Writes one message with further fields, whose names are upper-case letters, digits and underscores
  /// (systemd.journal-fields(7)). Without a journal the message goes nowhere, silently.
  ///
  /// - Throws: `EINVAL` for a malformed field name.
  public static func send(
    _ message: String, priority: Priority, fields: [(name: String, value: String)] = []
  ) throws(SystemCallError) {
    let assignments = ["MESSAGE=\(message)", "PRIORITY=\(priority.rawValue)"] + fields.map { "\($0.name)=\($0.value)" }
    let bytes = assignments.map { Array($0.utf8) }
    var everything = bytes.flatMap { $0 }
    let result = everything.withUnsafeMutableBytes { buffer in
      var offset = 0
      var vectors = bytes.map { field in
        defer { offset += field.count }
        return iovec(iov_base: buffer.baseAddress?.advanced(by: offset), iov_len: field.count)
      }
      return sd_journal_sendv(&vectors, CInt(vectors.count))
    }
    try check(result, "write to the journal")
  }

  /// A stream whose lines become journal messages of `identifier` (sd_journal_stream_fd(3)), for an app's output.
  ///
  /// A line may begin with a priority such as `<4>` (sd-daemon(3)).
  ///
  /// - Returns: a descriptor, close-on-exec, that the caller closes.
  public static func stream(identifier: String, priority: Priority) throws(SystemCallError) -> CInt {
    try check(sd_journal_stream_fd(identifier, priority.rawValue, 1), "open a journal stream for \(identifier)")
  }
}
