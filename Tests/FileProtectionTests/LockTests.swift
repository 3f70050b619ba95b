// The files that can be read and written before the first unlock, locked and unlocked.
import FileProtection
import Foundation
import Testing

@Suite struct LockTests {
  private let folder: TestFolder
  private let keys = TestKeys()
  private let content = Data("the treasure is under the old oak".utf8)

  init() throws { folder = try TestFolder() }

  @Test(
    "DP2: each class can be read and made when its key is there, and only then",
    arguments: [
      (TestKeys.Device.beforeFirstUnlock, [ProtectionClass.none], [ProtectionClass.none, .completeUnlessOpen]),
      (
        .locked, [.none, .completeUntilFirstUserAuthentication],
        [.none, .completeUntilFirstUserAuthentication, .completeUnlessOpen]
      ),
      (.unlocked, ProtectionClass.allCases, ProtectionClass.allCases),
    ])
  func matrix(_ device: TestKeys.Device, readable: [ProtectionClass], writable: [ProtectionClass]) throws {
    for kind in ProtectionClass.allCases {
      try content.write(to: folder(kind.rawValue), protection: kind.type, keys: keys)
    }
    keys.set(device)
    for kind in ProtectionClass.allCases {
      let old = folder(kind.rawValue)
      let new = folder("new " + kind.rawValue)
      let read = Result { try Data(contentsOfProtected: old, keys: keys) }
      let write = Result { try content.write(to: new, protection: kind.type, keys: keys) }
      if readable.contains(kind) {
        #expect(try read.get() == content)
      } else {
        #expect(throws: ProtectionError.unavailable(path: old.path, class: kind)) { try read.get() }
      }
      if writable.contains(kind) {
        #expect(throws: Never.self) { try write.get() }
      } else {
        #expect(throws: ProtectionError.unavailable(path: new.path, class: kind)) { try write.get() }
        #expect(!FileManager.default.fileExists(atPath: new.path))
      }
    }
  }

  @Test("DP2: a completeUnlessOpen file made while the device is locked can be read after the unlock")
  func madeWhileLocked() throws {
    keys.set(.locked)
    try content.write(to: folder("mail"), protection: .completeUnlessOpen, keys: keys)
    keys.set(.unlocked)
    #expect(try Data(contentsOfProtected: folder("mail"), keys: keys) == content)
  }

  @Test("DP2: the lock ends reading and writing open files of class complete, and of no other")
  func openFiles() throws {
    for kind in ProtectionClass.allCases {
      keys.set(.unlocked)
      let file = folder(kind.rawValue)
      try content.write(to: file, protection: kind.type, keys: keys)
      let reader = try ProtectedFile(forReadingFrom: file, keys: keys)
      let writer = try ProtectedFileWriter(for: folder("new"), protection: kind.type, keys: keys)
      keys.set(.locked)
      if kind == .complete {
        #expect(throws: ProtectionError.unavailable(path: file.path, class: kind)) { try reader.read() }
        #expect(throws: ProtectionError.unavailable(path: folder("new").path, class: kind)) {
          try writer.write(content)
        }
        keys.set(.unlocked)
        #expect(try reader.read() == content)
      } else {
        #expect(try reader.read() == content)
        try writer.write(content)
        try writer.close()
      }
    }
  }

  @Test("DP2: the error says what is needed, and when to try again")
  func sentence() {
    #expect(
      ProtectionError.unavailable(path: "diary", class: .complete).description
        == "unable to read diary: its protection class complete needs the device to be unlocked; "
        + "try again after protectedDataDidBecomeAvailable")
  }

  @Test("DP1: FileManager tells and changes the protection of a file")
  func fileManager() throws {
    let file = folder("file").path
    try content.write(to: folder("file"))
    #expect(try FileManager.default.protection(ofItemAtPath: file) == nil)
    try FileManager.default.setProtection(.none, ofItemAtPath: file, keys: keys)
    #expect(try FileManager.default.protection(ofItemAtPath: file)?.rawValue == FileProtectionType.none.rawValue)
    try FileManager.default.setProtection(.complete, ofItemAtPath: file, keys: keys)
    #expect(try Data(contentsOfProtected: folder("file"), keys: keys) == content)
    keys.set(.locked)
    #expect(try FileManager.default.protection(ofItemAtPath: file)?.rawValue == FileProtectionType.complete.rawValue)
    #expect(throws: ProtectionError.unavailable(path: file, class: .complete)) {
      try FileManager.default.setProtection(.none, ofItemAtPath: file, keys: keys)
    }
  }

  @Test("DP1: the options of Data.write(to:options:) name the class")
  func options() {
    #expect(Data.WritingOptions([.atomic, .completeFileProtection]).protection?.rawValue == "NSFileProtectionComplete")
    #expect(Data.WritingOptions.noFileProtection.protection?.rawValue == FileProtectionType.none.rawValue)
    #expect(Data.WritingOptions.atomic.protection == nil)
  }

  @Test("Where roostd gives out no keys the error says what to do")
  func noKeys() {
    let error = #expect(throws: ProtectionError.self) {
      try content.write(to: folder("file"), protection: .complete)
    }
    #expect(error?.description.hasSuffix("start it as an app, or set ProtectedData.keys") == true)
  }

  @Test("A type that is none of the four is refused, and so is a writer that was closed")
  func misuse() throws {
    #expect(throws: ProtectionError.unknownType(path: folder("file").path, type: "strict")) {
      try content.write(to: folder("file"), protection: FileProtectionType(rawValue: "strict"), keys: keys)
    }
    let writer = try ProtectedFileWriter(for: folder("file"), keys: keys)
    try writer.close()
    #expect(throws: ProtectionError.closed(path: folder("file").path)) { try writer.write(content) }
  }
}
