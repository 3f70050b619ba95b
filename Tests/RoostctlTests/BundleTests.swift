// roostctl bundle: what it lays out, what it refuses, and that it leaves nothing half done.
import Foundation
import Glibc
import Testing

struct BundleTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private static func plist(_ keys: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>\(keys)</dict></plist>
    """
  }

  private static let id = "<key>CFBundleIdentifier</key><string>com.example.notes</string>"

  private func make(
    info keys: String = BundleTests.id, executableMode: Int = 0o755, resources: String? = nil
  ) throws -> Roostctl {
    let program = try scratch.write("#!/bin/sh\n", to: "notes", mode: executableMode)
    let info = try scratch.write(Self.plist(keys), to: "Info.plist")
    var arguments = ["bundle", program, "--info", info, "-o", scratch.path + "/Notes.app", "--json"]
    if let resources { arguments += ["--resources", resources] }
    return try Roostctl.run(arguments)
  }

  @Test("The executable goes in under the name CFBundleExecutable gives, resources beside it, Info.plist as it was")
  func layout() throws {
    try FileManager.default.createDirectory(atPath: scratch.path + "/res/art", withIntermediateDirectories: true)
    _ = try scratch.write("picture", to: "res/art/icon")
    let keys = Self.id + "<key>CFBundleExecutable</key><string>Main</string>"
    let run = try make(info: keys, resources: scratch.path + "/res")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(#""id":"com.example.notes""#))
    #expect(try scratch.read("Notes.app/Info.plist") == Self.plist(keys))
    #expect(try scratch.read("Notes.app/art/icon") == "picture")
    #expect(FileManager.default.isExecutableFile(atPath: scratch.path + "/Notes.app/Main"))
    #expect(scratch.names == ["Info.plist", "Notes.app", "notes", "res"])
  }

  @Test("A missing CFBundleExecutable is the program's name, and the other keys stay")
  func addedExecutable() throws {
    let run = try make(info: Self.id + "<key>Flag</key><true/><key>Limits</key><array><integer>7</integer></array>")
    #expect(run.status == 0, "\(run.errors)")
    let data = try Data(contentsOf: URL(filePath: scratch.path + "/Notes.app/Info.plist"))
    let keys = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    #expect(keys["CFBundleExecutable"] as? String == "notes")
    #expect(keys["CFBundleIdentifier"] as? String == "com.example.notes")
    #expect(keys["Flag"] as? Bool == true && keys["Limits"] as? [Int] == [7])
  }

  @Test(
    "An Info.plist as Xcode has it: what the build fills in is filled in, and what only the project knows is asked for")
  func buildVariables() throws {
    let keys = """
      <key>CFBundleIdentifier</key><string>com.example.${PRODUCT_NAME:rfc1034identifier}</string>
      <key>CFBundleExecutable</key><string>$(EXECUTABLE_NAME)</string>
      <key>UIApplicationSceneManifest</key><dict><key>Delegates</key><array>
      <string>$(PRODUCT_MODULE_NAME).SceneDelegate</string></array></dict>
      <key>Price</key><string>$5 (net)</string>
      """
    let run = try make(info: keys)
    #expect(run.status == 0, "\(run.errors)")
    let text = try scratch.read("Notes.app/Info.plist")
    for filled in ["com.example.notes<", ">notes<", ">notes.SceneDelegate<", ">$5 (net)<"] {
      #expect(text.contains(filled), "\(filled) in \(text)")
    }
    #expect(FileManager.default.isExecutableFile(atPath: scratch.path + "/Notes.app/notes"))

    let open = "<key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>"
    let refused = try make(info: open)
    #expect(
      refused.status == 1 && refused.errors.contains("--define PRODUCT_BUNDLE_IDENTIFIER=VALUE"), "\(refused.errors)")
    let given = try Roostctl.run(
      [
        "bundle", scratch.path + "/notes", "--info", scratch.path + "/Info.plist", "-o", scratch.path + "/Notes.app",
        "--json", "--define", "PRODUCT_BUNDLE_IDENTIFIER=org.example.a=b",
      ])
    #expect(given.output.contains(#""id":"org.example.a=b""#), "\(given.errors)")
  }

  @Test("A copy has the content of a file and whether it can be run, and nothing else that its owner permits")
  func permissions() throws {
    let resources = scratch.path + "/res"
    try FileManager.default.createDirectory(atPath: resources + "/lib/deep", withIntermediateDirectories: true)
    for (name, mode) in [("lib/root", 0o6755), ("lib/open", 0o666), ("lib/deep/run", 0o777), ("closed", 0o400)] {
      _ = try scratch.write(name, to: "res/" + name, mode: mode)
    }
    for folder in ["lib", "lib/deep"] { try #require(chmod("\(resources)/\(folder)", 0o2777) == 0) }
    try #require(chmod(resources, 0o755) == 0)
    try FileManager.default.createSymbolicLink(atPath: resources + "/lib/link", withDestinationPath: "deep/run")
    let run = try make(resources: resources)
    #expect(run.status == 0, "\(run.errors)")
    func mode(_ name: String) throws -> mode_t {
      var status = stat()
      try #require(lstat("\(scratch.path)/Notes.app/\(name)", &status) == 0)
      #expect(status.st_uid == geteuid())
      return status.st_mode & 0o7777
    }
    for (name, expected) in [
      ("lib/root", 0o755), ("lib/open", 0o644), ("lib/deep/run", 0o755), ("closed", 0o644), ("lib", 0o755),
      ("lib/deep", 0o755), ("Info.plist", 0o644), ("notes", 0o755),
    ] as [(String, mode_t)] {
      #expect(try mode(name) == expected, "\(name)")
    }
    #expect(try scratch.read("Notes.app/lib/root") == "lib/root")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path + "/Notes.app/lib/link") == "deep/run")
  }

  @Test(
    "Resources of another user than their folder's that are shut to others are refused",
    .enabled(if: geteuid() == 0, "only root gives files away"))
  func shutToOthers() throws {
    let resources = scratch.path + "/res"
    try FileManager.default.createDirectory(atPath: resources, withIntermediateDirectories: true)
    try #require(chown(resources, 65_534, 65_534) == 0)
    let secret = try scratch.write("secret", to: "res/secret", mode: 0o600)
    let run = try make(resources: resources)
    #expect(run.status == 1 && run.errors.contains("\(secret) belongs to another user than"), "\(run.errors)")
    #expect(scratch.names == ["Info.plist", "notes", "res"])
    try #require(chmod(secret, 0o644) == 0)
    #expect(try make(resources: resources).status == 0)
  }

  @Test(
    "Resources that are shut to others are refused where others may have put them: in a folder that they may write to, and below",
    arguments: [0o775, 0o777, 0o1777] as [mode_t])
  func writtenByOthers(mode: mode_t) throws {
    let resources = scratch.path + "/res"
    try FileManager.default.createDirectory(atPath: resources + "/deep", withIntermediateDirectories: true)
    try #require(chmod(resources, mode) == 0 && chmod(resources + "/deep", 0o755) == 0)
    for name in ["res/secret", "res/deep/secret"] {
      let secret = try scratch.write("secret", to: name, mode: 0o600)
      let run = try make(resources: resources)
      #expect(run.status == 1 && run.errors.contains("\(secret) may have been put there by others"), "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: scratch.path + "/Notes.app"))
      try #require(unlink(secret) == 0)
    }
    let open = try scratch.write("open", to: "res/open")
    _ = try scratch.write("secret", to: "res/deep/secret", mode: 0o600)
    try #require(chmod(open, 0o666) == 0 && chmod(resources, 0o755) == 0)
    #expect(try make(resources: resources).status == 0)
    #expect(try scratch.read("Notes.app/deep/secret") == "secret")
  }

  @Test("A name that is no text is refused, whatever is beside it, and so are two that read alike")
  func names() throws {
    let resources = scratch.path + "/res/lib"
    try FileManager.default.createDirectory(atPath: resources, withIntermediateDirectories: true)
    func write(_ name: [UInt8]) throws {
      let path = Array(resources.utf8) + [UInt8(ascii: "/")] + name + [0]
      let file = path.withUnsafeBytes { open($0.bindMemory(to: CChar.self).baseAddress!, O_CREAT | O_WRONLY, 0o4755) }
      try #require(file >= 0)
      close(file)
    }
    // The second is what the first is repaired to.
    try write([0x61, 0xff])
    try write([0x61, 0xef, 0xbf, 0xbd])
    let repaired = try make(resources: scratch.path + "/res")
    #expect(repaired.status == 1 && repaired.errors.contains("is not valid UTF-8; rename it"), "\(repaired.errors)")
    try FileManager.default.removeItem(atPath: resources)
    try FileManager.default.createDirectory(atPath: resources, withIntermediateDirectories: true)
    // K, and the Kelvin sign.
    try write([0x4b])
    try write([0xe2, 0x84, 0xaa])
    let alike = try make(resources: scratch.path + "/res")
    #expect(alike.status == 1 && alike.errors.contains("two names that read alike"), "\(alike.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/Notes.app"))
  }

  @Test("A bundle that is replaced is removed with all that is in it, and nothing that its links lead to")
  func removed() throws {
    try FileManager.default.createDirectory(atPath: scratch.path + "/precious", withIntermediateDirectories: true)
    _ = try scratch.write("kept", to: "precious/file")
    let resources = scratch.path + "/res"
    try FileManager.default.createDirectory(atPath: resources + "/a/b/c", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: resources + "/a/b/link", withDestinationPath: scratch.path + "/precious")
    _ = try scratch.write("", to: "res/a/b/c/file")
    #expect(try make(resources: resources).status == 0)
    #expect(try make().status == 0)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/Notes.app/a"))
    #expect(try scratch.read("precious/file") == "kept")
    #expect(scratch.names == ["Info.plist", "Notes.app", "notes", "precious", "res"])
  }

  @Test("Resources of too many files, or too deep, are refused")
  func tooMany() throws {
    let resources = scratch.path + "/res"
    try FileManager.default.createDirectory(
      atPath: resources + String(repeating: "/d", count: 210), withIntermediateDirectories: true)
    let deep = try make(resources: resources)
    #expect(deep.status == 1 && deep.errors.contains("more than 200 folders deep"), "\(deep.errors)")
    try FileManager.default.removeItem(atPath: resources)
    try FileManager.default.createDirectory(atPath: resources, withIntermediateDirectories: true)
    for number in 0...20_000 { close(open("\(resources)/\(number)", O_CREAT | O_WRONLY, 0o644)) }
    let many = try make(resources: resources)
    #expect(many.status == 1 && many.errors.contains("more than 20000 files"), "\(many.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/Notes.app"))
  }

  @Test("An Info.plist of a few bytes with values without number is refused at once")
  func sharedValues() throws {
    // Arrays in each other, of fourteen references each to the next.
    var bytes = Array("bplist00".utf8)
    var places: [UInt8] = []
    for next in UInt8(1)...12 {
      places.append(UInt8(bytes.count))
      bytes += [0xae] + [UInt8](repeating: next, count: 14)
    }
    places.append(UInt8(bytes.count))
    bytes += [0x51, 97]
    let table = UInt8(bytes.count)
    bytes += places + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [13, 0, table] as [UInt8] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    try Data(bytes).write(to: URL(filePath: scratch.path + "/bomb"))
    let program = try scratch.write("#!/bin/sh\n", to: "notes", mode: 0o755)
    let run = try Roostctl.run(
      ["bundle", program, "--info", scratch.path + "/bomb", "-o", scratch.path + "/Notes.app"], processorSeconds: 60)
    #expect(run.status == 1 && run.errors.contains("it has more than 4096 values"), "\(run.errors)")
  }

  @Test("A text that opens variables and closes none stays as it is, and is read once")
  func openVariables() throws {
    let text = String(repeating: "$(${", count: 400)
    let program = try scratch.write("#!/bin/sh\n", to: "notes", mode: 0o755)
    let info = try scratch.write(Self.plist(Self.id + "<key>Text</key><string>\(text)</string>"), to: "Info.plist")
    let run = try Roostctl.run(
      ["bundle", program, "--info", info, "-o", scratch.path + "/Notes.app"], processorSeconds: 60)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try scratch.read("Notes.app/Info.plist").contains("<string>\(text)</string>"))
  }

  @Test("Resources that cannot be copied are refused: a FIFO would be waited for, and a hole would fill the disk")
  func oddResources() throws {
    let folder = scratch.path + "/more"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #require(mkfifo(folder + "/pipe", 0o600) == 0)
    let waiting = try make(resources: folder)
    #expect(waiting.status == 1 && waiting.errors.contains("neither a file, a folder nor a link"), "\(waiting.errors)")
    unlink(folder + "/pipe")
    _ = try scratch.write("", to: "more/hole")
    try #require(truncate(folder + "/hole", 1 << 40) == 0)
    let large = try make(resources: folder)
    #expect(large.status == 1 && large.errors.contains("more than 16 GiB"), "\(large.errors)")
    #expect(scratch.names == ["Info.plist", "more", "notes"])
  }

  @Test("A bundle is replaced as a whole")
  func replaced() throws {
    #expect(try make().status == 0)
    _ = try scratch.write("old", to: "Notes.app/leftover")
    #expect(try make().status == 0)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/Notes.app/leftover"))
    #expect(scratch.names == ["Info.plist", "Notes.app", "notes"])
  }

  @Test("What is no bundle is not replaced", arguments: [true, false])
  func notABundle(isDirectory: Bool) throws {
    if isDirectory {
      try FileManager.default.createDirectory(atPath: scratch.path + "/Notes.app", withIntermediateDirectories: true)
      _ = try scratch.write("dear", to: "Notes.app/letter")
    } else {
      _ = try scratch.write("dear", to: "Notes.app")
    }
    let run = try make()
    #expect(run.status == 1 && run.errors.contains("is not a bundle"))
    #expect(try scratch.read(isDirectory ? "Notes.app/letter" : "Notes.app") == "dear")
    #expect(scratch.names == ["Info.plist", "Notes.app", "notes"])
  }

  @Test(
    "A property list that makes no app is refused by key, and nothing is written",
    arguments: [
      ("", "CFBundleIdentifier"), ("<key>CFBundleIdentifier</key><integer>3</integer>", "CFBundleIdentifier"),
      (id + "<key>CFBundleExecutable</key><string>../x</string>", "CFBundleExecutable"),
      (id + "<key>CFBundleExecutable</key><string>../\u{301}x</string>", "CFBundleExecutable"),
      (id + "<key>CFBundleExecutable</key><string>Info.plist</string>", "CFBundleExecutable"),
      ("<key>", "not a property list"),
    ])
  func badInfo(_ keys: String, _ word: String) throws {
    let run = try make(info: keys)
    #expect(run.status == 1 && run.errors.contains(word))
    #expect(scratch.names == ["Info.plist", "notes"])
  }

  @Test("An Info.plist that is larger than the daemon takes is refused before all is read: a hole costs nothing")
  func hollowInfo() throws {
    let program = try scratch.write("#!/bin/sh\n", to: "notes", mode: 0o755)
    let info = try scratch.write(Self.plist(Self.id), to: "Info.plist")
    try #require(truncate(info, 1 << 40) == 0)
    let run = try Roostctl("bundle", program, "--info", info, "-o", scratch.path + "/Notes.app")
    #expect(run.status == 1 && run.errors.contains("is larger than 256 KiB"), "\(run.errors)")
    #expect(scratch.names == ["Info.plist", "notes"])
  }

  @Test("A property list in the older format is refused, and the way to XML is said")
  func olderFormat() throws {
    let program = try scratch.write("#!/bin/sh\n", to: "notes", mode: 0o755)
    let info = try scratch.write("{ CFBundleIdentifier = com.example.notes; }", to: "Info.plist")
    let run = try Roostctl("bundle", program, "--info", info, "-o", scratch.path + "/Notes.app")
    #expect(run.status == 1 && run.errors.contains("`plutil -convert xml1` makes XML of it"), "\(run.errors)")
    #expect(scratch.names == ["Info.plist", "notes"])
  }

  @Test("A program that cannot be run is refused")
  func notExecutable() throws {
    let run = try make(executableMode: 0o644)
    #expect(run.status == 1 && run.errors.contains("chmod +x"))
    #expect(scratch.names == ["Info.plist", "notes"])
  }

  @Test("A resource that would take the executable's place is refused")
  func clash() throws {
    try FileManager.default.createDirectory(atPath: scratch.path + "/res", withIntermediateDirectories: true)
    _ = try scratch.write("x", to: "res/notes")
    let run = try make(resources: scratch.path + "/res")
    #expect(run.status == 1 && run.errors.contains("rename it"))
    #expect(scratch.names == ["Info.plist", "notes", "res"])
  }
}
