// A guard against binary property lists whose counts are beyond the file: PropertyListDecoder multiplies them before it
// compares, and ends the process.

/// The format is CFBinaryPList.c's: `bplist00`, objects, a table of their offsets, and a trailer of 32 bytes.
nonisolated struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let sizeOfOffset: Int
  private let sizeOfReference: Int
  private let objects: Int
  /// Where the table begins, and the objects end.
  private let table: Int

  /// Whether each object lies before the table, with all that it counts, and refers to objects that there are.
  static func isSound(_ bytes: [UInt8]) -> Bool {
    guard let list = BinaryPropertyList(bytes) else { return false }
    return (0..<list.objects).allSatisfy { number in
      let place = list.table + number * list.sizeOfOffset
      return list.number(at: place, list.sizeOfOffset).map { list.isSound(objectAt: $0) } ?? false
    }
  }

  private init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    let trailer = bytes.count - 32
    guard trailer > 8 else { return nil }
    sizeOfOffset = Int(bytes[trailer + 6])
    sizeOfReference = Int(bytes[trailer + 7])
    // Where these objects and the table lie is not known before; a file has far fewer bytes than that.
    guard let objects = Self.number(bytes, at: trailer + 8, 8), let table = Self.number(bytes, at: trailer + 24, 8),
      (1...8).contains(sizeOfOffset), (1...8).contains(sizeOfReference), objects <= bytes.count,
      table > 8, table <= trailer - objects * sizeOfOffset
    else { return nil }
    self.objects = objects
    self.table = table
  }

  private func isSound(objectAt place: Int) -> Bool {
    guard (8..<table).contains(place) else { return false }
    var begin = place + 1
    let (kind, low) = (bytes[place] >> 4, Int(bytes[place] & 0xF))
    switch kind {
    case 0x0: return true
    case 0x1: return low <= 4 && begin + (1 << low) <= table
    case 0x2: return (2...3).contains(low) && begin + (1 << low) <= table
    case 0x3: return low == 3 && begin + 8 <= table
    case 0x8: return begin + low + 1 <= table
    case 0x4, 0x5, 0x6, 0xA, 0xC, 0xD: break
    case _: return false
    }
    guard let count = low == 0xF ? longCount(at: &begin) : low, count <= bytes.count else { return false }
    switch kind {
    case 0x4, 0x5: return begin + count <= table
    case 0x6: return begin + 2 * count <= table
    case _: return areObjects(kind == 0xD ? 2 * count : count, at: begin)
    }
  }

  /// A count of more than 14 is an integer object of its own.
  private func longCount(at place: inout Int) -> Int? {
    guard place < table, bytes[place] >> 4 == 0x1, bytes[place] & 0xF <= 3 else { return nil }
    let size = 1 << Int(bytes[place] & 0xF)
    defer { place += 1 + size }
    return number(at: place + 1, size)
  }

  private func areObjects(_ count: Int, at place: Int) -> Bool {
    guard place + count * sizeOfReference <= table else { return false }
    return (0..<count).allSatisfy { index in
      number(at: place + index * sizeOfReference, sizeOfReference).map { $0 < objects } ?? false
    }
  }

  private func number(at place: Int, _ size: Int) -> Int? { Self.number(bytes, at: place, size) }

  /// Of one to eight bytes, the first being the highest; nil for one that is beyond the file or a positive `Int`.
  private static func number(_ bytes: [UInt8], at place: Int, _ size: Int) -> Int? {
    guard place + size <= bytes.count else { return nil }
    return Int(exactly: bytes[place..<(place + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
