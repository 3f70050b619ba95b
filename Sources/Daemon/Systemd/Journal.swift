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

  /// The socket at which journald takes streams, each by a connection of its own.
  public static let streamPath = "/run/systemd/journal/stdout"

  /// Bytes that may wait for journald, as many as for sd_journal_stream_fd(3).
  private static let streamRoom: CInt = 8 << 20

  /// A stream whose lines become journal messages of `identifier`, for an app's output.
  ///
  /// It says what sd_journal_stream_fd(3) says. That waits in connect(2) while as many connections as the socket lets wait are not
  /// accepted, and every user of the machine may make these, and keep journald busy.
  ///
  /// A line may begin with a priority such as `<4>` (sd-daemon(3)).
  ///
  /// - Returns: a descriptor, close-on-exec, that the caller closes.
  /// - Throws: `EAGAIN` where too many connections wait for journald.
  public static func stream(
    identifier: String, priority: Priority, at path: String = streamPath
  ) throws(SystemCallError) -> CInt {
    do throws(Errno) {
      let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
      let descriptor = try Sys.socket(AF_UNIX, type, 0)
      do throws(Errno) {
        try begin(descriptor, identifier, priority, at: path)
        return descriptor
      } catch {
        try? Sys.close(descriptor)
        throw error
      }
    } catch {
      throw SystemCallError(
        action: "open a journal stream for \(identifier)", errno: error,
        cure: "see that systemd-journald(8) runs and is not kept busy, or have roostd.toml(5) say app-output = \"file\""
      )
    }
  }

  private static func begin(
    _ descriptor: CInt, _ identifier: String, _ priority: Priority, at path: String
  ) throws(Errno) {
    try UnixSocketAddress(path).connect(descriptor)
    try Sys.shutdown(descriptor, CInt(SHUT_RD))
    // Beyond what the kernel lets everybody have, where it lets us. With less room an app waits sooner for journald.
    if (try? Sys.setsockopt(descriptor, SO_SNDBUFFORCE, streamRoom)) == nil {
      try? Sys.setsockopt(descriptor, SO_SNDBUF, streamRoom)
    }
    // After the name that of a unit, which only root may choose; after the priority, whether lines may begin with one of their own,
    // and whether syslog, the kernel's log and the console get them as well.
    let header = Array("\(identifier)\n\n\(priority.rawValue)\n1\n0\n0\n0\n".utf8)
    guard try Sys.send(descriptor, header, from: 0) == header.count else { throw .resourceTemporarilyUnavailable }
    // An app expects of its standard output that it waits.
    try Sys.fcntl(descriptor, F_SETFL, 0)
  }
}
