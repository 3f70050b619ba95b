// The inputs about memory: words of the kernel, and measurements.

/// ME1: where pressure comes from, and the answers to ``MemoryEffect``.
public enum MemoryInput: Hashable, Codable, Sendable {
  /// A pressure trigger became readable: tasks waited for memory for as long as `level` says they may not (PSI, Linux's
  /// Documentation/accounting/psi.rst). It comes again as long as they do, once a window at most.
  case stalled(MemoryLevel)
  /// Answers ``MemoryEffect/measure(_:)``, always, whoever is gone by then.
  case measured(MemoryMeasurement)
  /// Answers ``MemoryEffect/pushOut(_:)``, always: how many bytes have left the memory.
  case pushedOut(ProcessSerial, freed: UInt64)
}

/// The memory at one moment, as the kernel tells it. All in bytes.
public struct MemoryMeasurement: Hashable, Codable, Sendable {
  /// Anonymous, shared and swapped memory of each process asked for that still lives.
  public var footprints: [ProcessSerial: UInt64]
  /// The memory of all apps, of those that sleep as of the last look, and with the rest of those that ended;
  /// `memory.current` where they have a cgroup of their own. Swapped-out memory is not in it.
  public var pool: UInt64
  /// The part of `pool` that belongs to processes on their way out which no app's exit will tell of, such as children
  /// of an app that is gone.
  public var freeing: UInt64
  /// All memory there is for apps.
  public var total: UInt64
  /// The room that is left in swap; zero where no swap exists (ME6).
  public var swapFree: UInt64

  public init(
    footprints: [ProcessSerial: UInt64] = [:], pool: UInt64, freeing: UInt64 = 0, total: UInt64, swapFree: UInt64 = 0
  ) {
    self.footprints = footprints
    self.pool = pool
    self.freeing = freeing
    self.total = total
    self.swapFree = swapFree
  }
}
