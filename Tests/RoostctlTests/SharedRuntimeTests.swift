// roostctl bundle --shared-runtime: it finds the Swift runtime as the dynamic linker will, and lets the app read it.
import Foundation
import Testing

struct SharedRuntimeTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// The least that elf(5) and ld.so(8) ask of a program that needs libraries.
  private static func program(needing libraries: [String], in folders: String) -> Data {
    func bytes<Number: FixedWidthInteger>(_ number: Number) -> Data {
      withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }
    var texts = Data([0])
    func place(_ text: String) -> UInt64 {
      defer { texts += Data(text.utf8) + [0] }
      return UInt64(texts.count)
    }
    var entries: [(UInt64, UInt64)] = libraries.map { (1, place($0)) }  // DT_NEEDED
    entries.append((29, place(folders)))  // DT_RUNPATH
    let (dynamic, address) = (UInt64(64 + 2 * 56), UInt64(0x40_0000))
    let table = dynamic + UInt64(entries.count + 2) * 16
    entries += [(5, address + table), (0, 0)]  // DT_STRTAB, DT_NULL
    let size = table + UInt64(texts.count)

    var file = Data([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]) + Data(count: 9)
    file +=
      bytes(UInt16(3)) + bytes(UInt16(62)) + bytes(UInt32(1)) + bytes(UInt64(0)) + bytes(UInt64(64)) + bytes(UInt64(0))
    file += bytes(UInt32(0)) + bytes(UInt16(64)) + bytes(UInt16(56)) + bytes(UInt16(2)) + Data(count: 6)
    for (kind, offset, length) in [(UInt32(1), UInt64(0), size), (UInt32(2), dynamic, table - dynamic)] {
      file += bytes(kind) + bytes(UInt32(5)) + bytes(offset) + bytes(address + offset) + bytes(address + offset)
      file += bytes(length) + bytes(length) + bytes(UInt64(4096))
    }
    for (tag, value) in entries { file += bytes(tag) + bytes(value) }
    return file + texts
  }

  private func make(
    _ program: Data, info keys: String = "", runtime: String? = nil
  ) throws -> (run: Roostctl, info: [String: Any]?) {
    let path = scratch.path + "/notes"
    try program.write(to: URL(filePath: path))
    try #require(chmod(path, 0o755) == 0)
    let info = try scratch.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.notes</string>\(keys)</dict></plist>
      """, to: "Info.plist")
    let run = try Roostctl.run(
      ["bundle", path, "--info", info, "-o", scratch.path + "/Notes.app", "--json", "--shared-runtime"]
        + (runtime.map { ["--runtime", $0] } ?? []))
    let made = try? Data(contentsOf: URL(filePath: scratch.path + "/Notes.app/Info.plist"))
    return (run, made.flatMap { try? PropertyListSerialization.propertyList(from: $0, format: nil) as? [String: Any] })
  }

  /// A folder with a runtime that others may read: folders of tests are their owner's alone.
  private func open(_ folder: String) throws -> String {
    let path = "\(scratch.path)/\(folder)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for part in [scratch.path, path] { try #require(chmod(part, 0o755) == 0) }
    _ = try scratch.write("", to: "\(folder)/libswiftCore.so", mode: 0o644)
    return path
  }

  @Test(
    "The first folder with the runtime in which the program looks is one that the app may read, beside what it asks for"
  )
  func found() throws {
    let folder = try open("swift")
    let program = Self.program(
      needing: ["libswiftCore.so", "libc.so.6"], in: "$ORIGIN:\(scratch.path)/none:\(folder)/:/opt/swift")
    let asked = """
      <key>RoostFileAccess</key><dict><key>read</key><array><string>/srv/photos</string></array>
      <key>write</key><array><string>/srv/exports</string></array></dict>
      """
    let (run, info) = try make(program, info: asked)
    #expect(run.status == 0, "\(run.errors)")
    let resolved = URL(filePath: folder).resolvingSymlinksInPath().path
    #expect(run.output.contains(#""runtime":"\#(resolved)""#), "\(run.output)")
    let access = try #require(info?["RoostFileAccess"] as? [String: [String]])
    #expect(access == ["read": ["/srv/photos", resolved], "write": ["/srv/exports"]])
  }

  @Test("Every app may read what is installed, and is given nothing more for it, nor twice")
  func openAnyway() throws {
    let program = Self.program(needing: ["libswiftCore.so"], in: "/usr/lib/roost-tests/swift")
    let (run, info) = try make(program, runtime: "/usr/lib//roost-tests/swift/")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(#""runtime":"/usr/lib/roost-tests/swift""#), "\(run.output)")
    #expect(info?["RoostFileAccess"] == nil)
    let asked =
      "<key>RoostFileAccess</key><dict><key>read</key><array><string>/srv/roost-tests</string></array></dict>"
    let again = try make(
      Self.program(needing: ["libswiftCore.so"], in: "/srv/roost-tests"), info: asked, runtime: "/srv/roost-tests")
    #expect(again.info?["RoostFileAccess"] as? [String: [String]] == ["read": ["/srv/roost-tests"]])
  }

  @Test("A real program of Swift, these tests, finds the runtime that it was built with")
  func real() throws {
    let tests = try Data(contentsOf: URL(filePath: "/proc/self/exe"), options: .mappedIfSafe)
    let (run, _) = try make(tests)
    // The toolchain of a user is closed to others, and the command says so.
    #expect(
      run.output.contains(#""runtime":"/"#) || run.errors.contains("cannot reach the Swift runtime"), "\(run.errors)")
  }

  @Test("A runtime that apps cannot reach, or in which the program does not look, is refused with the next step")
  func refused() throws {
    let folder = try open("swift")
    let program = Self.program(needing: ["libswiftCore.so"], in: folder)
    try #require(chmod(scratch.path, 0o700) == 0)
    #expect(
      try make(program).run.errors.contains(
        "\(scratch.path) is not open to other users; copy it to /usr/lib/swift/linux"))
    try #require(chmod(scratch.path, 0o755) == 0)
    try #require(chmod(folder + "/libswiftCore.so", 0o600) == 0)
    #expect(try make(program).run.errors.contains("libswiftCore.so is not open to other users"))
    let elsewhere = try make(program, runtime: "/srv/swift").run
    #expect(elsewhere.errors.contains("does not look for its libraries in /srv/swift, but in \(folder)"))
    #expect(elsewhere.errors.contains("-Xlinker -rpath=/srv/swift"))
    try FileManager.default.removeItem(atPath: folder)
    #expect(try make(program).run.errors.contains("finds no libswiftCore.so on this machine, in \(folder)"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/Notes.app"))
    for keys in ["<string>/srv</string>", "<dict><key>read</key><string>/srv</string></dict>"] {
      let run = try make(
        Self.program(needing: ["libswiftCore.so"], in: "/srv/roost-tests"), info: "<key>RoostFileAccess</key>" + keys,
        runtime: "/srv/roost-tests"
      ).run
      #expect(run.errors.contains("RoostFileAccess in the Info.plist is not a dictionary with arrays"), "\(run.errors)")
    }
  }

  @Test("A program with a runtime of its own, a script, or the beginning of a program shares none")
  func none() throws {
    let whole = Self.program(needing: ["libswiftCore.so"], in: "/srv/roost-tests")
    var wrong = [Self.program(needing: ["libc.so.6"], in: "/usr/lib"), Data("#!/bin/sh\n".utf8), Data()]
    wrong += stride(from: 1, to: whole.count - 60, by: 7).map { whole.prefix($0) }
    for file in wrong {
      let run = try make(file, runtime: "/srv/roost-tests").run
      #expect(run.status == 1 && run.errors.contains("shares no Swift runtime"), "\(file.count): \(run.errors)")
    }
    #expect(try make(whole, runtime: "/srv/roost-tests").run.status == 0)
  }

  @Test(
    "Numbers of a program that point out of it end no command", arguments: [32, 54, 56, 72, 96, 128, 152, 184, 216])
  func outside(place: Int) throws {
    for size in [2, 8] {
      var file = Self.program(needing: ["libswiftCore.so"], in: "/srv/roost-tests")
      for byte in place..<place + size { file[byte] = 0xff }
      #expect([0, 1].contains(try make(file, runtime: "/srv/roost-tests").run.status))
    }
  }
}
