// A guard against binary property lists whose counts are beyond the file, since PropertyListDecoder multiplies them before it
// compares and ends the process, and against lists that are far larger when they are read.

/// The format is CFBinaryPList.c's: `bplist00`, objects, a table of their offsets, and a trailer of 32 bytes.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let sizeOfOffset: Int
  private let sizeOfReference: Int
  private let objects: Int
  private let top: Int
  /// Where the table begins, and the objects end.
  private let table: Int

  static func check(_ bytes: [UInt8]) throws(PropertyListProblem) {
    guard let list = BinaryPropertyList(bytes) else { throw .counts }
    guard list.objects <= PropertyListBounds.mostValues else { throw .values }
    // Objects may lie over each other: thousands of arrays in the same bytes, each of thousands of references.
    var references = 0
    for object in 0..<list.objects {
      guard let place = list.place(of: object) else { throw .counts }
      references += try list.check(objectAt: place)
      guard references <= PropertyListBounds.mostValues else { throw .values }
    }
    var known = [Extent?](repeating: nil, count: list.objects)
    _ = try list.extent(of: list.top, &known, deep: 0)
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

  /// Whether an object lies before the table, with all that it counts, and refers to objects that there are. Returns the number of those.
  private func check(objectAt place: Int) throws(PropertyListProblem) -> Int {
    guard (8..<table).contains(place) else { throw .counts }
    let (kind, low) = (bytes[place] >> 4, Int(bytes[place] & 0xF))
    switch kind {
    case 0x4, 0x5, 0x6, 0xA, 0xC, 0xD: break
    case _:
      guard let size = sizeOfSingle(kind, low), place + size <= table else { throw .counts }
      return 0
    }
    guard let (count, begin) = counted(at: place) else { throw .counts }
    switch kind {
    case 0x4, 0x5: guard begin + count <= table else { throw .counts }
    case 0x6: guard begin + 2 * count <= table else { throw .counts }
    case _:
      guard begin + count * sizeOfReference <= table else { throw .counts }
      guard count <= PropertyListBounds.mostValues else { throw .values }
      guard (0..<count).allSatisfy({ reference($0, at: begin).map { $0 < objects } ?? false }) else { throw .counts }
      return count
    }
    return 0
  }

  /// Of an object that counts nothing: null, a truth, a number, a date, a number of an archive.
  private func sizeOfSingle(_ kind: UInt8, _ low: Int) -> Int? {
    switch kind {
    case 0x0: 1
    case 0x1: low <= 4 ? 1 + (1 << low) : nil
    case 0x2: (2...3).contains(low) ? 1 + (1 << low) : nil
    case 0x3: low == 3 ? 9 : nil
    case 0x8: low + 2
    case _: nil
    }
  }

  /// The extent of a value with all in it, as if each were written as often as it is referred to: some thousand references to an array of
  /// a thousand take three bytes each, and are millions of values for who reads them.
  private struct Extent: Equatable {
    var values = 1
    var levels = 1
    var containers = 0
    var bytes = 0
    var bytesBeyondASCII = 0

    /// That of a value which is being measured: one that meets it contains itself.
    static let endless = Extent(values: .max)

    mutating func add(_ other: Extent) throws(PropertyListProblem) {
      values += other.values
      // Of a value that is measured already as well, wherever that was met.
      levels = max(levels, other.levels + 1)
      containers += other.containers
      bytes += other.bytes
      bytesBeyondASCII += other.bytesBeyondASCII
      try check()
    }

    func check() throws(PropertyListProblem) {
      guard values <= PropertyListBounds.mostValues else { throw .values }
      guard levels <= PropertyListBounds.deepest else { throw .depth }
      guard containers <= PropertyListBounds.mostContainers else { throw .containers }
      guard bytes <= PropertyListBounds.mostBytes else { throw .bytes }
      guard bytesBeyondASCII <= PropertyListBounds.mostBytesBeyondASCII else { throw .bytesBeyondASCII }
    }
  }

  private func extent(
    of object: Int, _ known: inout [Extent?], deep: Int
  ) throws(PropertyListProblem) -> Extent {
    if let extent = known[object] {
      guard extent != .endless else { throw .depth }
      return extent
    }
    // Before it calls itself ever deeper.
    guard deep < PropertyListBounds.deepest else { throw .depth }
    known[object] = .endless
    var extent = Extent()
    guard let place = place(of: object) else { throw .counts }
    switch bytes[place] >> 4 {
    case 0x4, 0x5:
      extent.bytes = counted(at: place)?.count ?? 0
      try extent.check()
    case 0x6:
      guard let (count, begin) = counted(at: place) else { throw .counts }
      (extent.bytes, extent.bytesBeyondASCII) = (2 * count, 2 * count)
      // Before it is looked into.
      try extent.check()
      guard PropertyListMarks.areFew(in: bytes[begin..<begin + 2 * count], isBigEndian: true) else { throw .marks }
    case 0xA, 0xC, 0xD:
      extent.containers = 1
      guard let (count, begin) = counted(at: place) else { throw .counts }
      for index in 0..<count {
        guard let inside = reference(index, at: begin) else { throw .counts }
        try extent.add(self.extent(of: inside, &known, deep: deep + 1))
      }
    case _: break
    }
    known[object] = extent
    return extent
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

  /// The object that is referred to at the place `index` of those that begin at `begin`.
  private func reference(_ index: Int, at begin: Int) -> Int? {
    number(at: begin + index * sizeOfReference, sizeOfReference)
  }

  private func number(at place: Int, _ size: Int) -> Int? { Self.number(bytes, at: place, size) }

  /// Of one to eight bytes, the first being the highest; nil for one that is beyond the file or a positive `Int`.
  private static func number(_ bytes: [UInt8], at place: Int, _ size: Int) -> Int? {
    guard place + size <= bytes.count else { return nil }
    return Int(exactly: bytes[place..<(place + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
