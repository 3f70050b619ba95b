// The notes that Benchmarks/programs/hog.c takes while it takes memory.
import Foundation

/// The notes of one hog, in a file that exists only until the hog has opened it.
final class Notes {
  /// Ordinary memory files: on a disk the hog would wait for its pages to be written.
  let path: String
  private let descriptor: CInt

  struct Step {
    let time: Int64
    /// Bytes, as the kernel counts them: the hog's own, and what the whole machine has left.
    let held: Int64
    let available: Int64
  }

  init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw BenchError.system(action: "make \(path)", errno: errno) }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  /// The arguments of the hog: its pace, and the most that it takes.
  func arguments(stepKilobytes: Int = 128, pauseMicroseconds: Int = 500, steps: Int) -> [String] {
    [path, "\(stepKilobytes)", "\(pauseMicroseconds)", "\(steps)"]
  }

  /// Returns when the hog waits to begin, and says what there was before it did.
  func waitUntilReady() throws -> Step {
    for _ in 0..<10_000 {
      if let first = steps.first {
        // Nothing is left of it, whatever ends this program.
        unlink(path)
        return first
      }
      usleep(1000)
    }
    throw BenchError.silent(program: "hog")
  }

  func go() {
    var one: UInt64 = 1
    pwrite(descriptor, &one, 8, 0)
  }

  /// CLOCK_MONOTONIC, in nanoseconds.
  var lastMoment: Int64 { word(1) }

  /// The number of steps.
  var count: Int { Int(word(2)) }

  var steps: [Step] {
    (0..<count).map { number in
      let start = 3 + 3 * number
      return Step(time: word(start), held: word(start + 1), available: word(start + 2))
    }
  }

  /// From the last step before which `isCrossed` did not hold until the hog ran no more; nil when it held from the
  /// first, or never. When it held for a while and then no more, that while is not counted.
  func time(since isCrossed: (Step) -> Bool) -> Int64? {
    let steps = self.steps
    guard let before = steps.lastIndex(where: { !isCrossed($0) }), before + 1 < steps.count else { return nil }
    return lastMoment - steps[before + 1].time
  }

  /// Zero where there is none yet.
  private func word(_ index: Int) -> Int64 {
    var word: Int64 = 0
    pread(descriptor, &word, 8, off_t(index * 8))
    return word
  }
}
