// Classes that are private to their file, by name. NSClassFromString does not find them, since their mangled name has a
// part that only the compiler knows (the file's discriminator); Info.plist can name them all the same.

import Glibc

/// Looks through the executable's own list of types, its section `swift5_type_metadata` (swift/ABI/Metadata.h: a
/// relative pointer to each type's context descriptor, whose layout is the same since Swift 5).
enum PrivateClasses {
  static func named(_ name: String, in module: String) -> AnyClass? {
    guard let section = Section.ofExecutable("swift5_type_metadata") else { return nil }
    for offset in stride(from: 0, to: section.count - 3, by: 4) {
      let place = section.start + offset
      let relative = place.load(as: Int32.self)
      // The low bits say what is pointed to; zero is a descriptor in this image.
      guard relative & 3 == 0 else { continue }
      let type = Descriptor(place + Int(relative))
      if type.isClass, type.name == name, type.module == module { return type.metadata }
    }
    return nil
  }
}

/// A context descriptor: flags, parent, name and, for a type, its metadata accessor.
private struct Descriptor {
  private let start: UnsafeRawPointer
  init(_ start: UnsafeRawPointer) { self.start = start }

  private var flags: UInt32 { start.load(as: UInt32.self) }
  private var kind: UInt32 { flags & 0x1f }
  private var isGeneric: Bool { flags & 0x80 != 0 }

  var isClass: Bool { kind == 16 && !isGeneric }

  private func target(at offset: Int) -> UnsafeRawPointer? {
    let relative = (start + offset).load(as: Int32.self)
    return relative == 0 ? nil : start + offset + Int(relative)
  }

  /// Of a module or a type.
  var name: String {
    target(at: 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
  }

  private var parent: Descriptor? {
    let relative = (start + 4).load(as: Int32.self)
    if relative == 0 { return nil }
    let place = start + 4 + Int(relative & ~1)
    // An odd one points to a pointer.
    return relative & 1 == 0 ? Descriptor(place) : Descriptor(place.load(as: UnsafeRawPointer.self))
  }

  /// A private class's parents are a context without a name, and then the module.
  var module: String? {
    var context = parent
    while let current = context, current.kind != 0 { context = current.parent }
    return context?.name
  }

  /// The metadata of a class that is not generic is the first value that its accessor returns, in C's way of returning
  /// and in Swift's.
  var metadata: AnyClass? {
    typealias Accessor = @convention(c) (UInt) -> UnsafeRawPointer
    guard let accessor = target(at: 12) else { return nil }
    return unsafeBitCast(unsafeBitCast(accessor, to: Accessor.self)(0), to: AnyObject.Type.self)
  }
}

/// A section of this program as it is in memory.
private struct Section {
  let start: UnsafeRawPointer
  let count: Int

  /// Found by the section headers of /proc/self/exe (elf(5)), which strip(1) leaves there; nil where there are none.
  static func ofExecutable(_ name: String) -> Section? {
    guard let file = try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe"), options: .alwaysMapped) else {
      return nil
    }
    return file.withUnsafeBytes { bytes in
      guard bytes.count >= MemoryLayout<Elf64_Ehdr>.size else { return nil }
      let header = bytes.loadUnaligned(as: Elf64_Ehdr.self)
      func section(_ index: Int) -> Elf64_Shdr? {
        let offset = Int(header.e_shoff) + index * Int(header.e_shentsize)
        guard offset >= 0, offset + MemoryLayout<Elf64_Shdr>.size <= bytes.count else { return nil }
        return bytes.loadUnaligned(fromByteOffset: offset, as: Elf64_Shdr.self)
      }
      guard let names = section(Int(header.e_shstrndx)) else { return nil }
      for index in 0..<Int(header.e_shnum) {
        guard let found = section(index) else { return nil }
        let start = Int(names.sh_offset) + Int(found.sh_name)
        guard start + name.utf8.count < bytes.count,
          bytes[start..<(start + name.utf8.count)].elementsEqual(name.utf8), bytes[start + name.utf8.count] == 0,
          let address = UnsafeRawPointer(bitPattern: loadBias(header, bytes) + Int(found.sh_addr))
        else { continue }
        return Section(start: address, count: Int(found.sh_size))
      }
      return nil
    }
  }

  /// The distance between the place where the program was loaded and the place that its headers name: from the address
  /// of those headers, which the kernel tells (AT_PHDR in /proc/self/auxv, proc(5)), and the address that they give
  /// themselves.
  private static func loadBias(_ header: Elf64_Ehdr, _ bytes: UnsafeRawBufferPointer) -> Int {
    guard let inMemory = addressOfProgramHeaders else { return 0 }
    for index in 0..<Int(header.e_phnum) {
      let offset = Int(header.e_phoff) + index * Int(header.e_phentsize)
      guard offset + MemoryLayout<Elf64_Phdr>.size <= bytes.count else { break }
      let segment = bytes.loadUnaligned(fromByteOffset: offset, as: Elf64_Phdr.self)
      if segment.p_type == PT_PHDR { return inMemory - Int(segment.p_vaddr) }
    }
    return 0
  }

  private static var addressOfProgramHeaders: Int? {
    guard let auxv = FileManager.default.contents(atPath: "/proc/self/auxv") else { return nil }
    return auxv.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count - 15, by: 16)
      where bytes.loadUnaligned(fromByteOffset: offset, as: Int.self) == Int(AT_PHDR) {
        return bytes.loadUnaligned(fromByteOffset: offset + 8, as: Int.self)
      }
      return nil
    }
  }
}
