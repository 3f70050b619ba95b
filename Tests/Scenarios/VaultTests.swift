// DP1 and DP2 with an app that keeps a secret: what is on disk, and what a locked device lets it read.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct VaultTests {
  private let test: TestDevice
  private let vault: AppUnderTest

  init() throws {
    test = try TestDevice(deadlines: "key-discard = \"200ms\"", apps: [Programs.app("vault")])
    vault = test.device.app("com.example.vault")
  }

  /// The lines that it has printed about its secrets.
  private var said: [Substring] { test.output(of: vault).split(separator: "\n").filter { $0 != "covered" } }

  @Test("DP1 what Vault keeps is encrypted on disk, and read again by its next process")
  func disk() throws {
    try vault.launch()
    let file = try #require(test.file("Documents/secrets", of: vault))
    #expect(file.starts(with: Data("RoostPD".utf8)))
    #expect(file.range(of: Data("oak".utf8)) == nil)
    try vault.terminate()
    try vault.launch()
    #expect(said == ["open", "open"])
    #expect(test.file("Documents/secrets", of: vault) == file)
  }

  @Test("DP2 Vault forgets at the lock, cannot read while the device is locked, and reads again after the unlock")
  func lock() throws {
    try test.device.setPasscode("1234")
    try vault.launch()
    try test.device.lock()
    try vault.terminate()
    try eventually("the key is gone") {
      try vault.launch(background: true)
      defer { _ = try? vault.terminate() }
      return said.last?.hasPrefix("locked: ") == true
    }
    #expect(said.last?.contains("needs the device to be unlocked") == true)
    try vault.launch(background: true)
    let start = said.count
    try test.device.unlock(passcode: "1234")
    try vault.launch()
    #expect(said[start...] == ["open"])
  }

  @Test("DP2 Vault hears of the lock before its key is gone, and of the unlock before it is on the screen again")
  func notices() throws {
    try test.device.setPasscode("1234")
    try vault.launch()
    try test.device.lock()
    #expect(said == ["open", "forgotten"])
    let start = test.events.now
    try test.device.unlock(passcode: "1234")
    let calls = test.events.callbacks(of: vault.id, from: start)
    let available = try #require(calls.firstIndex(of: "protectedDataDidBecomeAvailable"))
    #expect(available < (try #require(calls.firstIndex(of: "sceneWillEnterForeground"))))
    #expect(said.last == "open")
  }
}
