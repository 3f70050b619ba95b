// The names that are the same for the next daemon: of a process's descriptors, its mark in the environment, the report of its end.
package import LifecycleModel

extension Survival {
  /// The descriptors that an app depends on.
  package nonisolated enum Descriptor: String { case process, events, replies, notify }

  /// The name of one descriptor in the service manager's store.
  package func name(_ descriptor: Descriptor, of serial: ProcessSerial) -> String {
    "\(era.prefix(8))-\(serial.number)-\(descriptor.rawValue)"
  }

  /// Whether a daemon, this or an earlier one, has named a descriptor of an app so.
  package nonisolated static func isOfApp(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 3 && UInt64(parts[1]) != nil && Descriptor(rawValue: String(parts[2])) != nil
  }

  /// The mark in the environment of an app's processes, by which strays can be told from others.
  package func mark(of serial: ProcessSerial) -> String { "\(era.prefix(8))-\(serial.number)" }

  /// The name of the report of a process's end: a UUID in shape, and the same when a later daemon makes the record once more (TE3).
  package func incident(of serial: ProcessSerial) -> String {
    // FNV-1a of 128 bits.
    let basis: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    let prime: UInt128 = 0x100_0000_0000_0000_0000_013b
    let hash = "\(era) \(serial.number)".utf8.reduce(basis) { ($0 ^ UInt128($1)) &* prime }
    let digits = String(hash, radix: 16, uppercase: true)
    var rest = (String(repeating: "0", count: 32 - digits.count) + digits)[...]
    let parts = [8, 4, 4, 4, 12].map { length -> Substring in
      defer { rest = rest.dropFirst(length) }
      return rest.prefix(length)
    }
    return parts.joined(separator: "-")
  }
}
