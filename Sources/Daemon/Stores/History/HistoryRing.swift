// The ring of what happened lately: a file mapped into memory, which the next daemon finds as this one leaves it.
import Glibc
import Linux
package import SystemPackage

/// Two halves, written in turn: when one is full the other is begun anew, so that the last half of the room is always
/// there. An entry costs neither a system call nor an allocation, and SIGKILL loses none that is whole, as the mapping is
/// the kernel's (mmap(2), MAP_SHARED). Nothing is synced: the machine's own end may lose it.
///
/// A half has a head, and records after it. A record counts if it has the generation of its half, which is stored last;
/// the rest of an earlier generation needs no erasing.
@MainActor package final class HistoryRing {
  /// Bytes that the file may have.
  package nonisolated static let size = 1 << 20
  private static let half = size / 2

  private let map: UnsafeMutableRawPointer
  private let file: CInt
  /// 0 or 1.
  private var current = 0
  private var generation: UInt32 = 1
  /// The place in its half at which the next record begins.
  private var end = Head.size
  /// Whether the second half has room on the disk. Writing to a hole of a full file system would be SIGBUS.
  private var isWhole: Bool

  /// Bytes before the records of a half: a mark at 0, the generation at 4, the position of the first record at 8, the
  /// name of the machine's run at 16.
  private enum Head {
    static let size = 64
    static let mark: UInt32 = 0x726f_6f31
    static let boot = 16..<size
  }

  /// Bytes before the texts of a record.
  private enum Record {
    static let size = 64
    static let longest = size + 4 * HistoryRing.longestText + 8
  }

  /// Bytes of a text; the rest of a longer one is left out.
  private nonisolated static let longestText = 512

  /// Continues the ring of an earlier daemon, or begins one where there is none of this run of the machine.
  ///
  /// - Parameter boot: the name of the machine's run: its clock is another in the next.
  package init(_ path: String, boot: String) throws(Errno) {
    file = try Sys.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    do {
      isWhole = try FileStatus(of: file).size >= Self.size
      try Sys.allocate(file, Self.half)
      map = try Sys.mapShared(file, Self.size)
    } catch {
      try? Sys.close(file)
      throw error
    }
    if !resume(boot) {
      erase()
      begin(0, generation: 1, at: 8, boot: Array(boot.utf8))
    }
  }

  isolated deinit {
    Sys.unmap(map, Self.size)
    try? Sys.close(file)
  }

  // MARK: Writing

  /// Returns the position of the entry.
  @discardableResult
  package func append(_ entry: HistoryEntry) -> UInt64 {
    if end + Record.longest > Self.half { turn() }
    let record = map + current * Self.half + end
    var lengths: (UInt16, UInt16, UInt16, UInt16) = (0, 0, 0, 0)
    var place = Record.size
    lengths.0 = put(entry.app, record, &place)
    lengths.1 = put(entry.name, record, &place)
    lengths.2 = put(entry.detail, record, &place)
    lengths.3 = put(entry.scene, record, &place)
    let length = (place + 7) & ~7
    let position = start(of: current) + UInt64(end - Head.size)
    record.storeBytes(of: UInt32(length), as: UInt32.self)
    record.storeBytes(of: entry.time, toByteOffset: 8, as: UInt64.self)
    record.storeBytes(of: entry.number, toByteOffset: 16, as: Int64.self)
    record.storeBytes(of: entry.value, toByteOffset: 24, as: Int64.self)
    record.storeBytes(of: entry.limit, toByteOffset: 32, as: Int64.self)
    record.storeBytes(of: entry.cause, toByteOffset: 40, as: UInt64.self)
    record.storeBytes(of: entry.kind.rawValue, toByteOffset: 48, as: UInt8.self)
    record.storeBytes(of: lengths.0, toByteOffset: 50, as: UInt16.self)
    record.storeBytes(of: lengths.1, toByteOffset: 52, as: UInt16.self)
    record.storeBytes(of: lengths.2, toByteOffset: 54, as: UInt16.self)
    record.storeBytes(of: lengths.3, toByteOffset: 56, as: UInt16.self)
    record.storeBytes(of: generation, toByteOffset: 4, as: UInt32.self)
    end += length
    return position
  }

  private nonisolated func put(_ text: String, _ record: UnsafeMutableRawPointer, _ place: inout Int) -> UInt16 {
    let count =
      text.utf8.withContiguousStorageIfAvailable { bytes in
        let count = min(bytes.count, Self.longestText)
        if let start = bytes.baseAddress, count > 0 { (record + place).copyMemory(from: start, byteCount: count) }
        return count
      } ?? 0
    place += count
    return UInt16(count)
  }

  /// Begins the other half anew; the same one where the disk has no room for a second.
  private func turn() {
    if !isWhole { isWhole = (try? Sys.allocate(file, Self.size)) != nil }
    let next = start(of: current) + UInt64(end - Head.size)
    let head = UnsafeRawBufferPointer(start: map + current * Self.half, count: Head.size)
    begin(isWhole ? 1 - current : current, generation: generation &+ 1, at: next, boot: Array(head[Head.boot]))
  }

  private func begin(_ half: Int, generation: UInt32, at position: UInt64, boot: [UInt8]) {
    let head = map + half * Self.half
    head.storeBytes(of: 0, as: UInt32.self)
    head.storeBytes(of: generation, toByteOffset: 4, as: UInt32.self)
    head.storeBytes(of: position, toByteOffset: 8, as: UInt64.self)
    let name = UnsafeMutableRawBufferPointer(start: head + Head.boot.lowerBound, count: Head.boot.count)
    name.copyBytes(from: padded(boot))
    head.storeBytes(of: Head.mark, as: UInt32.self)
    (current, self.generation, end) = (half, generation, Head.size)
  }

  private func padded(_ boot: [UInt8]) -> [UInt8] {
    let name = boot.prefix(Head.boot.count)
    return name + [UInt8](repeating: 0, count: Head.boot.count - name.count)
  }

  // MARK: Reading

  /// The bytes that are used, of ``size``.
  package var used: Int { halves.reduce(0) { $0 + records(of: $1).upperBound - Head.size } }

  /// The oldest entries after a position, `count` at most, and no more once they have so many bytes here.
  package func entries(after position: UInt64, atMost count: Int, bytes: Int = .max) -> [HistoryEntry] {
    var found: [HistoryEntry] = []
    var size = 0
    for half in halves {
      var place = Head.size
      while found.count < count, size < bytes, let length = length(at: place, of: half) {
        let entry = start(of: half) + UInt64(place - Head.size)
        if entry > position, let entry = read(map + half * Self.half + place, length, at: entry) {
          found.append(entry)
          size += length
        }
        place += length
      }
    }
    return found
  }

  /// The older one first.
  private var halves: [Int] {
    let other = 1 - current
    guard isWhole, isHalf(other), end(of: other) <= start(of: current) else { return [current] }
    return [other, current]
  }

  private func end(of half: Int) -> UInt64 { start(of: half) + UInt64(records(of: half).upperBound - Head.size) }

  private func read(_ record: UnsafeMutableRawPointer, _ length: Int, at position: UInt64) -> HistoryEntry? {
    guard let kind = HistoryEntry.Kind(rawValue: record.load(fromByteOffset: 48, as: UInt8.self)) else { return nil }
    var place = Record.size
    func text(_ offset: Int) -> String {
      let count = min(Int(record.load(fromByteOffset: offset, as: UInt16.self)), length - place)
      defer { place += count }
      return String(decoding: UnsafeRawBufferPointer(start: record + place, count: count), as: UTF8.self)
    }
    var entry = HistoryEntry(
      kind, at: record.load(fromByteOffset: 8, as: UInt64.self),
      number: record.load(fromByteOffset: 16, as: Int64.self), value: record.load(fromByteOffset: 24, as: Int64.self),
      limit: record.load(fromByteOffset: 32, as: Int64.self), cause: record.load(fromByteOffset: 40, as: UInt64.self))
    entry.position = position
    entry.app = text(50)
    entry.name = text(52)
    entry.detail = text(54)
    entry.scene = text(56)
    return entry
  }

  /// The bytes of a whole record; nil where the records of the half end.
  private func length(at place: Int, of half: Int) -> Int? {
    guard place + Record.size <= Self.half else { return nil }
    let record = map + half * Self.half + place
    let length = Int(record.load(as: UInt32.self))
    guard record.load(fromByteOffset: 4, as: UInt32.self) == generation(of: half), length >= Record.size,
      length % 8 == 0, place + length <= Self.half
    else { return nil }
    return length
  }

  private func records(of half: Int) -> Range<Int> {
    var end = Head.size
    while let length = length(at: end, of: half) { end += length }
    return Head.size..<end
  }

  private func start(of half: Int) -> UInt64 { (map + half * Self.half).load(fromByteOffset: 8, as: UInt64.self) }

  private func generation(of half: Int) -> UInt32 { (map + half * Self.half).load(fromByteOffset: 4, as: UInt32.self) }

  private func isHalf(_ half: Int) -> Bool {
    (map + half * Self.half).load(as: UInt32.self) == Head.mark && (1..<1 << 62).contains(start(of: half))
  }

  /// Records of another run of the machine must not pass for some of this one. The pages of a new file stay untouched.
  private func erase() {
    let count = isWhole ? Self.size : Self.half
    guard isWhole || map.load(as: UInt64.self) != 0 else { return }
    map.initializeMemory(as: UInt8.self, repeating: 0, count: count)
  }

  /// Whether there is a ring of this run of the machine to write on in.
  private func resume(_ boot: String) -> Bool {
    let name = padded(Array(boot.utf8))
    let found = (isWhole ? [0, 1] : [0]).filter { half in
      isHalf(half)
        && UnsafeRawBufferPointer(start: map + half * Self.half, count: Head.size)[Head.boot].elementsEqual(name)
    }
    guard let newest = found.max(by: { generation(of: $0) < generation(of: $1) }) else { return false }
    current = newest
    generation = generation(of: newest)
    end = records(of: newest).upperBound
    return true
  }
}
