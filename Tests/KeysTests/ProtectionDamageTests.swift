// Keys on disk that are lost, damaged or half made: an error each, and never new keys over old files (DP1).
import Foundation
import LifecycleModel
import TestFolders
import Testing

@testable import Keys

@MainActor @Suite struct ProtectionDamageTests {
  private let folder: TestFolder
  private let app = AppID("com.example.vault")

  init() throws { folder = try TestFolder() }

  @Test("DP1: a bag or a device key with any bit changed is an error, and is left as it is")
  func bitFlips() async throws {
    _ = TestBag(folder)
    for name in ["bag", "device.key"] {
      let good = try Data(contentsOf: file(name))
      for position in 0..<good.count {
        var bad = good
        bad[position] ^= 1 << UInt8.random(in: 0..<8)
        try bad.write(to: file(name))
        let bag = TestBag(folder)
        guard case .unusable? = bag.keys.problem else {
          Issue.record("byte \(position) of \(name) does not matter")
          return
        }
        #expect(await bag.available(to: app) == [])
        #expect(try Data(contentsOf: file(name)) == bad)
      }
      try good.write(to: file(name))
    }
    #expect(TestBag(folder).keys.problem == nil)
  }

  @Test(
    "DP1: keys that are missing, cut off or no file are an error, and are not made anew",
    arguments: ["bag", "device.key"])
  func lost(_ name: String) async throws {
    _ = TestBag(folder)
    let good = try Data(contentsOf: file(name))
    try good.dropLast().write(to: file(name))
    expectUnusable()
    try Data().write(to: file(name))
    expectUnusable()
    try FileManager.default.removeItem(at: file(name))
    expectUnusable()
    #expect(!folder.exists("keys/" + name))
    try folder.write("keys/\(name)/a file", "")
    expectUnusable()
  }

  @Test("DP1: every question to a bag that cannot be used gets its error, which says what to do")
  func questions() async throws {
    _ = TestBag(folder)
    try FileManager.default.removeItem(at: file("bag"))
    let bag = TestBag(folder)
    let expected = KeyBagError.unusable(path: file("bag").path, why: "is missing")
    #expect(await bag.key(.none, app).error == expected)
    #expect(await bag.publicKey(app).error == expected)
    #expect(await bag.unlock("1").error == expected)
    #expect(await bag.setPasscode("1", old: nil).error == expected)
    #expect(
      expected.description == "unable to use the keys of protected files: \(file("bag").path) is missing; restore it "
        + "from a copy, or give up the protected files: move the folder with the keys away and restart roostd")
  }

  @Test("DP1: what a first start that was killed has left does not matter")
  func halfMade() async throws {
    try folder.write("keys.new/device.key", "half")
    try folder.write("keys.new/bag.new", "half")
    #expect(await TestBag(folder).available(to: app) == ProtectionClass.allCases)
  }

  @Test("DP1: an app's pair that is damaged costs that app's class, and nothing else")
  func damagedPair() async throws {
    _ = try await TestBag(folder).publicKey(app).get()
    try folder.write("keys/apps/\(app.string)", "garbage")
    let bag = TestBag(folder)
    #expect(await bag.available(to: app) == [.none, .completeUntilFirstUserAuthentication, .complete])
    #expect(await bag.available(to: AppID("com.example.other")) == ProtectionClass.allCases)
  }

  @Test("DP1: a state directory that cannot be used is an error")
  func noFolder() {
    let bag = KeyBag(stateDirectory: folder.path + "/none", deliver: deliver)
    guard case .system? = bag.problem else {
      Issue.record("\(String(describing: bag.problem))")
      return
    }
  }

  private func file(_ name: String) -> URL { URL(filePath: "\(folder.path)/keys/\(name)") }

  private func expectUnusable(at line: SourceLocation = #_sourceLocation) {
    guard case .unusable? = TestBag(folder).keys.problem else {
      Issue.record("\(String(describing: TestBag(folder).keys.problem))", sourceLocation: line)
      return
    }
  }
}
