// The user and group ids that this process's user namespace has (user_namespaces(7)).
import SystemPackage

/// The ids that somebody here can have. A container that no root has made has a few of the machine's.
package nonisolated struct IDMap: Equatable, Sendable {
  private let ranges: [ClosedRange<UInt32>]

  /// From the lines of /proc/PID/uid_map or gid_map: the first id inside, the first outside, and how many.
  package init(_ text: String) {
    ranges = text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ").compactMap { UInt32($0) }
      guard fields.count == 3, fields[2] > 0 else { return nil }
      let (last, overflows) = fields[0].addingReportingOverflow(fields[2] - 1)
      return fields[0]...(overflows ? .max : last)
    }
  }

  /// Whether all of them are both users' and groups'; also where the kernel does not tell.
  package static func isMapped(_ ids: ClosedRange<UInt32>, in folder: String = "/proc/self") -> Bool {
    ["uid_map", "gid_map"].allSatisfy { name in (try? IDMap(file: "\(folder)/\(name)"))?.contains(ids) ?? true }
  }

  private init(file: String) throws(Errno) {
    var lines = try FileLines(file)
    var text = ""
    while let line = try lines.next() { text += String(decoding: line, as: UTF8.self) + "\n" }
    self.init(text)
  }

  package func contains(_ ids: ClosedRange<UInt32>) -> Bool {
    var next = ids.lowerBound
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.contains(next) {
      if range.upperBound >= ids.upperBound { return true }
      next = range.upperBound + 1
    }
    return false
  }
}
