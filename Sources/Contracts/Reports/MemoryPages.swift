// The machine's memory by what it is used for, in the words that JetsamEvent files have for it.

/// Pages of the machine.
public struct MemoryPages: Hashable, Codable, Sendable {
  public var active: Int64 = 0
  public var inactive: Int64 = 0
  public var free: Int64 = 0
  /// What the kernel itself uses, and what is locked into memory.
  public var wired: Int64 = 0
  public var anonymous: Int64 = 0
  public var fileBacked: Int64 = 0
  public var purgeable: Int64 = 0
  /// Always 0: Linux has no such pages.
  public var speculative: Int64 = 0
  public var throttled: Int64 = 0

  public init() {}

  /// Of /proc/meminfo (proc(5)); a line that is missing or odd counts as 0.
  ///
  /// - Parameter pageSize: bytes of one page.
  public init(meminfo: some Collection<UInt8>, pageSize: Int64) {
    for line in meminfo.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      guard parts.count == 2 else { continue }
      let digits = parts[1].drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") }
      guard let kilobytes = Int64(String(decoding: digits, as: UTF8.self)), (0...Int64.max / 1024).contains(kilobytes)
      else { continue }
      let pages = kilobytes * 1024 / max(1, pageSize)
      switch String(decoding: parts[0], as: UTF8.self) {
      case "Active": active = pages
      case "Inactive": inactive = pages
      case "MemFree": free = pages
      case "Unevictable", "Slab", "KernelStack", "PageTables": wired = wired.addingReportingOverflow(pages).partialValue
      case "AnonPages": anonymous = pages
      case "Cached": fileBacked = pages
      case "SReclaimable": purgeable = pages
      default: continue
      }
    }
  }
}
