// The machine's memory by what it is used for, in the words that JetsamEvent files have for it.

/// Pages of the machine.
public struct MemoryPages: Hashable, Codable, Sendable {
  public var active: Int64 = 0
  public var inactive: Int64 = 0
  public var free: Int64 = 0
  /// The memory that the kernel itself uses, and that is locked.
  public var wired: Int64 = 0
  public var anonymous: Int64 = 0
  public var fileBacked: Int64 = 0
  public var purgeable: Int64 = 0
  /// Always 0: Linux has no such pages.
  public var speculative: Int64 = 0
  public var throttled: Int64 = 0

  public init() {}
}
