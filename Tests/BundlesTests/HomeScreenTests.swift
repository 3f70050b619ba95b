// The name and the icon of an app, from an Info.plist and a bundle that anybody may have made.
import Foundation
import LifecycleModel
import TestFolders
import Testing

@testable import Bundles

@MainActor struct HomeScreenTests {
  private static let svg = Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)

  private static func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    let sides = [width, height].flatMap { side in stride(from: 24, through: 0, by: -8).map { UInt8(side >> $0 & 255) } }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + sides + [8, 6, 0, 0, 0]
  }

  private func item(_ keys: [String: Any]) throws -> HomeScreenItem {
    let folder = try TestFolder()
    return try AppBundle(path: folder.bundle("Notes", TestFolder.plist("com.example.notes", keys))).homeScreen
  }

  @Test("an app's name is CFBundleDisplayName, or CFBundleName; another type and an empty one count as none")
  func names() throws {
    #expect(try item(["CFBundleName": "Notes"]).name == "Notes")
    #expect(try item(["CFBundleName": "Notes", "CFBundleDisplayName": "Meine Notizen"]).name == "Meine Notizen")
    #expect(try item(["CFBundleName": "N", "CFBundleDisplayName": ""]).name == "N")
    #expect(try item(["CFBundleName": ["N"]]).name == nil)
    #expect(try item([:]).name == nil)
    let long = String(repeating: "x", count: 5000)
    #expect(try item(["CFBundleName": long]).name?.count == HomeScreenItem.longestName)
  }

  @Test("an icon is what CFBundleIcons names, or what older keys do; other types are no mistake")
  func icons() throws {
    let files = ["small", "large"]
    #expect(try item(["CFBundleIcons": ["CFBundlePrimaryIcon": ["CFBundleIconFiles": files]]]).icons == files)
    #expect(try item(["CFBundleIconFiles": files]).icons == files)
    #expect(try item(["CFBundleIconFile": "one"]).icons == ["one"])
    #expect(try item(["CFBundleIcons": "one"]).icons == [])
    #expect(try item(["CFBundleIcons": ["CFBundlePrimaryIcon": true]]).icons == [])
    #expect(try item(["CFBundleIconFiles": (0..<100).map(String.init)]).icons.count == HomeScreenItem.mostIcons)
  }

  @Test("of the files the last named that is there is read, with the endings that Xcode leaves out")
  func read() throws {
    let folder = try TestFolder()
    try folder.write("b/small.svg", String(decoding: Self.svg, as: UTF8.self))
    #expect(
      try BundleIcon(["small", "large"], in: folder.path + "/b") == .svg(String(decoding: Self.svg, as: UTF8.self)))
    try Data(Self.png(180, 180)).write(to: URL(filePath: folder.path + "/b/large@3x.png"))
    #expect(
      try BundleIcon(["small", "large"], in: folder.path + "/b")
        == .png(Data(Self.png(180, 180)).base64EncodedString()))
    #expect(throws: BundleIcon.Problem.none) { try BundleIcon(["none"], in: folder.path + "/b") }
    #expect(throws: BundleIcon.Problem.none) { try BundleIcon([], in: folder.path + "/b") }
  }

  @Test("no icon leads out of its bundle, is no regular file, too large or too wide, or something else than a picture")
  func hostile() throws {
    let folder = try TestFolder()
    let bundle = folder.path + "/b"
    try folder.write("secret.svg", String(decoding: Self.svg, as: UTF8.self))
    try folder.write("b/text", "root:x:0:0")
    try Data([0xff, 0xfe, 0x3c]).write(to: URL(filePath: bundle + "/bytes"))
    try Data(Self.png(1025, 1)).write(to: URL(filePath: bundle + "/wide"))
    try Data(Self.png(0, 1)).write(to: URL(filePath: bundle + "/flat"))
    try Data(Self.png(1, 1).prefix(20)).write(to: URL(filePath: bundle + "/cut"))
    let large = Self.svg + [UInt8](repeating: 0x20, count: BundleIcon.longest)
    try Data(large).write(to: URL(filePath: bundle + "/large"))
    try Data(large.prefix(BundleIcon.longest)).write(to: URL(filePath: bundle + "/whole"))
    #expect(symlink("../secret.svg", bundle + "/link") == 0)
    #expect(symlink("..", bundle + "/folder") == 0)
    #expect(mkfifo(bundle + "/fifo", 0o600) == 0)
    #expect(throws: Never.self) { try BundleIcon(["whole"], in: bundle) }
    for name in [
      "../secret", folder.path + "/secret", "link", "folder/secret", "fifo", ".", "text", "bytes", "wide", "flat",
      "cut",
      "large", "nul\0",
    ] {
      #expect(throws: BundleIcon.Problem.self, "\(name)") { try BundleIcon([name], in: bundle) }
    }
  }

  @Test("PR5 an app's words for the user are kept with the service, as long as an alert has room for")
  func purposes() throws {
    let folder = try TestFolder()
    let long = String(repeating: "x", count: 5000)
    let keys = ["NSCameraUsageDescription": "To scan codes.", "NSContactsUsageDescription": long]
    let bundle = try AppBundle(path: folder.bundle("Notes", TestFolder.plist("com.example.notes", keys)))
    #expect(
      bundle.purposes[.camera] == "To scan codes." && bundle.purposes[.contacts]?.count == InfoPlist.longestPurpose)
    #expect(bundle.app.purposes == [.camera, .contacts])
  }
}
