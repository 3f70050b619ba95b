// Reading bundles: what Info.plist says, and what is said when a bundle is wrong.
import Foundation
import Glibc
import LifecycleModel
import TestFolders
import Testing

@testable import Bundles
@testable import PropertyLists

@Suite struct BundleTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private func problem(_ path: String) -> BundleError.Problem? {
    do throws(BundleError) {
      try AppBundle(path: path).checkExecutable()
      return nil
    } catch {
      return error.problem
    }
  }

  @Test("LS1 a bundle without a scene manifest is app-based")
  func appStyle() throws {
    let path = try folder.bundle("Notes", TestFolder.plist("com.example.notes"))
    let bundle = try AppBundle(path: path)
    #expect(bundle.app == AppDescription(id: AppID("com.example.notes"), style: .app))
    #expect(bundle.executable == path + "/run")
    try bundle.checkExecutable()
  }

  @Test("LS2 a bundle with a scene manifest is scene-based")
  func sceneStyle() throws {
    let manifest = ["UIApplicationSceneManifest": ["UIApplicationSupportsMultipleScenes": true]]
    #expect(try AppBundle(path: folder.bundle("S", TestFolder.plist("a.b", manifest))).app.style == .scene)
  }

  @Test(
    "BG7 exits on suspend when it says so or was built for a system older than 4.0",
    arguments: [
      (["UIApplicationExitsOnSuspend": true] as [String: any Sendable], true),
      (["UIApplicationExitsOnSuspend": false], false),
      (["MinimumOSVersion": "3.1.3"], true),
      (["MinimumOSVersion": "4.0"], false),
      (["MinimumOSVersion": "13.0"], false),
      (["MinimumOSVersion": "3.0", "DTPlatformVersion": "5.1"], false),
      ([:], false),
    ])
  func exitsOnSuspend(keys: [String: any Sendable], exits: Bool) throws {
    #expect(try AppBundle(path: folder.bundle("O", TestFolder.plist("a.b", keys))).app.exitsOnSuspend == exits)
  }

  @Test("a binary Info.plist is read like an XML one")
  func binary() throws {
    let path = try folder.bundle("B", TestFolder.plist("a.b"))
    let data = try PropertyListSerialization.data(
      fromPropertyList: TestFolder.plist("c.d"), format: .binary, options: 0)
    try data.write(to: URL(filePath: path + "/Info.plist"))
    #expect(try AppBundle(path: path).app.id == AppID("c.d"))
  }

  @Test("a bundle without Info.plist says so")
  func noPlist() throws {
    try folder.write("E.app/run", "")
    #expect(problem(folder.path + "/E.app") == .noInfoPlist)
  }

  @Test("the command that makes a bundle again has its path as one word of a shell")
  func quotedPath() {
    let error = BundleError(bundle: "/apps/a;b.app", .noInfoPlist)
    #expect(error.description.hasSuffix("-o '/apps/a;b.app'`"), "\(error.description)")
  }

  @Test(
    "a broken Info.plist says what is wrong, and where",
    arguments: [
      "", "{", "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n<dict>\n<key>a</key>\n</plist>", "bplist00garbage",
      "<plist><string>a</string></plist>",
    ])
  func malformed(text: String) throws {
    try folder.write("M.app/Info.plist", text)
    guard case .malformed(let why)? = problem(folder.path + "/M.app") else {
      Issue.record("\(String(describing: problem(folder.path + "/M.app")))")
      return
    }
    #expect(!why.isEmpty && !why.contains("DecodingError"))
  }

  @Test(
    "no nesting ends the reader",
    arguments: [
      "<plist><array>", "<plist><dict><key>a</key>", "<plist>", "(", "{a=", "a = (", "bplist00 = (", "<",
    ])
  func nested(opening: String) throws {
    try folder.write("N.app/Info.plist", String(repeating: opening, count: (200 << 10) / opening.utf8.count))
    #expect(problem(folder.path + "/N.app") != nil)
    try folder.write("N.app/Info.plist", opening + String(repeating: "(", count: 200 << 10))
    #expect(problem(folder.path + "/N.app") != nil)
  }

  /// A binary list of these objects, the first being its top.
  private func list(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [objects.count, 0, table] { bytes += (0..<8).map { UInt8(number >> (56 - 8 * $0) & 255) } }
    return bytes
  }

  @Test(
    "a binary list whose counts lie beyond its end is malformed, and ends nobody",
    arguments: [
      [0xdf, 0x13, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
      [0xdf, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 1], [0xdf, 0x18] + Array(repeating: 0xff, count: 40),
      [0xaf, 0x13, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], [0xd1, 0, 7], [0x5f, 0x10, 0xff], [0x6e, 0],
      [0x4f, 0x1f], [0x14], [0x28], [0xe0], [0xd1],
    ] as [[UInt8]])
  func counts(object: [UInt8]) throws {
    try folder.write("C.app/run", "")
    try Data(list([object])).write(to: URL(filePath: folder.path + "/C.app/Info.plist"))
    #expect(throws: PropertyListProblem.counts) { try BinaryPropertyList.check(list([object])) }
    guard case .malformed? = problem(folder.path + "/C.app") else {
      Issue.record("\(String(describing: problem(folder.path + "/C.app")))")
      return
    }
  }

  @Test("a binary list of few bytes whose values would be many, or contain each other, is malformed")
  func sharedValues() throws {
    // Twelve arrays in each other, of fourteen references each to the next: 14 to the twelfth values.
    let many = (1...12).map { next in [0xae] + [UInt8](repeating: UInt8(next), count: 14) }
    let inItself: [[UInt8]] = [[0xa1, 1], [0xd1, 2, 0], [0x51, 97]]
    let ofItself: [[UInt8]] = [[0xa1, 0]]
    try folder.write("C.app/run", "")
    let problems: [([[UInt8]], PropertyListProblem)] = [
      (many + [[0x51, 97]], .values), (inItself, .depth), (ofItself, .depth),
    ]
    for (objects, problem) in problems {
      let bytes = list(objects)
      #expect(throws: problem) { try BinaryPropertyList.check(bytes) }
      try Data(bytes).write(to: URL(filePath: folder.path + "/C.app/Info.plist"))
      #expect(self.problem(folder.path + "/C.app") == .malformed(problem.sentence))
    }
    // What is referred to twice is no matter.
    let twice: [[UInt8]] = [[0xa3, 1, 1, 2], [0xa2, 2, 2], [0x51, 97]]
    #expect(throws: Never.self) { try BinaryPropertyList.check(list(twice)) }
  }

  @Test("a list with more than thirty combining marks in a row is malformed in every format, and one with fewer is not")
  func combiningMarks() throws {
    let marks = { (count: Int) in String(repeating: "\u{301}", count: count) }
    let xml = { (text: String) in
      "<plist version=\"1.0\"><dict><key>CFBundleName</key><string>\(text)</string></dict></plist>"
    }
    let texts = [xml("a" + marks(31)), xml(String(repeating: "&#x301;", count: 201))]
    for text in texts {
      let wide = Data([0xFE, 0xFF]) + (text.data(using: .utf16BigEndian) ?? Data())
      let longer = text.data(using: .utf32LittleEndian) ?? Data()
      #expect(PropertyListBounds.problem(in: Array(text.utf8))?.contains("combining marks") == true)
      if text.contains("\u{301}") {
        #expect([wide, longer].allSatisfy { PropertyListBounds.problem(in: Array($0)) != nil })
      }
    }
    #expect(PropertyListBounds.problem(in: Array(xml("a" + marks(30)).utf8)) == nil)
    #expect(PropertyListBounds.problem(in: Array(xml("&#13;").utf8)) == nil)
    for (count, isFine) in [(30, true), (31, false)] {
      let text = "a" + marks(count)
      let list = try PropertyListSerialization.data(
        fromPropertyList: ["CFBundleName": text], format: .binary, options: 0)
      #expect((PropertyListBounds.problem(in: Array(list)) == nil) == isFine)
    }
  }

  @Test("every kind of object is sound")
  func kinds() {
    let objects: [[UInt8]] = [
      [0xd2, 1, 2, 3, 4], [0x51, 97], [0x61, 0, 97], [0xaf, 0x10, 1, 1], [0xc1, 5], [0x10, 1],
      [0x14] + Array(repeating: 0, count: 16), [0x22, 0, 0, 0, 0], [0x23] + Array(repeating: 0, count: 8),
      [0x33] + Array(repeating: 0, count: 8), [0x08], [0x09], [0x80, 1], [0x41, 0], [0x5f, 0x11, 0, 1, 97],
    ]
    #expect(throws: Never.self) { try BinaryPropertyList.check(list(objects)) }
    // The table begins in the head.
    let table = Array("bplist00".utf8) + [UInt8](repeating: 0, count: 14) + [1, 1] + [0, 0, 0, 0, 0, 0, 0, 1]
    for bytes in [
      [], Array("bplist00".utf8), Array(repeating: 0xff, count: 64), table + [UInt8](repeating: 0, count: 15) + [2],
    ] as [[UInt8]] {
      #expect(throws: PropertyListProblem.self) { try BinaryPropertyList.check(bytes) }
    }
  }

  @Test("no binary nesting ends the reader")
  func nestedBinary() throws {
    // Arrays of one element: object n holds object n + 1, and the last one the first.
    let count = 30_000
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in 0..<count {
      let next = (object + 1) % count
      offsets += [UInt8(bytes.count >> 16), UInt8(bytes.count >> 8 & 255), UInt8(bytes.count & 255)]
      bytes += [0xa1, UInt8(next >> 8), UInt8(next & 255)]
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 3, 2]
    for number in [count, 0, table] { bytes += (0..<8).map { UInt8(number >> (56 - 8 * $0) & 255) } }
    try folder.write("D.app/run", "")
    try Data(bytes).write(to: URL(filePath: folder.path + "/D.app/Info.plist"))
    #expect(problem(folder.path + "/D.app") != nil)
  }

  @Test("an oversized Info.plist is not read")
  func oversized() throws {
    try folder.write("N.app/Info.plist", String(repeating: " ", count: 300 << 10))
    guard case .unreadable? = problem(folder.path + "/N.app") else {
      Issue.record("an oversized Info.plist was read")
      return
    }
  }

  @Test("an Info.plist that is no regular file neither blocks nor passes")
  func fifo() throws {
    try folder.write("F.app/run", "")
    #expect(mkfifo(folder.path + "/F.app/Info.plist", 0o600) == 0)
    guard case .unreadable? = problem(folder.path + "/F.app") else {
      Issue.record("a FIFO was read")
      return
    }
  }

  @Test(
    "a key of the wrong type is named with the type it must have",
    arguments: [
      ("CFBundleIdentifier", 7 as any Sendable, "a string"),
      ("UIApplicationExitsOnSuspend", "maybe", "true or false"),
      ("UIApplicationSceneManifest", "yes", "a dictionary"),
    ])
  func wrongType(key: String, value: any Sendable, expected: String) throws {
    let path = try folder.bundle("W", TestFolder.plist("a.b", [key: value]))
    #expect(problem(path) == .wrongType(key: key, expected: expected))
  }

  @Test(
    "an identifier that cannot name a folder is refused",
    arguments: [
      "", ".hidden", "../up", "a/b", "a b", "-x", "a\nb", "é", String(repeating: "a", count: 156),
    ])
  func identifier(_ identifier: String) throws {
    let path = try folder.bundle("I", TestFolder.plist(identifier))
    #expect(problem(path) == .invalidIdentifier(identifier))
    let message = BundleError(bundle: path, .invalidIdentifier(identifier)).description
    #expect(!message.contains("\n") && message.utf8.count < 600)
  }

  @Test("a missing identifier or executable name is named")
  func missingKeys() throws {
    #expect(problem(try folder.bundle("K", ["CFBundleExecutable": "run"])) == .missingKey("CFBundleIdentifier"))
    #expect(problem(try folder.bundle("L", ["CFBundleIdentifier": "a.b"])) == .missingKey("CFBundleExecutable"))
  }

  @Test(
    "an executable name that leads out of the bundle is refused",
    arguments: ["../run", "/bin/sh", "", ".", "..", "../\u{301}run"])
  func executableName(_ name: String) throws {
    let path = try folder.bundle("X", TestFolder.plist("a.b", ["CFBundleExecutable": name]))
    #expect(problem(path) == .invalidExecutableName(name))
  }

  @Test("an executable that the kernel would not run says why")
  func executable() throws {
    let path = try folder.bundle("P", TestFolder.plist("a.b"), script: nil)
    let run = path + "/run"
    #expect(problem(path) == .executable(.missing(run)))

    try folder.write("P.app/run", "#!/bin/sh\n", mode: 0o644)
    #expect(problem(path) == .executable(.notExecutable(run)))
    try folder.write("P.app/run", "plain text", mode: 0o755)
    #expect(problem(path) == .executable(.unknownFormat(run)))
    try folder.write("P.app/run", "#! \n", mode: 0o755)
    #expect(problem(path) == .executable(.unknownFormat(run)))
    try folder.write("P.app/run", "#! /no/such/python3 -u\n", mode: 0o755)
    #expect(problem(path) == .executable(.interpreterMissing(run, interpreter: "/no/such/python3")))
    try folder.write("P.app/run", "#!/usr/bin/env sh\n", mode: 0o755)
    #expect(problem(path) == nil)

    unlink(run)
    try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: false)
    #expect(problem(path) == .executable(.notRegular(run)))
  }

  @Test("the command that gives an executable its permission takes the name that its author chose for one word")
  func quotedAdvice() {
    let said = Executable.Problem.notExecutable("/apps/Notes.app/x;id>y;#").description
    #expect(said.hasSuffix("add it with `chmod +x '/apps/Notes.app/x;id>y;#'`"), "\(said)")
    let plain = Executable.Problem.notExecutable("/apps/Notes.app/run").description
    #expect(plain.hasSuffix("add it with `chmod +x /apps/Notes.app/run`"), "\(plain)")
  }

  @Test("LA7 an Info.plist that is a link is not read, and one that changes in its bytes alone has another hash")
  func linkedInfoPlist() throws {
    let path = try folder.bundle("L", TestFolder.plist("a.b"))
    let before = try AppBundle(path: path)
    #expect(before.infoPlistHash?.utf8.count == 64)
    let list = path + "/Info.plist"
    try FileManager.default.moveItem(atPath: list, toPath: path + "/Other.plist")
    for target in [path + "/Other.plist", "Other.plist", "/dev/zero"] {
      #expect(symlink(target, list) == 0)
      let error = #expect(throws: BundleError.self) { try AppBundle(path: path) }
      #expect(error?.description.contains("is a link, or not a regular file; put the file itself") == true, "\(target)")
      unlink(list)
    }
    let text = try String(contentsOfFile: path + "/Other.plist", encoding: .utf8)
    try folder.write("L.app/Info.plist", text + "\n")
    let after = try AppBundle(path: path)
    #expect(after.app == before.app && after.infoPlistHash != before.infoPlistHash)
  }

  @Test("LA7 an executable that is a link is looked for in its bundle and in the installed system, and nowhere else")
  func linkedExecutable() throws {
    let path = try folder.bundle("L", TestFolder.plist("a.b"), script: nil)
    let run = path + "/run"
    try folder.write("L.app/bin/run", "#!/bin/sh\n", mode: 0o755)
    try folder.write("outside", "#!/bin/sh\n", mode: 0o755)
    func problem(_ target: String) -> BundleError.Problem? {
      #expect(symlink(target, run) == 0)
      defer { unlink(run) }
      return self.problem(path)
    }
    #expect(problem("bin/run") == nil && problem("/bin/sh") == nil)
    for target in ["/bin/../bin/sh", "../outside", path + "/bin/run", folder.path + "/outside"] {
      #expect(problem(target) == .executable(.outside(run)), "\(target)")
    }
    #expect(problem("bin/none") == .executable(.missing(run)))
    #expect(problem("bin") == .executable(.notRegular(run)))
  }

  @Test(
    "A launch is trusted where the kernel opens files of root and the daemon alone, not where a bundle names another")
  func trust() throws {
    func isTrusted(_ script: String) throws -> Bool {
      try AppBundle(path: folder.bundle("T", TestFolder.plist("a.b"), script: script)).checkExecutable()
    }
    #expect(try isTrusted("#!/bin/sh\n") && isTrusted("#! /usr/bin/env python3\n"))
    let own = try folder.write("i", "#!/bin/sh\n", mode: 0o755)
    #expect(try !isTrusted("#!\(own)\n"))
    #expect(!Interpreters.isOfSystem("/bin/../tmp/i") && !Interpreters.isOfSystem("i"))
    #expect(try Executable.check("/bin/sh"))
    #expect(Interpreters.isOfSystem("/lib64/ld-linux-x86-64.so.2") && !Interpreters.isOfSystem("/usr/local/bin/i"))
    // The dynamic linker of an ELF program is named in its first bytes.
    var head = try Executable.head(of: "/bin/sh").bytes
    #expect(Interpreters.isLinkerOfSystem(head))
    let name = try #require((0..<head.count - 4).first { head[$0..<$0 + 4].elementsEqual("/lib".utf8) })
    head.replaceSubrange(name..<name + 4, with: "/tmp".utf8)
    #expect(!Interpreters.isLinkerOfSystem(head) && !Interpreters.isLinkerOfSystem(Array(head.prefix(100))))
  }
}
