import Foundation
// The content of Info.plist beyond the name of the program: scenes, URLs, orientations, background modes, shortcuts.
import LifecycleModel
import Settings
import TestFolders
import Testing

@testable import Bundles

@Suite struct BundleKeysTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private func read(_ keys: [String: Any]) throws -> InfoPlist {
    try InfoPlist(bundle: folder.bundle("K", TestFolder.plist("a.b", keys)))
  }

  private func problem(_ keys: [String: Any]) -> BundleError.Problem? {
    #expect(throws: BundleError.self) { try read(keys) }?.problem
  }

  @Test("a plist that says nothing of these says nothing of them")
  func absent() throws {
    let info = try read([:])
    #expect(!info.hasSceneManifest && !info.supportsMultipleScenes && info.defaultSceneConfiguration == nil)
    #expect(info.urlSchemes.isEmpty && info.supportedOrientations.isEmpty && info.initialOrientation == nil)
    #expect(info.backgroundModes.isEmpty && info.taskIdentifiers.isEmpty && info.shortcutItems.isEmpty)
  }

  @Test("ME5 limits of memory are whole numbers of bytes, and what is none is named")
  func memoryLimits() throws {
    #expect(try read([:]).memoryLimits == InfoPlist.MemoryLimits())
    let info = try read(["RoostMemoryLimits": ["soft": 1 << 20, "hard": 1 << 30]])
    #expect(info.memoryLimits == InfoPlist.MemoryLimits(soft: 1 << 20, hard: 1 << 30))
    #expect(problem(["RoostMemoryLimits": ["hard": -1]]) != nil)
    #expect(problem(["RoostMemoryLimits": ["soft": "much"]]) != nil)
  }

  @Test("LS2 SC4 the scene manifest of a new Xcode project")
  func manifest() throws {
    let configuration = [
      "UISceneConfigurationName": "Default Configuration", "UISceneDelegateClassName": "Notes.SceneDelegate",
      "UISceneStoryboardFile": "Main",
    ]
    let configurations = [
      "UIWindowSceneSessionRoleApplication": [configuration, ["UISceneConfigurationName": "Other"]]
    ]
    let info = try read([
      "UIApplicationSceneManifest": [
        "UIApplicationSupportsMultipleScenes": true, "UISceneConfigurations": configurations,
      ]
    ])
    #expect(info.hasSceneManifest && info.supportsMultipleScenes)
    #expect(info.defaultSceneConfiguration == "Default Configuration")
    let bare = try read(["UIApplicationSceneManifest": [:] as [String: Any]])
    #expect(bare.hasSceneManifest && !bare.supportsMultipleScenes && bare.defaultSceneConfiguration == nil)
  }

  @Test("LA6 schemes are in lower case, and each is there once")
  func schemes() throws {
    let types: [[String: Any]] = [
      ["CFBundleURLName": "a.b", "CFBundleURLSchemes": ["Notes", "x-notes+1"]], ["CFBundleTypeRole": "Viewer"],
      ["CFBundleURLSchemes": ["NOTES", "memo"]],
    ]
    #expect(try read(["CFBundleURLTypes": types]).urlSchemes == ["notes", "x-notes+1", "memo"])
    let many = ["CFBundleURLTypes": [["CFBundleURLSchemes": (0..<1000).map { "scheme\($0)" }]]]
    #expect(try read(many).urlSchemes == (0..<256).map { "scheme\($0)" })
  }

  @Test("LA7 of the paths that an app asks for so many are taken as are few and have few bytes together")
  func paths() throws {
    let short = (0..<1000).map { "/\($0)" }
    let long = (100..<400).map { "/srv/\($0)/" + String(repeating: "a", count: 119) }
    let access = try read(["RoostFileAccess": ["read": short, "write": long]]).fileAccess
    #expect(access.read == Array(short.prefix(256)))
    #expect(access.write == Array(long.prefix(128)))
  }

  @Test("LA8 orientations under Apple's names")
  func orientations() throws {
    let info = try read([
      "UISupportedInterfaceOrientations": ["UIInterfaceOrientationLandscapeLeft", "UIInterfaceOrientationPortrait"],
      "UIInterfaceOrientation": "UIInterfaceOrientationLandscapeRight",
    ])
    #expect(info.supportedOrientations == [.landscapeLeft, .portrait])
    #expect(info.initialOrientation == .landscapeRight)
  }

  @Test("BX3 BX4 LA4 background modes, permitted tasks and shortcut items")
  func lists() throws {
    let info = try read([
      "UIBackgroundModes": ["audio", "made-up-later"], "BGTaskSchedulerPermittedIdentifiers": ["a.b.refresh"],
      "UIApplicationShortcutItems": [
        ["UIApplicationShortcutItemType": "new", "UIApplicationShortcutItemTitle": "New note"]
      ],
    ])
    #expect(info.backgroundModes == ["audio", "made-up-later"])
    #expect(info.taskIdentifiers == ["a.b.refresh"])
    #expect(info.shortcutItems == [.init(type: "new", title: "New note", subtitle: nil)])
    let many = ["BGTaskSchedulerPermittedIdentifiers": (0..<1000).map { "task\($0)" }]
    #expect(try read(many).taskIdentifiers == (0..<256).map { "task\($0)" })
  }

  @Test("PR5 the services that the plist explains")
  func purposes() throws {
    #expect(try read([:]).purposes.isEmpty)
    let info = try read([
      "NSCameraUsageDescription": "To scan codes.", "NSLocationAlwaysAndWhenInUseUsageDescription": "To find you.",
      "NSPhotoLibraryAddUsageDescription": "To save pictures.", "NSFridgeUsageDescription": "To look into it.",
    ])
    #expect(
      info.purposes == [.camera: "To scan codes.", .location: "To find you.", .photos: "To save pictures."])
  }

  @Test("LA9 one main interface or the other, not both")
  func mainInterface() throws {
    #expect(throws: Never.self) { try read(["UIMainStoryboardFile": "Main"]) }
    #expect(throws: Never.self) { try read(["NSMainNibFile": "Main"]) }
    #expect(problem(["UIMainStoryboardFile": "Main", "NSMainNibFile": "Main"]) == .twoMainInterfaces)
  }

  @Test(
    "a malformed part is named down to where it is, with what belongs there",
    arguments: [
      (
        ["UIApplicationSceneManifest": ["UIApplicationSupportsMultipleScenes": "yes"]],
        "UIApplicationSceneManifest.UIApplicationSupportsMultipleScenes", "true or false"
      ),
      (
        ["UIApplicationSceneManifest": ["UISceneConfigurations": ["Role": "x"]]],
        "UIApplicationSceneManifest.UISceneConfigurations.Role", "an array"
      ),
      (
        ["UIApplicationSceneManifest": ["UISceneConfigurations": ["Role": [["UISceneConfigurationName": 7]]]]],
        "UIApplicationSceneManifest.UISceneConfigurations.Role[0].UISceneConfigurationName", "a string"
      ),
      (["CFBundleURLTypes": "notes"], "CFBundleURLTypes", "an array"),
      (["CFBundleURLTypes": ["notes"]], "CFBundleURLTypes[0]", "a dictionary"),
      (["CFBundleURLTypes": [["CFBundleURLSchemes": "notes"]]], "CFBundleURLTypes[0].CFBundleURLSchemes", "an array"),
      (
        ["CFBundleURLTypes": [["CFBundleURLSchemes": ["ok", "no scheme"]]]],
        "CFBundleURLTypes[0].CFBundleURLSchemes[1]", "a URL scheme: a letter, then letters, digits, '+', '-' and '.'"
      ),
      (
        ["UISupportedInterfaceOrientations": "UIInterfaceOrientationPortrait"],
        "UISupportedInterfaceOrientations", "an array"
      ),
      (
        ["UISupportedInterfaceOrientations": ["Portrait"]], "UISupportedInterfaceOrientations[0]",
        "one of UIInterfaceOrientationPortrait, UIInterfaceOrientationPortraitUpsideDown, "
          + "UIInterfaceOrientationLandscapeLeft, UIInterfaceOrientationLandscapeRight"
      ),
      (["UIBackgroundModes": [1]], "UIBackgroundModes[0]", "a string"),
      (["NSCameraUsageDescription": true], "NSCameraUsageDescription", "a string"),
      (["BGTaskSchedulerPermittedIdentifiers": ["a": "b"]], "BGTaskSchedulerPermittedIdentifiers", "an array"),
      (["UIMainStoryboardFile": 1], "UIMainStoryboardFile", "a string"),
    ] as [([String: any Sendable], String, String)])
  func malformed(_ keys: [String: any Sendable], _ key: String, _ expected: String) {
    #expect(problem(keys) == .wrongType(key: key, expected: expected))
  }

  @Test("a shortcut item without its type or title names what is missing")
  func shortcut() {
    #expect(
      problem(["UIApplicationShortcutItems": [["UIApplicationShortcutItemType": "new"]]])
        == .missingKey("UIApplicationShortcutItems[0].UIApplicationShortcutItemTitle"))
  }
}
