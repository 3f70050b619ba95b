// Finds the programs that the kernel runs for an executable: interpreters of scripts, and the dynamic linker (execve(2)).
import Glibc
import Linux
import SystemPackage

nonisolated enum Interpreters {
  /// As deep as the kernel goes.
  private static let deepest = 5

  /// The executable at `path`, and each program that is run for it. The list ends where a file cannot be read: the launch
  /// says why.
  static func chain(of path: String) -> [String] {
    var chain = [path]
    var looked = 0
    for _ in 0..<deepest {
      let next = chain[looked...].flatMap { interpreters(of: $0) }
      looked = chain.count
      for file in next where !chain.contains(file) { chain.append(file) }
    }
    return chain
  }

  /// The author of a file may name anything in it, and an app may read the programs that it is run by.
  private static func interpreters(of path: String) -> [String] { named(by: path).filter(ProgramPath.isProgram) }

  private static func named(by path: String) -> [String] {
    guard let head = try? Executable.head(of: path).bytes else { return [] }
    guard head.starts(with: "#!".utf8) else { return [linker(of: path)].compactMap { $0 } }
    let words = Executable.words(ofScript: head)
    guard let interpreter = words.first else { return [] }
    return [interpreter] + [wordOfEnv(words).flatMap(ProgramPath.find)].compactMap { $0 }
  }

  /// env(1) looks for the first word that is neither an option nor a variable.
  private static func wordOfEnv(_ words: [String]) -> String? {
    guard words.first?.split(separator: "/").last == "env" else { return nil }
    return words.dropFirst().first { !$0.hasPrefix("-") && !$0.contains("=") }
  }

  // MARK: Elsewhere

  /// Whether a look at the programs that run an executable with these first bytes may ask any file system
  /// (``ProgramPath/isElsewhere(_:)``). The author of the executable has named them; what these name in turn, root or the administrator
  /// has.
  ///
  /// - Parameter isListed: whether the dynamic linker and the program that env(1) runs are looked at as well as the interpreter.
  static func areElsewhere(_ head: [UInt8], isListed: Bool) -> Bool {
    if head.starts(with: "#!".utf8) {
      let words = Executable.words(ofScript: head)
      let named = [words.first] + (isListed ? [wordOfEnv(words)] : [])
      return named.contains { $0.map(ProgramPath.isElsewhere) ?? false }
    }
    guard isListed, head.starts(with: [0x7f, UInt8(ascii: "E"), UInt8(ascii: "L"), UInt8(ascii: "F")]) else {
      return false
    }
    return switch linker(in: head) {
    case .unneeded: false
    case .file(let path): ProgramPath.isElsewhere(path)
    case .unknown: true
    }
  }

  // MARK: Trust

  /// Others than root may write to what is in /usr/local.
  static func isOfSystem(_ program: String) -> Bool {
    SystemFolders.hold(program) && !program.utf8.starts(with: "/usr/local/".utf8)
  }

  /// Whether the kernel loads such a file, or none, with the ELF program that begins with these bytes.
  static func isLinkerOfSystem(_ head: [UInt8]) -> Bool {
    switch linker(in: head) {
    case .unneeded: true
    case .file(let path): isOfSystem(path)
    case .unknown: false
    }
  }

  // MARK: ELF (elf(5))

  /// More program headers than any linker writes.
  private static let mostHeaders = 64
  private static let dynamicLinker: UInt32 = 3  // PT_INTERP

  private enum Linker {
    /// The program is all that the kernel loads.
    case unneeded
    case file(String)
    /// It is no 64-bit program of this machine's byte order, or has not as many bytes.
    case unknown
  }

  private static func linker(in head: [UInt8]) -> Linker {
    linker { count, start in start <= head.count - count ? Array(head[start..<start + count]) : nil }
  }

  private static func linker(of path: String) -> String? {
    guard let descriptor = try? SmallFile.open(path).descriptor else { return nil }
    defer { try? Sys.close(descriptor) }
    guard case .file(let name) = linker({ bytes($0, of: descriptor, from: $1) }) else { return nil }
    return name
  }

  /// - Parameter bytes: gets so many bytes of the program, from a place in it.
  private static func linker(_ bytes: (_ count: Int, _ start: Int) -> [UInt8]?) -> Linker {
    guard let header = bytes(64, 0), header.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2]) else { return .unknown }
    let start: UInt64 = number(in: header, at: 32)
    let (size, count): (UInt16, UInt16) = (number(in: header, at: 54), number(in: header, at: 56))
    guard size >= 56, count <= mostHeaders, start < UInt64(Int32.max),
      let table = bytes(Int(size) * Int(count), Int(start))
    else { return .unknown }
    for place in stride(from: 0, to: table.count, by: Int(size)) where number(in: table, at: place) == dynamicLinker {
      let (offset, length): (UInt64, UInt64) = (number(in: table, at: place + 8), number(in: table, at: place + 32))
      guard length > 1, length <= UInt64(PATH_MAX), offset < UInt64(Int.max) - length,
        let name = bytes(Int(length), Int(offset))
      else { return .unknown }
      return .file(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
    }
    return .unneeded
  }

  /// Nil where the file ends before.
  private static func bytes(_ count: Int, of descriptor: CInt, from start: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    guard let got = try? Sys.read(descriptor, into: &bytes, at: Int64(start)), got == count else { return nil }
    return bytes
  }

  private static func number<Number: FixedWidthInteger>(in bytes: [UInt8], at place: Int) -> Number {
    bytes[place..<place + MemoryLayout<Number>.size].withUnsafeBytes { $0.loadUnaligned(as: Number.self) }
  }
}

extension AppBundle {
  /// The files that it may run besides those in its bundle; nil where it may run all that it can read.
  package nonisolated var programs: [String]? {
    switch entitlements.programs {
    case .any: nil
    case .bundle: Interpreters.chain(of: executable)
    }
  }
}
