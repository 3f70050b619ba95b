// Folders that apps have filled are emptied, or it is said why not (LA11).
import FailingCalls
import Foundation
import Glibc
import Synchronization
import SystemPackage
import TestFolders
import Testing

@testable import Linux
@testable import Stores

@MainActor @Suite(.timeLimit(.minutes(40))) struct FilledFolderTests {
  private static func empty(_ path: String, remembering most: Int = 10_000) throws {
    let top = open(path, O_RDONLY | O_DIRECTORY)
    try #require(top >= 0)
    defer { close(top) }
    try FilledFolder.empty(top, remembering: most)
  }

  @Test("LA11 a folder is emptied or it is said why not, whichever system call fails, and then it can be emptied")
  func failing() async throws {
    try await eachSystemCallFails(
      expecting: [.openat, .openat2, .fchmod, .fstat, .getdents, .unlink, .close], telling: .errno
    ) { folder in
      try folder.write("full/a/b/note", "text")
      try folder.write("full/note", "text")
      return folder.path + "/full"
    } act: { full in
      try Self.empty(full)
    } check: { full, _, outcome in
      if outcome.error == nil { #expect(try Folder.names(in: full) == [], "\(outcome.failure)") }
      try Self.empty(full)
      #expect(try Folder.names(in: full) == [], "\(outcome.failure)")
    }
  }

  @Test("LA11 a tree of more levels and folders than are remembered is emptied", arguments: [1, 5])
  func large(most: Int) throws {
    let folder = try TestFolder()
    var level = "full"
    for _ in 0..<12 {
      for side in 0..<7 { try folder.write("\(level)/side \(side)/note", "text") }
      level += "/down"
    }
    try Self.empty(folder.path + "/full", remembering: most)
    #expect(try Folder.names(in: folder.path + "/full") == [])
  }

  @Test("LA11 a deep tree is emptied without going down from its top for each part", arguments: [1, 5])
  func deep(most: Int) async throws {
    let folder = try TestFolder()
    try folder.write("full/" + String(repeating: "d/", count: 200) + "note", "text")
    try await FailingCalls.during(.folder(folder.path)) { calls in
      try Self.empty(folder.path + "/full", remembering: most)
      #expect(calls.counts[.openat2, default: 0] < 1000, "\(calls.counts)")
    }
    #expect(try Folder.names(in: folder.path + "/full") == [])
  }

  @Test("LA11 a folder is not listed without end, as one would be to which somebody adds what is removed")
  func wide() async throws {
    let folder = try TestFolder()
    for number in 0..<350 { try folder.write("full/\(number)", "text") }
    try await FailingCalls.during(.folder(folder.path)) { calls in
      try Self.empty(folder.path + "/full", remembering: 1)
      #expect(calls.counts[.openat, default: 0] >= 4, "\(calls.counts)")
    }
    #expect(try Folder.names(in: folder.path + "/full") == [])
  }

  @Test("LA11 one thing deep down that cannot be removed keeps nothing else in the folders above")
  func staysDeep() async throws {
    let folder = try TestFolder()
    for name in ["a/b/c/d/note", "e/note", "note"] { try folder.write("full/\(name)", "text") }
    let isBusy = Failure(call: .unlink, number: 0, errno: .resourceBusy, times: 1_000_000)
    await FailingCalls.during(.folder(folder.path + "/full/a/b/c/d"), isBusy) { _ in
      #expect(throws: Errno.resourceBusy) { try Self.empty(folder.path + "/full", remembering: 2) }
    }
    #expect(try Folder.names(in: folder.path + "/full") == ["a"])
    #expect(folder.exists("full/a/b/c/d/note"))
  }

  @Test("LA11 one thing that cannot be removed keeps nothing else, and is no reason to try for ever")
  func stays() async throws {
    let folder = try TestFolder()
    for name in ["a/b/note", "c/d/note", "e/note"] { try folder.write("full/\(name)", "text") }
    // As a mount in there, of which rmdir(2) says so each time.
    let isBusy = Failure(call: .unlink, number: 0, errno: .resourceBusy, times: 1_000_000)
    await FailingCalls.during(.folder(folder.path + "/full/c"), isBusy) { _ in
      #expect(throws: Errno.resourceBusy) { try Self.empty(folder.path + "/full") }
    }
    #expect(try Folder.names(in: folder.path + "/full") == ["c"])
    #expect(folder.exists("full/c/d/note"))
  }

  @Test("LA11 a folder that its app has made read-only, as a subvolume of btrfs, is made writable first")
  func readOnly() async throws {
    let folder = try TestFolder()
    try folder.write("full/a/note", "text")
    let readOnly = Failure(call: .fchmod, number: 0, errno: .readOnlyFileSystem)
    await FailingCalls.during(.folder(folder.path), readOnly) { calls in
      // This one is no subvolume.
      #expect(throws: Errno.readOnlyFileSystem) { try Self.empty(folder.path + "/full") }
      #expect(calls.counts[.ioctl] == 1)
    }
  }

  /// Does `deed` just before the call of that number among those of one kind, counted from one.
  private static func at(_ number: Int, _ kind: SystemCall, deed: @escaping @Sendable () -> Void) {
    let count = Mutex(0)
    SystemCall.setGate { call, _ in
      guard call == kind else { return nil }
      let current = count.withLock { count in
        count += 1
        return count
      }
      if current == number { deed() }
      return nil
    }
  }

  // In a process of its own, since all calls of a process have one gate.
  @Test("LA11 a folder that somebody moves out of the tree, while it is emptied, leads to no other folder's files")
  func movedAway() async {
    await #expect(processExitsWith: .success) { try await Self.checkMovedAway() }
  }

  private static func checkMovedAway() throws {
    let folder = try TestFolder()
    try folder.write("full/a/b/note", "text")
    try folder.write("outside/note", "text")
    let (from, to) = (folder.path + "/full/a/b", folder.path + "/outside/b")
    // The first opens the top, the second goes up from b.
    Self.at(2, .openat) { rename(from, to) }
    defer { SystemCall.setGate(nil) }
    try Self.empty(folder.path + "/full")
    #expect(try Folder.names(in: folder.path + "/full") == [])
    #expect(folder.exists("outside/note") && folder.exists("outside/b"))
  }

  // In a process of its own, as above.
  @Test("LA11 a folder that somebody removes, while it is emptied, keeps nothing else")
  func removedMeanwhile() async {
    await #expect(processExitsWith: .success) { try await Self.checkRemovedMeanwhile() }
  }

  private static func checkRemovedMeanwhile() throws {
    let folder = try TestFolder()
    try folder.write("full/a/note", "text")
    let inside = folder.path + "/full/a"
    // The first two list the top to its end.
    Self.at(3, .getdents) {
      unlink(inside + "/note")
      rmdir(inside)
    }
    defer { SystemCall.setGate(nil) }
    // An error of this kind would tell `erase` that there is no container.
    try Self.empty(folder.path + "/full")
    #expect(try Folder.names(in: folder.path + "/full") == [])
  }

  // In a process of its own, as above.
  @Test("LA11 a folder far down, where the next walk begins, keeps nothing when somebody removes it")
  func removedStart() async {
    await #expect(processExitsWith: .success) { try await Self.checkRemovedStart() }
  }

  private static func checkRemovedStart() throws {
    let folder = try TestFolder()
    try folder.write("full/a/note", "text")
    let inside = folder.path + "/full/a"
    // The first lists the top, where one folder is as much as is remembered; the second begins in that folder.
    Self.at(2, .getdents) {
      unlink(inside + "/note")
      rmdir(inside)
    }
    defer { SystemCall.setGate(nil) }
    try Self.empty(folder.path + "/full", remembering: 1)
    #expect(try Folder.names(in: folder.path + "/full") == [])
  }

  // In a process of its own, as above.
  @Test("LA11 a file that somebody puts in the place of a closed folder, while it is opened up, keeps its mode")
  func fileInItsPlace() async {
    await #expect(processExitsWith: .success) { try await Self.checkFileInItsPlace() }
  }

  private static func checkFileInItsPlace() throws {
    let folder = try TestFolder()
    try folder.write("full/a/note", "text")
    let file = try folder.write("outside/file", "text", mode: 0o644)
    let (inside, away) = (folder.path + "/full/a", folder.path + "/outside/a")
    let opens = Mutex(0)
    SystemCall.setGate { call, _ in
      guard call == .openat2 else { return nil }
      let number = opens.withLock { opens in
        opens += 1
        return opens
      }
      guard number == 1 else { return nil }
      rename(inside, away)
      link(file, inside)
      // As to a folder that its app has closed.
      return .permissionDenied
    }
    defer { SystemCall.setGate(nil) }
    #expect(throws: Errno.self) { try Self.empty(folder.path + "/full") }
    #expect(opens.withLock { $0 } == 2)
    #expect(try FileStatus(of: file).permissions == 0o644)
  }

  // In a process of its own, as above.
  @Test("LA11 a folder far down that somebody removes, just when another walk is to begin there, keeps nothing else")
  func startRemovedMeanwhile() async {
    await #expect(processExitsWith: .success) { try await Self.checkStartRemovedMeanwhile() }
  }

  private static func checkStartRemovedMeanwhile() throws {
    let folder = try TestFolder()
    try folder.write("full/a/b/note", "text")
    let full = folder.path + "/full"
    // The first opens the top, the second `a`, from which the next walk goes on.
    Self.at(2, .openat) {
      unlink(full + "/a/b/note")
      for empty in ["/a/b", "/a"] { rmdir(full + empty) }
      for more in ["/c", "/c/d"] { mkdir(full + more, 0o755) }
    }
    defer { SystemCall.setGate(nil) }
    try Self.empty(full, remembering: 1)
    #expect(try Folder.names(in: full) == [])
  }
}
