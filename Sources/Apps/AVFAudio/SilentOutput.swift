// Sound for a machine that has none: written sound is gone, at the pace at which it would have sounded.

import Glibc
import Synchronization

final class SilentOutput: AudioOutput {
  private let format: SoundFormat
  private let clock = SuspendingClock()
  /// When all that was written has sounded.
  private var end: SuspendingClock.Instant

  init(_ format: SoundFormat) {
    self.format = format
    end = clock.now
  }

  func write(_ samples: ArraySlice<Int16>) -> Bool {
    let length = Duration.seconds(Double(samples.count / format.channels) / Double(format.rate))
    // A thread that comes too late, as after a suspension, has missed that time for good: a card runs dry as well.
    end = max(end, clock.now - length) + length
    while clock.now < end {
      let rest = clock.now.duration(to: end)
      usleep(UInt32(max(1, rest / .microseconds(1))))
    }
    return true
  }

  func close(afterAll: Bool) {}
}
