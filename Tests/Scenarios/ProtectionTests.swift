// DP1, DP2, IN7 with real processes: the keys of protection classes, as apps are given and denied them.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct ProtectionTests {
  /// Notes the key of each class, or why there is none.
  private static let look = """
    for kind in ["none", "completeUntilFirstUserAuthentication", "completeUnlessOpen", "complete"]:
      reply = ask('protectedKey', **{'class': kind})
      note(reply['result']['key'] if 'result' in reply else reply['error']['code'])
    """
  private static let denied = "ProtectedDataUnavailable"

  /// Whether a file that the next daemon reads has one of `keys`.
  private static func isStored(_ keys: [String], by daemon: PrivateDaemon) throws -> Bool {
    let state = URL(fileURLWithPath: daemon.socket).deletingLastPathComponent().appendingPathComponent("state")
    let files = try FileManager.default.contentsOfDirectory(at: state, includingPropertiesForKeys: nil)
    return files.contains { file in
      // The daemon may have removed it by now.
      guard let bytes = try? Data(contentsOf: file) else { return false }
      return keys.contains { bytes.range(of: Data($0.utf8)) != nil }
    }
  }

  @Test("DP1 each class and each app has a key of its own, the same at every launch, and after the daemon's restart")
  func keys() throws {
    let test = try TestDevice(apps: [
      try PythonApp.make("one", on: ["didBecomeActive": Self.look]),
      try PythonApp.make("two", on: ["didBecomeActive": Self.look]),
    ])
    let one = test.device.app("com.example.one")
    try one.launch()
    try test.device.app("com.example.two").launch()
    let first = test.notes(of: one.id)
    #expect(first.count == 4)
    #expect(Set(first + test.notes(of: "com.example.two")).count == 8)
    try test.daemon.restart()
    try Device(socket: test.daemon.socket).app(one.id).launch()
    #expect(test.notes(of: one.id) == first + first)
  }

  @Test("DP1 what is no class, or has no public key, is an error; the public key of completeUnlessOpen is its own")
  func nonsense() throws {
    let app = try PythonApp.make(
      "odd",
      on: [
        "didBecomeActive": """
        note(ask('protectedKey', **{'class': 'nonsense'})['error']['code'])
        note(ask('protectedKey', **{'class': 'complete', 'public': True})['error']['code'])
        private = ask('protectedKey', **{'class': 'completeUnlessOpen'})['result']['key']
        public = ask('protectedKey', **{'class': 'completeUnlessOpen', 'public': True})['result']['key']
        note(str(len(public)) + ' ' + str(public != private))
        """
      ])
    let test = try TestDevice(apps: [app])
    try test.device.app("com.example.odd").launch()
    #expect(test.notes(of: "com.example.odd") == ["UnknownClass", "NoPublicKey", "44 True"])
  }

  @Test("DP2 with a passcode a lock is told at once, and takes the key later: an unlock brings both back")
  func lock() throws {
    let app = try PythonApp.make(
      "vault",
      on: [
        "didBecomeActive": "ask('beginActivity', mode='audio')",
        "notification": "",
        "protectedData": "note('available' if event['available'] else 'unavailable')\n" + Self.look,
        "backgroundEvent": Self.look
          + "\nnote(str(len(ask('protectedKey', **{'class': 'completeUnlessOpen', 'public': True})['result']['key'])))",
      ], keys: ["UIBackgroundModes": ["audio", "fetch"]])
    let test = try TestDevice(deadlines: "key-discard = \"200ms\"", apps: [app])
    let vault = test.device.app("com.example.vault")
    try test.device.setPasscode("1234")
    try vault.launch()
    try test.device.lock()
    try test.events.wait(for: "protectedData") {
      if case .callback(vault.id, "protectedDataWillBecomeUnavailable", _, _) = $0.kind { true } else { false }
    }
    let keys = test.notes(of: vault.id).dropFirst()
    #expect(test.notes(of: vault.id).first == "unavailable")
    // Until the time is up all keys are there.
    #expect(keys.count == 4 && !keys.contains(Self.denied))
    try eventually("the key of complete is gone") {
      try vault.fetch()
      // The time may be up while the app asks for one key after the other.
      return Array(test.notes(of: vault.id).suffix(5)) == Array(keys.prefix(2)) + [Self.denied, Self.denied, "44"]
    }
    #expect(try !Self.isStored(Array(keys), by: test.daemon))
    #expect(try refusal { try test.device.unlock() }.name == "org.roost.Device.PasscodeRefused")
    #expect(try refusal { try test.device.unlock(passcode: "1235") }.name == "org.roost.Device.PasscodeRefused")
    try test.device.unlock(passcode: "1234")
    #expect(Array(test.notes(of: vault.id).suffix(5)) == ["available"] + keys)
  }

  @Test("DP2 after the daemon's restart the device is locked until its passcode comes, and only .none is readable")
  func beforeFirstUnlock() throws {
    let app = try PythonApp.make(
      "early", on: ["backgroundEvent": Self.look], keys: ["UIBackgroundModes": ["fetch"]])
    let test = try TestDevice(apps: [app])
    try test.device.setPasscode("correct horse")
    try test.daemon.restart()
    let device = try Device(socket: test.daemon.socket)
    let early = device.app("com.example.early")
    try early.fetch()
    #expect(test.notes(of: early.id).dropFirst() == [Self.denied, Self.denied, Self.denied])
    try device.unlock(passcode: "correct horse")
    try early.fetch()
    #expect(!test.notes(of: early.id).suffix(4).contains(Self.denied))
    // Without a passcode a lock takes nothing, and a restart neither.
    try device.setPasscode(nil, old: "correct horse")
    try test.daemon.restart()
    try Device(socket: test.daemon.socket).app(early.id).fetch()
    #expect(test.notes(of: early.id).suffix(4) == test.notes(of: early.id).suffix(8).prefix(4))
  }

  @Test("DP2 a key that an app was given is in no file of the runtime directory, also when the daemon is killed")
  func keysAreInNoFile() throws {
    let test = try TestDevice(apps: [try PythonApp.make("keeper", on: ["didBecomeActive": Self.look])])
    try test.device.setPasscode("1234")
    try test.device.app("com.example.keeper").launch()
    let keys = test.notes(of: "com.example.keeper")
    #expect(keys.count == 4 && !keys.contains(Self.denied))
    #expect(try !Self.isStored(keys, by: test.daemon))
    try test.daemon.restart(after: SIGKILL)
    #expect(try !Self.isStored(keys, by: test.daemon))
  }

  @Test("DP2 a passcode is changed only by who knows it, on an unlocked device, and is never empty")
  func passcode() throws {
    let test = try TestDevice(apps: [])
    #expect(try refusal { try test.device.setPasscode("") }.name == "org.roost.Device.PasscodeRefused")
    try test.device.setPasscode("one")
    #expect(try refusal { try test.device.setPasscode("two", old: "no") }.name == "org.roost.Device.PasscodeRefused")
    try test.device.lock()
    #expect(try refusal { try test.device.setPasscode("two", old: "one") }.name == "org.roost.Device.Refused")
    try test.device.unlock(passcode: "one")
    try test.device.setPasscode("two", old: "one")
    try test.device.lock()
    #expect(try refusal { try test.device.unlock(passcode: "one") }.name == "org.roost.Device.PasscodeRefused")
    try test.device.unlock(passcode: "two")
  }
}
