// The keys of protected files, and the seals of bundles, when the kernel refuses.
import FailingCalls
import Foundation
import LifecycleModel
import Linux
import SystemPackage
import TestFolders
import Testing

@testable import Keys

@MainActor @Suite(.timeLimit(.minutes(40))) struct KeysFailingCallsTests {
  private let app = AppID("com.example.vault")

  /// All keys, for the passcode that opens them.
  private func keys(_ folder: TestFolder, passcode: String) async throws -> [[UInt8]]? {
    let bag = TestBag(folder)
    if bag.keys.hasPasscode, (try? await bag.unlock(passcode).get()) == nil { return nil }
    var keys: [[UInt8]] = []
    for kind in ProtectionClass.allCases { keys.append(try await bag.key(kind, app).get()) }
    return keys
  }

  @Test("DP1: the first keys are complete or made anew, whichever system call fails")
  func firstKeys() async throws {
    let expected: Set<SystemCall> = [.access, .mkdir, .open, .write, .fsync, .close, .rename, .fstat, .read]
    try await eachSystemCallFails(
      expecting: expected, telling: .cure(["check that the state directory is writable and has space"])
    ) {
      $0
    } act: { folder in
      if let problem = TestBag(folder).keys.problem { throw problem }
    } check: { _, folder, outcome in
      let keys = try await keys(folder, passcode: "")
      #expect(keys?.count == ProtectionClass.allCases.count, "\(outcome.failure)")
      #expect(try await self.keys(folder, passcode: "") == keys, "\(outcome.failure)")
    }
  }

  @Test("DP1, DP2: no key is lost, and a passcode that was accepted holds, whichever system call fails")
  func passcode() async throws {
    struct World {
      let bag: TestBag
      let before: [[UInt8]]
    }
    try await eachSystemCallFails(
      expecting: [.open, .write, .fsync, .close, .rename],
      telling: .cure(["check that the state directory is writable and has space"])
    ) { folder in
      let before = try #require(try await keys(folder, passcode: ""))
      return World(bag: TestBag(folder), before: before)
    } act: { world in
      _ = try await world.bag.key(.none, app).get()
      try await world.bag.setPasscode("1234", old: nil).get()
    } check: { world, folder, outcome in
      let bag = TestBag(folder)
      #expect(bag.keys.hasPasscode == (outcome.error == nil), "\(outcome.failure): what was said is so")
      #expect(try await keys(folder, passcode: "1234") == world.before, "\(outcome.failure)")
      try await bag.setPasscode("5678", old: bag.keys.hasPasscode ? "1234" : nil).get()
      #expect(try await keys(folder, passcode: "5678") == world.before, "\(outcome.failure)")
    }
  }

  /// Of `keys/device.key` and `keys/bag`, which are opened in this order.
  @Test(
    "DP2: keys that cannot be read at the start count as having a passcode, and are read again at each unlock",
    arguments: [0, 1], [Errno.ioError, .tooManyOpenFiles, .noMemory])
  func unread(file: Int, errno: Errno) async throws {
    let folder = try TestFolder()
    try await TestBag(folder).setPasscode("1234", old: nil).get()
    let failure = Failure(call: .open, number: file, errno: errno)
    let bag = await FailingCalls.during(.folder(folder.path), failure) { _ in TestBag(folder) }
    #expect(bag.keys.problem != nil)
    #expect(bag.keys.hasPasscode)
    await FailingCalls.during(.folder(folder.path), failure) { _ in
      let path = "\(folder.path)/keys/\(["device.key", "bag"][file])"
      let refusal = await bag.unlock("1234").error
      #expect(refusal == .unread(path: path, errno))
      #expect(refusal?.description.contains("try again") == true)
    }
    #expect(bag.keys.hasPasscode)
    #expect(await bag.unlock("4321").error == .wrongPasscode)
    #expect(await bag.available(to: app) == [])
    try await bag.unlock("1234").get()
    #expect(bag.keys.hasPasscode)
    #expect(await bag.available(to: app) == ProtectionClass.allCases)
  }

  @Test("DP2: keys without a passcode, or damaged ones, that could not be read at the start need none at an unlock")
  func unreadWithoutPasscode() async throws {
    let folder = try TestFolder()
    _ = TestBag(folder)
    let failure = Failure(call: .open, number: 1, errno: .ioError)
    let whole = await FailingCalls.during(.folder(folder.path), failure) { _ in TestBag(folder) }
    let damaged = await FailingCalls.during(.folder(folder.path), failure) { _ in TestBag(folder) }
    #expect(whole.keys.hasPasscode && damaged.keys.hasPasscode)
    try await whole.unlock(nil).get()
    #expect(!whole.keys.hasPasscode)
    #expect(await whole.available(to: app) == ProtectionClass.allCases)
    try folder.write("keys/bag", "garbage")
    guard case .unusable? = await damaged.unlock(nil).error else {
      Issue.record("damaged keys were opened")
      return
    }
    #expect(!damaged.keys.hasPasscode)
  }

  @Test("DP2: keys that could not be read at the start, and are gone at an unlock, are not made anew")
  func unreadAndGone() async throws {
    let folder = try TestFolder()
    try await TestBag(folder).setPasscode("1234", old: nil).get()
    let failure = Failure(call: .open, number: 1, errno: .ioError)
    let bag = await FailingCalls.during(.folder(folder.path), failure) { _ in TestBag(folder) }
    let keys = "\(folder.path)/keys"
    try Sys.rename(keys, "\(folder.path)/elsewhere")
    #expect(await bag.unlock("4321").error == .unread(path: keys, .noSuchFileOrDirectory))
    #expect(bag.keys.hasPasscode && !folder.exists("keys"))
    try Sys.rename("\(folder.path)/elsewhere", keys)
    try await bag.unlock("1234").get()
  }

  @Test("LA7: a bundle is sealed or it is not, whichever system call fails")
  func seal() async throws {
    try await eachSystemCallFails(
      expecting: [.getdents, .stat, .open, .openat2, .fstat, .read, .mkdir, .write, .fsync, .close, .rename],
      telling: .cure(["check that roostd may read it, and its disk", "reinstall it with `roostctl install PATH`"])
    ) { folder in
      let bundle = try folder.bundle("Notes", TestFolder.plist("com.example.notes"), script: nil)
      return (store: SealStore(directory: folder.path, deliver: deliver), bundle: bundle)
    } act: { world in
      if let error = await seal(world.store, world.bundle) { throw error }
      if let error = await verify(world.store, world.bundle) { throw error }
    } check: { world, folder, outcome in
      let next = SealStore(directory: folder.path, deliver: deliver)
      if outcome.error == nil { #expect(await verify(next, world.bundle) == nil, "\(outcome.failure)") }
      #expect(await seal(next, world.bundle) == nil, "\(outcome.failure)")
      #expect(await verify(next, world.bundle) == nil, "\(outcome.failure)")
    }
  }

  @Test(
    "LA7: while the seals cannot be listed no bundle that was changed is launched, and one without a seal is",
    arguments: [Errno.ioError, .permissionDenied, .noMemory, .tooManyOpenFilesInSystem])
  func unlisted(_ errno: Errno) async throws {
    let (folder, sealed) = (try TestFolder(), "com.example.notes")
    let bundle = try folder.bundle("Notes", TestFolder.plist(sealed), script: nil)
    let other = try folder.bundle("Other", TestFolder.plist("com.example.other"), script: nil)
    #expect(await seal(SealStore(directory: folder.path, deliver: deliver), bundle) == nil)
    try folder.write("Notes.app/more", "")
    // At the start, for its log, and for each of the two launches.
    let failure = Failure(call: .open, number: 0, errno: errno, times: 4)
    let store = await FailingCalls.during(.folder(folder.path), failure) { _ in
      let store = SealStore(directory: folder.path, deliver: deliver)
      #expect(store.problem?.description.contains("\(errno)") == true)
      #expect(store.isSealed(sealed) && store.isSealed("com.example.other"))
      return store
    }
    let result = await launch(store, "com.example.other", other)
    #expect(throws: Never.self) { try result.get() }
    let changed = await launch(store, sealed, bundle)
    #expect(throws: SealError(bundle: realPath(bundle) ?? bundle, .added("more"))) { try changed.get() }
    #expect(store.isSealed(sealed) && !store.isSealed("com.example.other"), "they can be listed by now")
  }

  private func launch(_ store: SealStore, _ app: String, _ bundle: String) async -> Result<BundleMoment?, SealError> {
    await withCheckedContinuation { done in
      store.verifyIfSealed(app, at: bundle) { done.resume(returning: $0) }
    }
  }

  private func seal(_ store: SealStore, _ bundle: String) async -> SealError? {
    await withCheckedContinuation { done in
      store.seal("com.example.notes", at: bundle, infoPlist: infoPlistHash(of: bundle), among: []) {
        done.resume(returning: $0)
      }
    }
  }

  private func verify(_ store: SealStore, _ bundle: String) async -> SealError? {
    await withCheckedContinuation { done in
      store.verify("com.example.notes", at: bundle) { result in
        if case .failure(let error) = result { done.resume(returning: error) } else { done.resume(returning: nil) }
      }
    }
  }
}
