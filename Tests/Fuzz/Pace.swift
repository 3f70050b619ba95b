// Holds a reader to time that grows no faster than its input: a hundred bytes that cost a second stop a device.
import Glibc

enum Pace {
  /// A reader spends a microsecond or two on a byte; the sanitizers take ten times as much, and a busy machine the rest.
  private static let nanosecondsPerByte = 10_000
  /// For inputs of a few bytes, and for the collector of a heap that is being checked.
  private static let floor = 50_000_000

  /// Reads `input`, and ends the process when that takes too long three times more.
  @MainActor static func hold(_ input: [UInt8], _ target: Target) {
    let limit = (floor + input.count * nanosecondsPerByte) * target.patience
    guard spend(input, target) > limit else { return }
    // Once may be the machine's doing: a cache that is cold, a page that is made, another user of the core.
    let least = (1...3).map { _ in spend(input, target) }.min() ?? 0
    guard least > limit else { return }
    fail("\(input.count) bytes take \(least / 1_000_000) ms of processor time, and may take \(limit / 1_000_000) ms")
  }

  @MainActor private static func spend(_ input: [UInt8], _ target: Target) -> Int {
    let begin = processorTime
    target.read(input)
    return processorTime - begin
  }

  /// Of this thread alone, in nanoseconds: how busy the machine is says nothing of a reader.
  private static var processorTime: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

/// Ends the process, so that libFuzzer keeps the input.
func fail(_ why: String) -> Never {
  let line = Array("fuzz: \(why)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  abort()
}

/// A property that holds whatever the input is.
func require(_ holds: Bool, _ otherwise: @autoclosure () -> String) {
  if !holds { fail(otherwise()) }
}
