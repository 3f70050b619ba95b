// The keys that the daemon has to give, through locks, restarts and passcodes (DP1, DP2).
import Crypto
import Foundation
import LifecycleModel
import TestFolders
import Testing

@testable import Keys

@MainActor @Suite struct ProtectionKeyBagTests {
  private let folder: TestFolder
  private let app = AppID("com.example.vault")

  init() throws { folder = try TestFolder() }

  @Test("DP1: keys survive the daemon, and no two apps or classes share one")
  func lasting() async throws {
    let first = TestBag(folder)
    var seen: [[UInt8]] = []
    for kind in ProtectionClass.allCases {
      for app in [app, AppID("com.example.other")] { seen.append(try await first.key(kind, app).get()) }
    }
    #expect(Set(seen).count == 8)
    #expect(seen.allSatisfy { $0.count == 32 })
    let second = TestBag(folder)
    for kind in ProtectionClass.allCases {
      #expect(try await second.key(kind, app).get() == first.key(kind, app).get())
    }
  }

  @Test("DP1: the keys of an app stay when another asks for its first, whatever the two are called")
  func neighbours() async throws {
    let names = ["com.acme.notes.new", "com.acme.notes.tmp", "com.acme.notes.draft", "com.acme.notes", "com.acme"]
    var keys: [String: [UInt8]] = [:]
    // Each daemon knows the pair of one app alone, and has to find the others on disk.
    for name in names { keys[name] = try await TestBag(folder).publicKey(AppID(name)).get() }
    for name in names { #expect(try await TestBag(folder).publicKey(AppID(name)).get() == keys[name], "\(name)") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/keys/apps").sorted() == names.sorted())
  }

  @Test("DP1: only the daemon's user can read the keys")
  func modes() async throws {
    _ = try await TestBag(folder).publicKey(app).get()
    for file in ["device.key", "bag", "apps/com.example.vault"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/keys/\(file)")
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
    }
  }

  @Test("DP2: without a passcode every class is there from the start, and a lock takes nothing")
  func noPasscode() async throws {
    let bag = TestBag(folder)
    bag.keys.discard()
    #expect(await bag.available(to: app) == ProtectionClass.allCases)
    #expect(!bag.keys.hasPasscode)
    #expect(bag.keys.problem == nil)
  }

  @Test("DP2: with a passcode each class is there when the device's state allows it, and only then")
  func matrix() async throws {
    try await TestBag(folder).setPasscode("1234", old: nil).get()
    let bag = TestBag(folder)
    #expect(bag.keys.hasPasscode)
    #expect(await bag.available(to: app) == [.none], "before the first unlock")
    #expect(await bag.key(.complete, app).error == .unavailable(.complete))
    #expect(await bag.unlock("4321").error == .wrongPasscode)
    #expect(await bag.unlock("").error == .wrongPasscode)
    #expect(await bag.unlock(nil).error == .passcodeNeeded)
    #expect(await bag.available(to: app) == [.none], "after wrong passcodes")
    try await bag.unlock("1234").get()
    #expect(await bag.available(to: app) == ProtectionClass.allCases, "unlocked")
    bag.keys.discard()
    #expect(await bag.available(to: app) == [.none, .completeUntilFirstUserAuthentication], "10 s after the lock")
    try await bag.unlock("1234").get()
    #expect(await bag.available(to: app) == ProtectionClass.allCases, "unlocked again")
  }

  @Test(
    "DP2: the public key of completeUnlessOpen is there at any time, and fits the private key given after the unlock")
  func pair() async throws {
    try await TestBag(folder).setPasscode("1234", old: nil).get()
    let bag = TestBag(folder)
    let publicKey = try await bag.publicKey(app).get()
    try await bag.unlock("1234").get()
    let own = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: await bag.key(.completeUnlessOpen, app).get())
    #expect([UInt8](own.publicKey.rawRepresentation) == publicKey)
    #expect(try await TestBag(folder).publicKey(app).get() == publicKey)
  }

  @Test("DP1: a passcode is changed and taken away by who knows it, and the keys stay as they are")
  func changes() async throws {
    let bag = TestBag(folder)
    let key = try await bag.key(.complete, app).get()
    try await bag.setPasscode("one", old: nil).get()
    #expect(await bag.setPasscode("two", old: "none").error == .wrongPasscode)
    #expect(await bag.setPasscode(nil, old: nil).error == .passcodeNeeded)
    #expect(await bag.setPasscode("", old: "one").error == .emptyPasscode)
    try await bag.setPasscode("two", old: "one").get()
    let second = TestBag(folder)
    #expect(await second.unlock("one").error == .wrongPasscode)
    try await second.unlock("two").get()
    #expect(try await second.key(.complete, app).get() == key)
    try await second.setPasscode(nil, old: "two").get()
    #expect(!second.keys.hasPasscode)
    #expect(try await TestBag(folder).key(.complete, app).get() == key)
  }

  @Test("DP2: a user who takes the passcode away while a lock takes the keys back has every key")
  func takenAwayMeanwhile() async throws {
    let bag = TestBag(folder)
    let key = try await bag.key(.complete, app).get()
    try await bag.setPasscode("one", old: nil).get()
    let taken: Result<Void, KeyBagError> = await withCheckedContinuation { done in
      bag.keys.setPasscode(nil, old: "one") { done.resume(returning: $0) }
      bag.keys.discard()
    }
    try taken.get()
    #expect(await bag.available(to: app) == ProtectionClass.allCases)
    #expect(try await bag.key(.complete, app).get() == key)
  }

  @Test("DP1: a passcode that cannot be kept changes nothing")
  func unwritable() async throws {
    let bag = TestBag(folder)
    try await bag.setPasscode("one", old: nil).get()
    // A file that stands in the way of the new one, as a full disk would.
    try folder.write("keys/bag.new/in the way", "")
    guard case .system? = await bag.setPasscode("two", old: "one").error else {
      Issue.record("the passcode was changed")
      return
    }
    try await bag.unlock("one").get()
    try await TestBag(folder).unlock("one").get()
  }

  @MainActor private final class Told {
    var lines: [String] = []
  }

  @Test("DP2: an unlock does not wait for passcodes that are to be set")
  func unlockFirst() {
    let held = HeldDelivery()
    let keys = KeyBag(stateDirectory: folder.path, deliver: held.deliver, cost: 4)
    let told = Told()
    keys.publicKey(of: app) { _ in told.lines.append("busy") }
    held.awaitLetter()
    keys.setPasscode("1234", old: nil) { told.lines.append("set \($0.error == nil)") }
    keys.unlock(passcode: nil) { told.lines.append("unlocked \($0.error == nil)") }
    for _ in 0..<2 {
      held.open()
      held.awaitLetter()
    }
    held.open()
    #expect(told.lines == ["busy", "unlocked true", "set true"])
  }

  @Test("The thread of the keys holds nobody who has been told")
  func letsGo() {
    let held = HeldDelivery()
    let keys = KeyBag(stateDirectory: folder.path, deliver: held.deliver, cost: 4)
    let isLetGo = held.letsGo { told in keys.publicKey(of: app) { _ in told() } }
    #expect(isLetGo)
  }
}

/// A key bag whose answers can be awaited. Its scrypt is cheap.
@MainActor struct TestBag {
  let keys: KeyBag
  typealias Answer<Value> = Result<Value, KeyBagError>

  init(_ folder: TestFolder, now: @escaping @Sendable () -> Instant = { Instant(nanoseconds: 0) }) {
    keys = KeyBag(
      stateDirectory: folder.path, deliver: { letter in Task { @MainActor in letter() } }, cost: 4, now: now)
  }

  func unlock(_ passcode: String?) async -> Answer<Void> {
    await withCheckedContinuation { done in keys.unlock(passcode: passcode) { done.resume(returning: $0) } }
  }

  func key(_ kind: ProtectionClass, _ app: AppID) async -> Answer<[UInt8]> {
    await withCheckedContinuation { done in keys.key(kind, of: app) { done.resume(returning: $0) } }
  }

  func publicKey(_ app: AppID) async -> Answer<[UInt8]> {
    await withCheckedContinuation { done in keys.publicKey(of: app) { done.resume(returning: $0) } }
  }

  func setPasscode(_ new: String?, old: String?) async -> Answer<Void> {
    await withCheckedContinuation { done in keys.setPasscode(new, old: old) { done.resume(returning: $0) } }
  }

  func available(to app: AppID) async -> [ProtectionClass] {
    var available: [ProtectionClass] = []
    for kind in ProtectionClass.allCases {
      if case .success = await key(kind, app) { available.append(kind) }
    }
    return available
  }
}

extension Result {
  /// Nil for a success.
  var error: Failure? {
    switch self {
    case .success: nil
    case .failure(let error): error
    }
  }
}
