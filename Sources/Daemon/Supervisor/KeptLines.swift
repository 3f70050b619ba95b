// The last lines of the daemon's log in two files of its own: journald's limits are those of a unit, and an app may use them up.
import Glibc
import Linux
import Synchronization
import SystemPackage

/// `log` in the runtime directory, which is in memory, and `log.1` with the lines before. A line costs one system call, and
/// nobody waits for it. Nothing here fails: the journal has the lines as well.
nonisolated final class KeptLines: Sendable {
  /// Bytes of each file at the most.
  static let most = 1 << 16

  private struct Latest {
    var file: CInt?
    var size: Int64 = 0
  }

  private let path: String
  private let latest = Mutex(Latest())

  /// - Parameter directory: is there when the first line is written.
  init(in directory: String) { path = directory + "/log" }

  deinit { latest.withLock { if let file = $0.file { try? Sys.close(file) } } }

  func write(_ line: String) {
    let bytes = Array(line.utf8.prefix(Self.most))
    latest.withLock { latest in
      if latest.size + Int64(bytes.count) > Self.most, let file = latest.file {
        do throws(Errno) { try Sys.rename(path, path + ".1") } catch { try? Sys.unlink(path) }
        try? Sys.close(file)
        latest = Latest()
      }
      guard let file = latest.file ?? open(&latest) else { return }
      // One that was cut short, where the directory is full, is whole again with the next file.
      latest.size += Int64((try? Sys.write(file, bytes)) ?? 0)
    }
  }

  private func open(_ latest: inout Latest) -> CInt? {
    // O_NONBLOCK, since open(2) of a FIFO waits for somebody who reads it.
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    guard let file = try? Sys.open(path, flags, 0o600) else { return nil }
    guard let status = try? FileStatus(of: file), status.kind == .regular else {
      try? Sys.close(file)
      return nil
    }
    latest = Latest(file: file, size: status.size)
    return file
  }

  /// - Parameter time: in nanoseconds since 1970.
  static func line(_ text: String, at time: Int64) -> String {
    var (seconds, parts) = (time_t(time / 1_000_000_000), tm())
    gmtime_r(&seconds, &parts)
    let stamp = String(unsafeUninitializedCapacity: 32) { text in
      text.withMemoryRebound(to: CChar.self) { strftime($0.baseAddress, $0.count, "%Y-%m-%dT%H:%M:%S", &parts) }
    }
    let milliseconds = "\(1000 + time / 1_000_000 % 1000)".dropFirst()
    return "\(stamp).\(milliseconds)Z \(text)"
  }
}
