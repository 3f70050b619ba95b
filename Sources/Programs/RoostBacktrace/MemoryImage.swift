// An ELF file put together from the memory it was mapped into, where no file of that name is left: elf(5).
import CElfutils
import Glibc

/// The loaded segments at their places in the file. The section headers are seldom among them; libdw unwinds and names
/// functions without.
enum MemoryImage {
  /// In bytes.
  private static let limit = 64 << 20
  private static let segmentLimit: UInt16 = 64

  /// - Parameter base: where its beginning is mapped.
  /// - Returns: nil when there is no ELF file of 64 bits.
  static func read(_ subject: Subject, at base: UInt64) -> OpaquePointer? {
    guard var header: Elf64_Ehdr = value(subject, at: base), header.e_ident.0 == 0x7f, header.e_ident.1 == 0x45,
      Int32(header.e_ident.4) == ELFCLASS64, header.e_phentsize == MemoryLayout<Elf64_Phdr>.size,
      header.e_phnum <= segmentLimit, header.e_phoff < limit
    else { return nil }
    let segments = (0..<UInt64(header.e_phnum)).compactMap { number -> Elf64_Phdr? in
      value(subject, at: base &+ header.e_phoff &+ number * UInt64(header.e_phentsize))
    }.filter { $0.p_type == UInt32(PT_LOAD) }
    guard let first = segments.first, !segments.contains(where: { $0.p_offset > limit || $0.p_filesz > limit }),
      let size = segments.map({ Int($0.p_offset + $0.p_filesz) }).max(), size > MemoryLayout<Elf64_Ehdr>.size,
      size <= limit, let image = calloc(1, size)
    else { return nil }
    for segment in segments {
      let bytes = subject.bytes(at: base &+ (segment.p_vaddr &- first.p_vaddr), Int(segment.p_filesz))
      bytes.withUnsafeBytes { put($0, image + Int(segment.p_offset)) }
    }
    let end = header.e_shoff.addingReportingOverflow(UInt64(header.e_shnum) * UInt64(header.e_shentsize))
    if end.overflow || end.partialValue > size {
      (header.e_shoff, header.e_shnum, header.e_shstrndx) = (0, 0, 0)
      withUnsafeBytes(of: header) { put($0, image) }
    }
    // libdw reads it until the process ends.
    return elf_memory(image.assumingMemoryBound(to: CChar.self), size)
  }

  private static func put(_ bytes: UnsafeRawBufferPointer, _ place: UnsafeMutableRawPointer) {
    if let first = bytes.baseAddress { place.copyMemory(from: first, byteCount: bytes.count) }
  }

  private static func value<Value: BitwiseCopyable>(_ subject: Subject, at address: UInt64) -> Value? {
    let bytes = subject.bytes(at: address, MemoryLayout<Value>.size)
    guard bytes.count == MemoryLayout<Value>.size else { return nil }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: Value.self) }
  }
}
