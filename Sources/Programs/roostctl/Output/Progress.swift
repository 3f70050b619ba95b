// A line on the terminal that says what long work is at, and for how long, for the person who waits; nothing for a script.
import Glibc
import Synchronization

enum Progress {
  /// Work that is done sooner shows nothing.
  private static let patience: UInt32 = 300_000

  /// Shows `step` with the seconds that it takes, until `body` has returned.
  static func during<Result, Failure: Error>(
    _ step: TerminalText, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isatty(STDERR_FILENO) == 1, let line = ProgressLine(step.text) else { return try body() }
    defer { line.end() }
    return try body()
  }

  /// Redraws the line on a thread of its own.
  private final class ProgressLine: Sendable {
    private let step: String
    private let state = Mutex((isOver: false, isShown: false))

    /// Nil where the kernel has no thread to give.
    init?(_ step: String) {
      self.step = step
      let line = Unmanaged.passRetained(self)
      var thread = pthread_t()
      let failure = pthread_create(
        &thread, nil,
        { line in
          if let line { Unmanaged<ProgressLine>.fromOpaque(line).takeRetainedValue().run() }
          return nil
        }, line.toOpaque())
      guard failure == 0 else {
        line.release()
        return nil
      }
      pthread_detach(thread)
    }

    private func run() {
      var waited: UInt32 = 0
      while true {
        usleep(Progress.patience)
        waited += Progress.patience
        let goesOn = state.withLock { state in
          if state.isOver { return false }
          write("\r\u{1B}[Kroostctl: \(step) … \(waited / 1_000_000) s")
          state.isShown = true
          return true
        }
        guard goesOn else { return }
      }
    }

    /// Leaves nothing of it on the terminal.
    func end() {
      state.withLock { state in
        state.isOver = true
        if state.isShown { write("\r\u{1B}[K") }
      }
    }

    private func write(_ text: String) { _ = text.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) } }
  }
}
