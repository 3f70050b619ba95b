// The shared libraries that a program needs, and the folders in which it has the dynamic linker look for them (elf(5), ld.so(8)).
import FoundationEssentials

/// The dynamic section of a 64-bit ELF file of this machine's byte order.
struct DynamicSection: Equatable {
  /// DT_NEEDED, in the order of the file.
  var needed: [String] = []
  /// DT_RUNPATH, or DT_RPATH where there is none.
  var folders: [String] = []

  /// Nil when the file is of another format, or is linked to nothing.
  init?(of file: Data) {
    let image = Image(bytes: file)
    guard image.bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2]), let segments = image.segments(),
      let dynamic = segments.first(where: { $0.kind == Image.dynamic })
    else { return nil }
    var entries: [(tag: UInt64, value: UInt64)] = []
    for place in stride(from: dynamic.offset, to: dynamic.offset &+ min(dynamic.size, Image.mostBytes), by: 16) {
      guard let tag: UInt64 = image.number(at: place), let value: UInt64 = image.number(at: place &+ 8) else { break }
      if tag == 0 { break }
      entries.append((tag, value))
    }
    guard let address = entries.first(where: { $0.tag == 5 })?.value,  // DT_STRTAB
      let table = segments.first(where: { $0.kind == Image.load && $0.has(address) })
    else { return nil }
    let texts = table.offset &+ (address &- table.address)
    func text(_ tag: UInt64) -> [String] {
      entries.filter { $0.tag == tag }.compactMap { image.text(at: texts &+ $0.value) }
    }
    needed = text(1)
    let path = text(29).first ?? text(15).first ?? ""
    folders = path.split(separator: ":").map(String.init)
  }

  /// A file whose numbers may point anywhere.
  private struct Image {
    static let load: UInt32 = 1
    static let dynamic: UInt32 = 2
    /// Of a dynamic section, and of a text; linkers write no more.
    static let mostBytes: UInt64 = 65_536

    struct Segment {
      var kind: UInt32
      var offset: UInt64
      var address: UInt64
      var size: UInt64

      func has(_ place: UInt64) -> Bool { place >= address && place - address < size }
    }

    let bytes: Data

    /// The program headers.
    func segments() -> [Segment]? {
      guard let start: UInt64 = number(at: 32), let size: UInt16 = number(at: 54), let count: UInt16 = number(at: 56),
        size >= 56
      else { return nil }
      return (0..<UInt64(count)).compactMap { index in
        let place = start &+ index * UInt64(size)
        guard let kind: UInt32 = number(at: place), let offset: UInt64 = number(at: place &+ 8),
          let address: UInt64 = number(at: place &+ 16), let size: UInt64 = number(at: place &+ 32)
        else { return nil }
        return Segment(kind: kind, offset: offset, address: address, size: size)
      }
    }

    func number<Number: FixedWidthInteger>(at place: UInt64) -> Number? {
      let size = MemoryLayout<Number>.size
      guard let start = Int(exactly: place), start <= bytes.count - size else { return nil }
      return bytes[start..<start + size].withUnsafeBytes { $0.loadUnaligned(as: Number.self) }
    }

    func text(at place: UInt64) -> String? {
      guard let start = Int(exactly: place), start < bytes.count else { return nil }
      return String(decoding: bytes[start...].prefix(Int(Self.mostBytes)).prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
