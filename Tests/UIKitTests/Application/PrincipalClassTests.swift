// The application object and the delegate that an app begins with.

import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct PrincipalClassTests {
  @Test("LA1 no principal class means UIApplication, a name means that subclass")
  func named() {
    #expect(type(of: makeApplication(nil)) == UIApplication.self)
    #expect(makeApplication(NSStringFromClass(Game.self)) is Game)
  }

  @Test(
    "LA1 the principal class can be named by Info.plist; without the key there is none",
    arguments: [
      ("<key>NSPrincipalClass</key><string>My.Game</string>", "My.Game" as String?), ("", nil),
      ("<key>CFBundleName</key><string>NSPrincipalClass</string>", nil),
    ])
  func infoPlist(keys: String, expected: String?) throws {
    let bundle = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).app")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: bundle) }
    try Data("<plist version=\"1.0\"><dict>\(keys)</dict></plist>".utf8).write(to: bundle.appending(path: "Info.plist"))
    #expect(AppInfo(ofBundle: bundle.path)?.principalClass == expected)
  }

  @Test("LA1 the delegate is made with the init() of its own class")
  func dynamicInit() {
    #expect((WithInit.makeDynamically() as? WithInit)?.made == "by its own init")
    #expect(Recorder.makeDynamically() is Recorder)
  }
}

// At the top level: NSStringFromClass knows no nested classes on Linux.
final class Game: UIApplication {}

final class WithInit: UIResponder, UIApplicationDelegate {
  let made: String
  override init() { made = "by its own init" }
}
