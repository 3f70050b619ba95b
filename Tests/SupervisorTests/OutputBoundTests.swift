// Watching the apps' output when the kernel refuses.
import Dispatch
import FailingCalls
import Foundation
import Glibc
import Linux
import SystemPackage
import Systemd
import TestFolders
import Testing

@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(40))) struct OutputBoundTests {
  @Test("The apps' output is watched or the log says what to do, whichever system call fails")
  func watching() async throws {
    struct Said: Error, CustomStringConvertible { let description: String }
    try await eachSystemCallFails(
      expecting: [.inotify_init, .inotify_add_watch], telling: .cure(["sysctl(8)"], at: ["an inotify instance"])
    ) { folder in
      (folder: folder, loop: try EventLoop())
    } act: { world in
      let log = LogLines()
      let bound = OutputBound(folder: world.folder.path, loop: world.loop, log: log.logger) { _ in }
      bound.begin()
      if let line = log.all.first { throw Said(description: line) }
    } check: { _, _, _ in
    }
  }

  @Test("Where the kernel has no watch left, files are bounded all the same, and watched as soon as it has one again")
  func later() async throws {
    let folder = try TestFolder()
    let loop = try EventLoop()
    let log = LogLines()
    let none = Failure(call: .inotify_init, number: 0, errno: .tooManyOpenFiles, times: 2)
    try await FailingCalls.during(.task, none) { _ in
      let bound = OutputBound(folder: folder.path, bytes: 1 << 20, loop: loop, log: log.logger, deliver: deliver)
      #expect(!bound.isWatching && log.all.count == 1, "\(log.all)")
      try folder.write("a.b.log", String(repeating: "x", count: 3 << 20))
      while !bound.isWatching { _ = try loop.runOnce(timeout: .seconds(60)) }
      #expect(log.all.count == 1, "\(log.all)")
    }
    while try FileStatus(of: folder.path + "/a.b.log").size > 1 << 20 { await Task.yield() }
  }

  @Test("A thread that takes output away keeps nothing of the loop's")
  func letsGo() throws {
    let (folder, loop, asked) = (try TestFolder(), try EventLoop(), DispatchSemaphore(value: 0))
    try folder.write("a.log", String(repeating: "x", count: 3 << 20))
    // Its threads never come to their work.
    let starter = ThreadStarter { _ in
      asked.signal()
      return true
    }
    weak var gone: OutputBound?
    do {
      let bound = OutputBound(
        folder: folder.path, bytes: 1 << 20, loop: loop, log: LogLines().logger, starter: starter, deliver: deliver)
      gone = bound
    }
    asked.wait()
    #expect(gone == nil)
  }

  /// That of this process which watches the folder.
  private static func inotify(watching folder: String) throws -> CInt? {
    let inode = "ino:\(String(try FileStatus(of: folder).inode, radix: 16)) "
    return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { CInt($0) }.first {
      (try? String(contentsOfFile: "/proc/self/fdinfo/\($0)", encoding: .utf8))?.contains(inode) == true
    }
  }

  @Test("However much apps write, the kernel has one thing to say of it; after a look it says it again")
  func flood() throws {
    let folder = try TestFolder()
    let loop = try EventLoop()
    for name in ["a.log", "b.log"] { try folder.write(name, "") }
    let bound = OutputBound(folder: folder.path, loop: loop, log: LogLines().logger, deliver: deliver)
    let inotify = try #require(try Self.inotify(watching: folder.path))
    var hasLooked = false
    bound.noted = { _, _ in hasLooked = true }
    hasLooked = false
    let files = try ["a.log", "b.log"].map { try Sys.open(folder.path + "/" + $0, O_WRONLY | O_CLOEXEC) }
    defer { for file in files { try? Sys.close(file) } }
    // Of one file after the other: the kernel merges those that are alike.
    func write() throws -> Int {
      for _ in 0..<1000 { for file in files { _ = try Sys.write(file, [UInt8(ascii: "x")]) } }
      return try Sys.bytesWaiting(inotify)
    }
    for _ in 0..<2 {
      let waiting = try write()
      #expect(waiting > 0 && waiting < 100)
      hasLooked = false
      while !hasLooked { try loop.runOnce(timeout: .seconds(60)) }
      #expect(try Sys.bytesWaiting(inotify) == 0)
    }
  }
}
