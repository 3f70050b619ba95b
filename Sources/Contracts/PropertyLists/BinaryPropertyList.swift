// A guard against binary property lists whose counts are beyond the file, since PropertyListDecoder multiplies them before it
// compares and ends the process, and against lists that are far larger when they are read.

/// The format is CFBinaryPList.c's: `bplist00`, objects, a table of their offsets, and a trailer of 32 bytes.
struct BinaryPropertyList {
  /// Of all values, as if each were written as often as it is referred to: a byte of a text is one, and a value sixteen. Some
  /// thousand references to an array of a thousand take three bytes each, and are millions of values for who reads them.
  private static let largest = 1 << 20
  /// Arrays and dictionaries in each other.
  private static let deepest = 100

  private let bytes: [UInt8]
  private let sizeOfOffset: Int
  private let sizeOfReference: Int
  private let objects: Int
  private let top: Int
  /// Where the table begins, and the objects end.
  private let table: Int

  /// Whether each object lies before the table, with all that it counts, and refers to objects that there are.
  static func isSound(_ bytes: [UInt8]) -> Bool {
    guard let list = BinaryPropertyList(bytes) else { return false }
    return (0..<list.objects).allSatisfy { list.place(of: $0).map(list.isSound(objectAt:)) ?? false }
  }

  /// Whether the values of a sound list are few and short enough.
  static func isSmall(_ bytes: [UInt8]) -> Bool {
    guard let list = BinaryPropertyList(bytes) else { return false }
    var sizes = [Int?](repeating: nil, count: list.objects)
    return list.size(of: list.top, &sizes, deep: 0).map { $0 <= largest } ?? false
  }

  private init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    let trailer = bytes.count - 32
    guard trailer > 8 else { return nil }
    sizeOfOffset = Int(bytes[trailer + 6])
    sizeOfReference = Int(bytes[trailer + 7])
    // Where these objects and the table lie is not known before; a file has far fewer bytes than that.
    guard let objects = Self.number(bytes, at: trailer + 8, 8), let top = Self.number(bytes, at: trailer + 16, 8),
      let table = Self.number(bytes, at: trailer + 24, 8),
      (1...8).contains(sizeOfOffset), (1...8).contains(sizeOfReference), objects <= bytes.count, top < objects,
      table > 8, table <= trailer - objects * sizeOfOffset
    else { return nil }
    self.objects = objects
    self.top = top
    self.table = table
  }

  private func place(of object: Int) -> Int? { number(at: table + object * sizeOfOffset, sizeOfOffset) }

  private func isSound(objectAt place: Int) -> Bool {
    guard (8..<table).contains(place) else { return false }
    let (kind, low) = (bytes[place] >> 4, Int(bytes[place] & 0xF))
    switch kind {
    case 0x0: return true
    case 0x1: return low <= 4 && place + 1 + (1 << low) <= table
    case 0x2: return (2...3).contains(low) && place + 1 + (1 << low) <= table
    case 0x3: return low == 3 && place + 9 <= table
    case 0x8: return place + low + 2 <= table
    case 0x4, 0x5, 0x6, 0xA, 0xC, 0xD: break
    case _: return false
    }
    guard let (count, begin) = counted(at: place) else { return false }
    switch kind {
    case 0x4, 0x5: return begin + count <= table
    case 0x6: return begin + 2 * count <= table
    case _: return areObjects(count, at: begin)
    }
  }

  /// Nil for a value that contains itself, or has more in it than permitted, or a text that takes long to compare.
  private func size(of object: Int, _ sizes: inout [Int?], deep: Int) -> Int? {
    if let known = sizes[object] { return known <= Self.largest ? known : nil }
    guard deep < Self.deepest, let place = place(of: object) else { return nil }
    // Until it is known, it is too large to be in itself.
    sizes[object] = .max
    var size = 16
    switch bytes[place] >> 4 {
    case 0x4, 0x5: size += counted(at: place)?.count ?? 0
    case 0x6:
      guard let (count, begin) = counted(at: place),
        PropertyListMarks.areFew(in: bytes[begin..<begin + 2 * count], isBigEndian: true)
      else { return nil }
      size += count
    case 0xA, 0xC, 0xD:
      guard let (count, begin) = counted(at: place) else { return nil }
      for index in 0..<count {
        guard let inside = number(at: begin + index * sizeOfReference, sizeOfReference),
          let more = self.size(of: inside, &sizes, deep: deep + 1), size + more <= Self.largest
        else { return nil }
        size += more
      }
    case _: break
    }
    sizes[object] = size
    return size
  }

  /// The bytes, characters or references of an object, those of a dictionary in pairs, and where they begin.
  private func counted(at place: Int) -> (count: Int, begin: Int)? {
    var begin = place + 1
    let low = Int(bytes[place] & 0xF)
    guard let count = low == 0xF ? longCount(at: &begin) : low, count <= bytes.count else { return nil }
    return (bytes[place] >> 4 == 0xD ? 2 * count : count, begin)
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
