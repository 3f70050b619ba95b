// One mapping of a process, as the kernel lists it.

/// A line of /proc/PID/maps, such as `7f2b1000-7f2b3000 rw-p 00000000 00:00 0   [heap]` (proc(5)).
package nonisolated struct Mapping: Equatable {
  package let range: Range<UInt>
  /// Anonymous memory, or what may have been written to: what a footprint is made of. Programs and libraries the kernel
  /// drops without swap.
  package let isOwn: Bool
  /// The code of a program or a library, which nobody has written to.
  let isProgram: Bool

  package init?(_ line: some Collection<UInt8>) {
    let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
    guard fields.count > 4 else { return nil }
    let ends = fields[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard ends.count == 2, let start = UInt(String(decoding: ends[0], as: UTF8.self), radix: 16),
      let end = UInt(String(decoding: ends[1], as: UTF8.self), radix: 16), start < end, start > 0
    else { return nil }
    range = start..<end
    let isAnonymous = fields[4].prefix { $0 != UInt8(ascii: "\n") }.elementsEqual("0".utf8)
    let isKernels = fields.count > 5 && fields[5].drop { $0 == UInt8(ascii: " ") }.starts(with: "[v".utf8)
    isProgram = !isAnonymous && fields[1].elementsEqual("r-xp".utf8)
    isOwn = !isKernels && (isAnonymous || fields[1].contains(UInt8(ascii: "w")))
  }

  /// In pieces of `size` bytes and what is left.
  package func parts(of size: Int) -> some Sequence<Range<UInt>> {
    stride(from: range.lowerBound, to: range.upperBound, by: size).lazy.map { [range] start in
      start..<Swift.min(range.upperBound, start + UInt(size))
    }
  }
}
