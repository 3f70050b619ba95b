// The seals of bundles whose owner writes to them meanwhile.
import Crypto
import Foundation
import Linux
import Synchronization
import TestFolders
import Testing

@testable import Keys

/// As a daemon has it that has just read the file.
func infoPlistHash(of bundle: String) -> String? {
  FileManager.default.contents(atPath: bundle + "/Info.plist").map { bytes in
    SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined()
  }
}

@MainActor @Suite(.timeLimit(.minutes(15))) struct SealTests {
  private let app = "com.example.notes"
  private let folder: TestFolder
  private let store: SealStore
  private let bundle: String

  init() throws {
    folder = try TestFolder()
    store = SealStore(directory: folder.path, deliver: deliver)
    bundle = try folder.bundle("Notes", TestFolder.plist("com.example.notes"))
  }

  private func seal(_ infoPlist: String? = nil) async -> SealError? {
    let known = infoPlist ?? infoPlistHash(of: bundle)
    return await withCheckedContinuation { done in
      store.seal(app, at: bundle, infoPlist: known) { done.resume(returning: $0) }
    }
  }

  private func verify() async throws -> BundleMoment {
    try await withCheckedContinuation { done in
      store.verify(app, at: bundle) { done.resume(returning: $0) }
    }.get()
  }

  @Test("LA7 a bundle is sealed as the app that the daemon has read of, and what is verified says of which Info.plist")
  func infoPlist() async throws {
    #expect(await seal("another")?.problem == .changing("Info.plist"), "it may name another app")
    #expect(await seal() == nil)
    let read = try #require(infoPlistHash(of: bundle))
    #expect(try await verify().infoPlist == read)
  }

  @Test(
    "LA7 a link that leads out of its bundle is not sealed",
    arguments: ["/etc/passwd", "..", "../..", "a/../../../x", "../a/..", "./../../x", "/usr/../x", "/usrx"])
  func outside(_ target: String) async throws {
    try folder.write("Notes.app/a/file", "")
    try #require(symlink(target, bundle + "/a/link") == 0)
    // The folder of the link is in the bundle, so that one step up is.
    let expected: SealError.Problem? = target == ".." ? nil : .outside("a/link")
    let problem = await seal()?.problem
    #expect(problem == expected)
  }

  @Test(
    "LA7 a link that stays in its bundle, or leads to the installed system, is sealed",
    arguments: ["file", "../run", "./b/c", "../a/none", "/usr/bin/python3"])
  func inside(_ target: String) async throws {
    try folder.write("Notes.app/a/file", "")
    try #require(symlink(target, bundle + "/a/link") == 0)
    #expect(await seal() == nil)
  }

  @Test("LA7 a file that grows while it is sealed is read no further than it was long, and named")
  func growing() async throws {
    let file = try GrowingFile(bundle + "/large")
    defer { file.stop() }
    let problem = await seal()?.problem
    #expect(problem == .changing("large"))
  }

  @Test("LA7 a bundle whose paths have more than 8 MiB is not sealed, and no seal is left", arguments: [2_000, 2_500])
  func longPaths(files: Int) async throws {
    // 3.5 KiB each; PATH_MAX is more.
    let long = String(repeating: "n", count: 250)
    let deep = bundle + String(repeating: "/" + long, count: 13)
    try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
    for number in 0..<files {
      let name = String("\(number)-\(long)".prefix(250))
      try #require(FileManager.default.createFile(atPath: "\(deep)/\(name)", contents: nil))
    }
    let error = await seal()
    guard files > 2_000 else {
      #expect(error == nil)
      return
    }
    #expect(error?.problem == .tooLong)
    #expect("\(error as Any)".contains("shorten the names"))
    #expect(!store.isSealed(app))
    #expect(!folder.exists("seals/\(app)"))
  }

  @Test("LA7 folders in each other without end are refused by name")
  func deep() async throws {
    try FileManager.default.createDirectory(
      atPath: bundle + String(repeating: "/d", count: 210), withIntermediateDirectories: true)
    let problem = await seal()?.problem
    guard case .tooDeep = problem else {
      Issue.record("\(problem as Any)")
      return
    }
  }
}

/// A hole of which a thread moves the end away, byte by byte.
private final class GrowingFile: Sendable {
  private let isOver = Mutex(false)
  private let ended = DispatchSemaphore(value: 0)

  /// Returns when it has grown for the first time.
  init(_ path: String) throws {
    // It is read for a second about, in which the thread has its turns.
    let size = 256 << 20
    try #require(FileManager.default.createFile(atPath: path, contents: nil) && truncate(path, size) == 0)
    let grown = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      var more = 0
      while !isOver.withLock({ $0 }) {
        more += 1
        truncate(path, size + more)
        if more == 1 { grown.signal() }
      }
      ended.signal()
    }
    grown.wait()
  }

  func stop() {
    isOver.withLock { $0 = true }
    ended.wait()
  }
}
