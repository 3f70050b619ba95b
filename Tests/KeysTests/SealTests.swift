// The seals of bundles whose owner writes to them meanwhile.
import Crypto
import FailingCalls
import Foundation
import Glibc
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

@MainActor @Suite(.timeLimit(.minutes(40))) struct SealTests {
  private let app = "com.example.notes"
  private let folder: TestFolder
  private let store: SealStore
  private let bundle: String

  init() throws {
    folder = try TestFolder()
    store = SealStore(directory: folder.path, deliver: deliver)
    bundle = try folder.bundle("Notes", TestFolder.plist("com.example.notes"))
  }

  /// - Parameters:
  ///   - place: another one than that of the suite's bundle.
  ///   - directories: the app directories; the folder alone if they are not given.
  private func seal(
    _ infoPlist: String? = nil, at place: String? = nil, among directories: [String]? = nil
  ) async -> SealError? {
    let place = place ?? bundle
    let known = infoPlist ?? infoPlistHash(of: place)
    return await withCheckedContinuation { done in
      store.seal(app, at: place, infoPlist: known, among: directories ?? [folder.path]) { done.resume(returning: $0) }
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

  @Test("LA7 an app whose sealed bundle is there is not sealed anew under another name, however alike the two are")
  func anotherName() async throws {
    let first = try folder.bundle("K", TestFolder.plist(app))
    #expect(await seal(at: first) == nil)
    // The last is the Kelvin sign.
    let others = try ["Other", "\u{212A}"].map { try folder.bundle($0, TestFolder.plist(app)) }
    for other in others { #expect(await seal(at: other) == SealError(bundle: first, .installed(app)), "\(other)") }
    #expect(await seal(at: first) == nil, "it is installed once more where it is")
    #expect(await seal(at: others[0], among: ["/elsewhere"]) == nil, "nobody finds the first one any more")
    try FileManager.default.removeItem(atPath: others[0])
    #expect(await seal(at: first) == nil, "the place of the app is free")
  }

  @Test(
    "LA7 a link that leads out of its bundle is not sealed",
    arguments: [
      "/etc/passwd", "..", "../..", "a/../../../x", "../a/..", "./../../x", "/usr/../x", "/usrx", "/usr/A.app/x",
    ])
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

  /// The hash of a file that has changed a moment ago is not kept in any case.
  private func awaitRest(of file: String) async throws {
    let changed = try FileStatus(of: file).changed
    while calendarNow() - changed <= 1_000_000_000 { try await Task.sleep(for: .milliseconds(20)) }
  }

  @Test(
    "LA7 a change of a file by a user who has mapped it, of which its status tells nothing, is found",
    .enabled(if: geteuid() == 0, "only root gives files away"))
  func mapped() async throws {
    let file = try folder.write("Notes.app/module.py", "good")
    try #require(chown(file, 65_534, 65_534) == 0)
    let descriptor = open(file, O_RDWR)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let map = try #require(mmap(nil, 4, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0))
    try #require(map != MAP_FAILED)
    defer { munmap(map, 4) }
    // The first store to a page sets the time of the change, and those that follow do not.
    map.copyMemory(from: "good", byteCount: 4)
    try await awaitRest(of: file)
    var hashes = BundleHashes()
    let good = try hashes.look(at: bundle).entries
    map.copyMemory(from: "evil", byteCount: 4)
    let evil = try hashes.look(at: bundle).entries
    #expect(good["module.py"] != nil && good["module.py"] != evil["module.py"])
  }

  enum Opening: CaseIterable { case nothing, file, folder, bundle }

  @Test(
    "LA7 a file is not read for each look that root and the daemon alone may write to, as to the folders it is in",
    arguments: Opening.allCases)
  func kept(_ opening: Opening) async throws {
    let file = try folder.write("Notes.app/lib/module.py", "text")
    for (path, mode) in [(bundle, 0o755), (bundle + "/lib", 0o755), (file, 0o644)] as [(String, mode_t)] {
      try #require(chmod(path, mode) == 0)
    }
    switch opening {
    case .nothing: break
    case .file: try #require(chmod(file, 0o664) == 0)
    case .folder: try #require(chmod(bundle + "/lib", 0o775) == 0)
    case .bundle: try #require(chmod(bundle, 0o757) == 0)
    }
    try await awaitRest(of: file)
    let hashes = Mutex(BundleHashes())
    let first = try hashes.withLock { hashes throws(SealError) in try hashes.look(at: bundle).entries }
    try await FailingCalls.during(.folder(bundle + "/lib")) { calls in
      let second = try hashes.withLock { hashes throws(SealError) in try hashes.look(at: bundle).entries }
      #expect(second == first)
      #expect((calls.counts[.read, default: 0] == 0) == (opening == .nothing), "\(calls.counts)")
    }
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

  @MainActor private final class Told {
    var lines: [String] = []
  }

  @Test("LA7 launches are looked at before bundles that clients ask for, and all who wait for one bundle have one look")
  func launchesFirst() async throws {
    #expect(await seal() == nil)
    let told = try toldInOrder { try folder.write("Notes.app/more", "") }
    #expect(told == ["busy true", "launch true", "client true", "another client true"])
  }

  /// - Parameter change: changes the bundle when the first client's look has been made.
  private func toldInOrder(change: () throws -> Void) throws -> [String] {
    let held = HeldDelivery()
    let store = SealStore(directory: folder.path, deliver: held.deliver)
    let told = Told()
    func then(_ name: String) -> @MainActor @Sendable (Result<BundleMoment, SealError>) -> Void {
      { result in
        let isSuccess = if case .success = result { true } else { false }
        told.lines.append("\(name) \(isSuccess)")
      }
    }
    store.verify(app, at: bundle, then: then("busy"))
    held.awaitLetter()
    store.verifyForClient(app, at: bundle, then: then("client"))
    store.verifyForClient(app, at: bundle, then: then("another client"))
    store.verify(app, at: bundle, then: then("launch"))
    held.open()
    held.awaitLetter()
    held.open()
    held.awaitLetter()
    try change()
    held.open()
    held.awaitLetter()
    held.open()
    return told.lines
  }

  @Test("The thread of the seals holds nobody who has been told")
  func letsGo() {
    let held = HeldDelivery()
    let store = SealStore(directory: folder.path, deliver: held.deliver)
    let isLetGo = held.letsGo { told in store.verify(app, at: bundle) { _ in told() } }
    #expect(isLetGo)
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
