// The entitlements that a bundle asks for, and the programs that one may run which asks for no others.
import Foundation
import Settings
import TestFolders
import Testing

@testable import Bundles

@Suite struct EntitlementTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private func read(_ keys: [String: Any]) throws -> Entitlements {
    try AppBundle(path: folder.bundle("E", TestFolder.plist("a.b", keys))).entitlements
  }

  private func entry(_ lines: String) throws -> Entitlements? {
    try folder.write("e.desktop", "[Desktop Entry]\nType=Application\nExec=sleep 1\n\(lines)\n")
    return try AppBundle(desktopEntry: folder.path + "/e.desktop", DesktopSettings())?.entitlements
  }

  @Test("LA7 an app that says nothing is a client without the camera, and may run the system's programs")
  func defaults() throws {
    let entitlements = try read([:])
    #expect(entitlements.network == .client && entitlements.programs == .any && !entitlements.isDebuggable)
    #expect(entitlements.devices == [.gpu, .audio] && !entitlements.hasSessionBus)
  }

  @Test("LA7 a program that knows nothing of us may serve, as it does anywhere else")
  func programs() throws {
    #expect(try read(["RoostProgram": [:] as [String: Any]]).network == .server)
    #expect(try entry("") == .ofForeignProgram)
    #expect(try read(["RoostProgram": [:] as [String: Any], "RoostNetwork": "none"]).network == .closed)
    #expect(try read(["RoostProgram": [:] as [String: Any]]).hasSessionBus)
    #expect(try entry("X-Roost-Network=none")?.hasSessionBus == true)
  }

  @Test("LA7 each word of a key is taken, in Info.plist and in a desktop entry")
  func words() throws {
    for (word, network) in [("none", Entitlements.Network.closed), ("client", .client), ("server", .server)] {
      #expect(try read(["RoostNetwork": word]).network == network)
      #expect(try entry("X-Roost-Network=\(word)")?.network == network)
    }
    #expect(try read(["RoostExec": "bundle"]).programs == .bundle)
    #expect(try entry("X-Roost-Exec=bundle")?.programs == .bundle)
    #expect(try read(["RoostDevices": ["camera"]]).devices == [.camera])
    #expect(try read(["RoostDevices": [] as [String]]).devices == [])
    #expect(try entry("X-Roost-Devices=camera;gpu;")?.devices == [.camera, .gpu])
    #expect(try entry("X-Roost-Devices=")?.devices == [])
    for hasSessionBus in [true, false] {
      #expect(try read(["RoostSessionBus": hasSessionBus]).hasSessionBus == hasSessionBus)
      #expect(try entry("X-Roost-SessionBus=\(hasSessionBus)")?.hasSessionBus == hasSessionBus)
    }
    for isDebuggable in [true, false] {
      #expect(try read(["RoostDebuggable": isDebuggable]).isDebuggable == isDebuggable)
      #expect(try entry("X-Roost-Debuggable=\(isDebuggable)")?.isDebuggable == isDebuggable)
    }
  }

  @Test(
    "LA7 a word that is not valid makes the bundle not valid, and is named with those that are",
    arguments: [
      (["RoostNetwork": "some"], "RoostNetwork must be one of none, client, server"),
      (["RoostNetwork": ["client"]], "RoostNetwork must be a string"),
      (["RoostDevices": "camera"], "RoostDevices must be an array"),
      (["RoostDevices": ["gpu", "printer"]], "RoostDevices[1] must be one of camera, gpu, audio"),
      (["RoostExec": "none"], "RoostExec must be one of any, bundle"),
      (["RoostDebuggable": "yes"], "RoostDebuggable must be true or false"),
      (["RoostSessionBus": "yes"], "RoostSessionBus must be true or false"),
    ] as [([String: any Sendable], String)])
  func mistakes(_ keys: [String: any Sendable], _ words: String) throws {
    let error = #expect(throws: BundleError.self) { try read(keys) }
    #expect(error?.description.hasSuffix("E.app/Info.plist: \(words)") == true, "\(error as Any)")
  }

  @Test(
    "LA7 a mistake in a desktop entry names its key",
    arguments: ["X-Roost-Network=all", "X-Roost-Devices=gpu;printer;", "X-Roost-Exec=some"])
  func mistakes(_ line: String) throws {
    let error = #expect(throws: BundleError.self) { _ = try entry(line) }
    let key = line.prefix { $0 != "=" }
    #expect(error?.description.contains("\"\(key)\" must be one of ") == true, "\(error as Any)")
  }

  @Test(
    "LA7 in a desktop entry too, a key that is on or off is true or false",
    arguments: ["X-Roost-Debuggable", "X-Roost-SessionBus"])
  func mistakenSwitch(_ key: String) throws {
    let error = #expect(throws: BundleError.self) { _ = try entry("\(key)=1") }
    #expect(error?.description.contains("\"\(key)\" must be true or false") == true, "\(error as Any)")
  }

  @Test("The owner of an executable is told with it, by which a launch knows whether to wait for it")
  func owner() throws {
    let bundle = try AppBundle(path: folder.bundle("O", TestFolder.plist("a.b"), script: "#!/bin/sh\n"))
    #expect(try bundle.checkExecutable())
    try #require(geteuid() != 0 || chown(bundle.executable, 65_534, 65_534) == 0)
    if geteuid() == 0 { #expect(try !bundle.checkExecutable()) }
  }

  // MARK: Interpreters

  private func programs(_ script: String) throws -> [String]? {
    try AppBundle(
      path: folder.bundle("P", TestFolder.plist("a.b", ["RoostExec": "bundle"]), script: script)
    ).programs
  }

  /// The path that a program asks the kernel to be loaded by, as another reader of ELF says it.
  private func linker(of path: String) throws -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/readelf")
    process.arguments = ["-l", path]
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.firstMatch(of: /interpreter: ([^\]]+)\]/).map { String($0.1) }
  }

  @Test("LA7 a script's chain is its interpreter, the one that env looks for, and the dynamic linker")
  func chain() throws {
    let run = folder.path + "/P.app/run"
    let linker = try #require(try linker(of: "/bin/sh"))
    #expect(try programs("#! /bin/sh -e\n") == [run, "/bin/sh", linker])
    let shell = try #require(ProgramPath.find("sh"))
    let env = ["/usr/bin/env", shell, linker]
    #expect(try programs("#!/usr/bin/env sh\n") == [run] + env)
    #expect(try programs("#!/usr/bin/env -S A=b sh -e\n") == [run] + env)
    #expect(try programs("#!/usr/bin/env no-such-program\n") == [run, "/usr/bin/env", linker])
    #expect(try programs("#!/bin/sh\0 -e\n") == [run, "/bin/sh", linker], "the kernel ends the line there")
    try folder.write("outer", "#!\(run)\n", mode: 0o755)
    _ = try programs("#!/bin/sh\n")
    #expect(Interpreters.chain(of: folder.path + "/outer") == [folder.path + "/outer", run, "/bin/sh", linker])
    #expect(try read([:]) == Entitlements(), "and nothing is looked for where it may run any")
  }

  @Test(
    "LA7 of what a first line names, nothing is in the chain but programs: no folder, and no file that cannot be run")
  func decoys() throws {
    let bundle = folder.path + "/P.app"
    let run = bundle + "/run"
    let linker = try #require(try linker(of: "/bin/sh"))
    try folder.write("key", "secret")
    try folder.write("P.app/env", "#!/bin/sh\n", mode: 0o755)
    try folder.write("P.app/decoy", "#!\(folder.path)/key\n", mode: 0o755)
    // The kernel runs env, which takes the variable `/` out of the environment.
    #expect(try programs("#!/usr/bin/env -S -u / /bin/sh\n") == [run, "/usr/bin/env", linker])
    #expect(try programs("#!\(bundle)/env /\n") == [run, bundle + "/env", "/bin/sh", linker])
    #expect(try programs("#!\(bundle)/decoy\n") == [run, bundle + "/decoy"])
    #expect(try programs("#!\(folder.path)/key\n") == [run])
    #expect(try programs("#!/etc\n") == [run])
  }

  @Test("LA7 chains that go round, and files that are no programs, end")
  func damage() throws {
    try folder.write("a", "#!\(folder.path)/b\n", mode: 0o755)
    try folder.write("b", "#!\(folder.path)/a\n", mode: 0o755)
    #expect(Interpreters.chain(of: folder.path + "/a") == ["a", "b"].map { folder.path + "/" + $0 })
    #expect(Interpreters.chain(of: "/no/such") == ["/no/such"])
    #expect(Interpreters.chain(of: "/dev/null") == ["/dev/null"])
    var header = [UInt8](try Data(contentsOf: URL(filePath: "/bin/sh")).prefix(1024))
    // Each byte of the headers in turn says something else: a place beyond the end, a table without end.
    for place in 0..<256 {
      for value: UInt8 in [0, 0x7f, 0xff] {
        let kept = header[place]
        header[place] = value
        try Data(header).write(to: URL(filePath: folder.path + "/elf"))
        chmod(folder.path + "/elf", 0o755)
        #expect(Interpreters.chain(of: folder.path + "/elf").count <= 3)
        header[place] = kept
      }
    }
  }
}
