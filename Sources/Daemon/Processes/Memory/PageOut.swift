// Pushing the memory of a process out to swap: process_madvise(2) with MADV_PAGEOUT, mapping by mapping (ME6).
import Glibc
package import Linux
package import SystemPackage
package import Systemd

/// Pushes out one app at a time, off the loop's thread: the call does the work itself, 110 ms for 60 MB.
@MainActor package final class PageOut {
  private let deliver: Deliver
  private let queue = WorkQueue()

  /// - Parameter deliver: how results get back to the loop's thread.
  package init(deliver: @escaping Deliver) { self.deliver = deliver }

  /// Pushes out what stopped processes have of their own, until `limit` is over, and a little in any case. Only a look
  /// can tell the part of it that has left memory.
  ///
  /// - Parameter then: told why nothing could be pushed out: `EPERM` without CAP_SYS_NICE, `ENOSYS` before Linux 5.10.
  package func push(
    _ processes: [Pidfd], within limit: Duration, then: @escaping @MainActor @Sendable (Errno?) -> Void
  ) {
    let end = monotonicNow() + UInt64(max(0, limit / .nanoseconds(1)))
    let told = AnswerOnLoop(then)
    queue.async { [deliver] in
      var problem: Errno?
      for process in processes where process === processes.first || monotonicNow() < end {
        do throws(Errno) {
          try Self.push(process, until: end)
        } catch {
          // One that has gone meanwhile has nothing left.
          if !error.isProcessGone { problem = error }
        }
      }
      told.tell(problem, by: deliver)
    }
  }

  /// Of what the kernel tells of the mappings: their paths may be without measure, and others wait for the thread.
  private nonisolated static let mappingBytes = 16 << 20

  /// The walk over the mappings is one pass, and once `end` has come it stops after the batch it is at.
  private nonisolated static func push(_ process: Pidfd, until end: UInt64) throws(Errno) {
    var lines = try FileLines("/proc/\(process.pid)/maps", atMost: mappingBytes)
    var batch = Batch()
    while let line = try lines.next() {
      guard let mapping = Mapping(line), mapping.isOwn else { continue }
      for range in mapping.parts(of: Batch.bytes) {
        if batch.isFull(with: range) {
          try batch.send(to: process)
          guard monotonicNow() < end else { return }
        }
        batch.add(range)
      }
    }
    try batch.send(to: process)
  }
}

/// The pages of one call: bounded, so that the end of the time is noticed.
private nonisolated struct Batch {
  static let bytes = 8 << 20
  private static let count = 64

  private var ranges: [Range<UInt>] = []
  private var size = 0

  func isFull(with range: Range<UInt>) -> Bool {
    ranges.count == Self.count || (size > 0 && size + range.count > Self.bytes)
  }

  mutating func add(_ range: Range<UInt>) {
    ranges.append(range)
    size += range.count
  }

  mutating func send(to process: Pidfd) throws(Errno) {
    defer { self = Batch() }
    var first = 0
    while first < ranges.count {
      do throws(Errno) {
        var advised = try Sys.pageOut(process.descriptor, ranges[first...])
        if advised == 0 { first += 1 }
        while first < ranges.count, advised > 0, advised >= ranges[first].count {
          advised -= ranges[first].count
          first += 1
        }
        // The next of them was one that cannot be pushed out.
        if advised > 0 { first += 1 }
      } catch {
        switch error {
        // Locked, of huge pages or of a device (madvise(2)).
        case .invalidArgument, .noMemory, .badAddress: first += 1
        case .resourceTemporarilyUnavailable: continue
        default: throw error
        }
      }
    }
  }
}
