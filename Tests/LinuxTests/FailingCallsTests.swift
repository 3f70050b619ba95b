// Room Linux when the kernel refuses.
import FailingCalls
import Foundation
import SystemPackage
import TestFolders
import Testing

@testable import Linux

@MainActor @Suite(.timeLimit(.minutes(40))) struct LinuxFailingCallsTests {
  @Test("A file is replaced whole or not at all, whichever system call fails", arguments: [true, false])
  func atomicFile(isSynced: Bool) async throws {
    let calls: Set<SystemCall> = [.open, .write, .close, .rename]
    try await eachSystemCallFails(expecting: isSynced ? calls.union([.fsync]) : calls, telling: .errno) { folder in
      try folder.write("file", "old")
    } act: { path in
      try AtomicFile.write("new".utf8, to: path, isSynced: isSynced)
    } check: { path, folder, outcome in
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(outcome.error == nil ? text == "new" : ["old", "new"].contains(text), "\(outcome.failure)")
      // A draft that could not be removed goes with the next that is written.
      if outcome.failure.call != .unlink {
        #expect(try Folder.names(in: folder.path) == ["file"], "\(outcome.failure)")
      }
      try AtomicFile.write("newer".utf8, to: path, isSynced: isSynced)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "newer")
    }
  }

  @Test("A file and a folder are read whole or with an error, whichever system call fails")
  func reading() async throws {
    let text = String(repeating: "text", count: 1000)
    func read(_ file: String, _ folder: String) throws {
      let bytes = try SmallFile.read(file, limit: 1 << 16)
      #expect(bytes == Array(text.utf8))
      let names = try Folder.names(in: folder)
      #expect(names == ["file"])
    }
    try await eachSystemCallFails(expecting: [.open, .fstat, .read, .close, .getdents], telling: .errno) { folder in
      (file: try folder.write("a/file", text), folder: folder.path + "/a")
    } act: { place in
      do { try read(place.file, place.folder) } catch SmallFile.ReadError.system(place.file, let errno) { throw errno }
    } check: { place, _, _ in
      try read(place.file, place.folder)
    }
  }

  @Test("A call fails only below the folder that it is to fail in, and only once")
  func onlyThere() async throws {
    let (here, there) = (try TestFolder(), try TestFolder())
    let failure = Failure(call: .mkdir, number: 1, errno: .noSpace)
    try await FailingCalls.during(.folder(here.path), failure) { calls in
      for name in ["a", "b", "c"] { try Folder.make("\(there.path)/\(name)") }
      try Folder.make(here.path + "/a")
      #expect(throws: Errno.noSpace) { try Folder.make(here.path + "/b") }
      try Folder.make(here.path + "/b")
      #expect(calls.counts == [.mkdir: 3])
    }
  }
}
