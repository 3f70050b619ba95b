// roost-run where the programs are missing that a device is made of.
import Foundation
import Testing

struct RoostRunTests {
  @Test("roost-run runs no roostd of the folder that it is called in, and says where there is none")
  func alone() throws {
    let scratch = try ScratchDirectory()
    for folder in ["/own/folder", "/here"] {
      try FileManager.default.createDirectory(atPath: scratch.path + folder, withIntermediateDirectories: true)
    }
    // By another process: no child of a test beside this one has it open for writing then (ETXTBSY, execve(2)).
    let copy = Process()
    copy.executableURL = URL(filePath: "/bin/cp")
    copy.arguments = [Roostctl.programs.appending(path: "roost-run").path, scratch.path + "/own/folder/roost-run"]
    try copy.run()
    copy.waitUntilExit()
    _ = try scratch.write("#!/bin/sh\necho >\(scratch.path)/ran\n", to: "here/roostd", mode: 0o755)
    let scenario = try scratch.write("name: One\nsteps:\n  - home\n", to: "one.yaml")
    let process = Process()
    process.executableURL = URL(filePath: scratch.path + "/own/folder/roost-run")
    process.arguments = [scenario]
    process.currentDirectoryURL = URL(filePath: scratch.path + "/here")
    let errors = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1 && said.contains("no roostd is in "), "\(said)")
    #expect(said.contains("install it with `make install`"), "\(said)")
    #expect(!scratch.names.contains("ran"))
  }
}
