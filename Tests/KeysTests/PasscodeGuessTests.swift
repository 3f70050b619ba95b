// Guesses of the passcode are slowed down, whoever makes them and however the daemon ends meanwhile (DP2).
import Foundation
import LifecycleModel
import Synchronization
import TestFolders
import Testing

@testable import Keys

@MainActor @Suite struct PasscodeGuessTests {
  /// Seconds that a test lets pass.
  private final class Clock: Sendable {
    let seconds = Mutex<UInt64>(1000)
    var now: @Sendable () -> Instant { { [self] in Instant(nanoseconds: seconds.withLock { $0 * 1_000_000_000 }) } }
    func pass(_ more: UInt64) { seconds.withLock { $0 += more } }
  }

  @Test("DP2 after five wrong passcodes each guess waits longer, the right one as well, which ends the waiting")
  func waits() async throws {
    let folder = try TestFolder()
    let clock = Clock()
    try await TestBag(folder).setPasscode("1234", old: nil).get()
    let bag = TestBag(folder, now: clock.now)
    for _ in 0..<5 { #expect(await bag.unlock("0000").error == .wrongPasscode) }
    for wait in [60, 300, 900, 900, 3600, 3600] as [UInt64] {
      #expect(await bag.unlock("1234").error == .tooManyAttempts(seconds: Int(wait)))
      clock.pass(wait - 1)
      #expect(await bag.unlock("1234").error == .tooManyAttempts(seconds: 1))
      // To be told to wait is no guess.
      #expect(await bag.setPasscode(nil, old: "1234").error == .tooManyAttempts(seconds: 1))
      clock.pass(1)
      #expect(await bag.unlock("0000").error == .wrongPasscode)
    }
    clock.pass(3600)
    try await bag.unlock("1234").get()
    #expect(await bag.unlock("0000").error == .wrongPasscode)
    try await bag.unlock("1234").get()
  }

  @Test("DP2 a daemon that ends and starts again has counted the guesses, and the wait begins anew")
  func restart() async throws {
    let folder = try TestFolder()
    let clock = Clock()
    try await TestBag(folder).setPasscode("1234", old: nil).get()
    for _ in 0..<5 { #expect(await TestBag(folder, now: clock.now).unlock("0000").error == .wrongPasscode) }
    clock.pass(10_000)
    let bag = TestBag(folder, now: clock.now)
    #expect(await bag.unlock("1234").error == .tooManyAttempts(seconds: 60))
    clock.pass(60)
    try await bag.unlock("1234").get()
    try await TestBag(folder, now: clock.now).unlock("1234").get()
  }

  @Test("DP2 a full disk gives nobody more guesses, however often the daemon ends")
  func fullDisk() async throws {
    let folder = try TestFolder()
    let clock = Clock()
    try await TestBag(folder).setPasscode("1234", old: nil).get()
    // A file that is written beside needs space; this folder takes its draft's place.
    try FileManager.default.createDirectory(
      atPath: folder.path + "/keys/attempts.new/taken", withIntermediateDirectories: true)
    for _ in 0..<5 { #expect(await TestBag(folder, now: clock.now).unlock("0000").error == .wrongPasscode) }
    #expect(await TestBag(folder, now: clock.now).unlock("1234").error == .tooManyAttempts(seconds: 60))
    clock.pass(60)
    let bag = TestBag(folder, now: clock.now)
    #expect(await bag.unlock("1234").error == .tooManyAttempts(seconds: 60))
    clock.pass(60)
    try await bag.unlock("1234").get()
    try await TestBag(folder, now: clock.now).unlock("1234").get()
  }

  @Test("DP2 guesses that are made at once are no more than those made one after another")
  func together() async throws {
    let folder = try TestFolder()
    try await TestBag(folder).setPasscode("1234", old: nil).get()
    let bag = TestBag(folder)
    let errors = Mutex<[KeyBagError?]>([])
    await withCheckedContinuation { done in
      for _ in 0..<100 {
        bag.keys.unlock(passcode: "0000") { result in
          let count = errors.withLock { errors in
            errors.append(result.error)
            return errors.count
          }
          if count == 100 { done.resume() }
        }
      }
    }
    #expect(errors.withLock { $0.count { $0 == .wrongPasscode } } == 5)
    #expect(errors.withLock { $0.count { $0 == .tooManyAttempts(seconds: 60) } } == 95)
  }
}
