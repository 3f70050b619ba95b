// The terminal of top: one key at a time, its size, and as it was before when top is done.
import Glibc
import TopScreen

final class TopTerminal {
  private let saved: termios
  private var isTaken = false

  /// Nil where there is none, or one that cannot move its cursor.
  init?() {
    var settings = termios()
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0,
      let kind = getenv("TERM").map({ String(cString: $0) }), !["", "dumb"].contains(kind)
    else { return nil }
    saved = settings
  }

  deinit { giveBack() }

  func take() {
    guard !isTaken else { return }
    isTaken = true
    var raw = saved
    cfmakeraw(&raw)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
    write(ScreenPainter.begin)
  }

  /// The terminal is as `init` has found it.
  func giveBack() {
    guard isTaken else { return }
    isTaken = false
    write(ScreenPainter.end)
    var settings = saved
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
  }

  /// False when the terminal is gone.
  @discardableResult
  func write(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
    }
    return true
  }

  /// The bytes of keys; nil when the terminal is gone.
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
    if count > 0 { return Array(buffer[..<count]) }
    return count < 0 && errno == EINTR ? [] : nil
  }

  var size: ScreenSize { Self.size(of: STDOUT_FILENO) ?? ScreenSize(width: 80, height: 24) }

  /// Nil where it is no terminal, or one that does not know its size.
  static func size(of descriptor: Int32) -> ScreenSize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return ScreenSize(width: Int(size.ws_col), height: Int(size.ws_row))
  }
}
