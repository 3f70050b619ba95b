// The room that is left in memory, and whether a wait for memory counts there (ME1).

/// The kernel's PSI counts a task that waits at a limit of its own cgroup for that and for all cgroups above it
/// (`memory.high`, `memory.max`; Linux's Documentation/admin-guide/cgroup-v2.rst). No end of an app relieves such a task.
public struct MemoryRoom: Hashable, Sendable {
  /// Bytes that programs could still have.
  public let available: UInt64
  /// Bytes; 0 where the kernel does not tell.
  public let total: UInt64

  public init(available: UInt64, total: UInt64) {
    self.available = available
    self.total = total
  }

  public func isScarcer(than other: MemoryRoom) -> Bool { share < other.share }

  /// - Parameter percent: a wait counts while less than this is available; 100: always.
  public func letsWaitsCount(below percent: Int) -> Bool { percent >= 100 || share * 100 < Double(percent) }

  /// From 0 to 1.
  private var share: Double { total > 0 ? Double(available) / Double(total) : 0 }
}
