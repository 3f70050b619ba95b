// The time of day and the date, as the person's own time zone has them.
import Glibc

enum CalendarTime {
  /// Nanoseconds since 1970.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// - Parameter seconds: since 1970.
  static func text(_ seconds: Int64) -> String {
    var moment = time_t(seconds)
    var parts = tm()
    var bytes = [CChar](repeating: 0, count: 64)
    localtime_r(&moment, &parts)
    let count = strftime(&bytes, bytes.count, "%Y-%m-%d %H:%M:%S", &parts)
    return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

enum Pause {
  /// Waits so long, whatever signals come meanwhile that do not end the program.
  static func wait(seconds: Double) {
    var left = timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
    var rest = timespec()
    while nanosleep(&left, &rest) != 0, errno == EINTR { left = rest }
  }
}
