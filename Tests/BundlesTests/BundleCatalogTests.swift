// Finding the installed apps: no bad bundle costs a good one.
import Foundation
import LifecycleModel
import TestFolders
import Testing

@testable import Bundles

@Suite struct BundleCatalogTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  @Test("a broken bundle hides no other")
  func brokenBundle() throws {
    try folder.bundle("A", TestFolder.plist("a.a"))
    try folder.write("B.app/Info.plist", "garbage")
    try folder.bundle("C", TestFolder.plist("c.c"))
    try folder.write("readme.txt", "")
    var catalog = BundleCatalog(directories: [folder.path])
    let changes = catalog.scan()
    #expect(changes.added.map(\.app.id.string) == ["a.a", "c.c"])
    #expect(changes.problems.map(\.bundle) == [folder.path + "/B.app"])
  }

  @Test("of two bundles with one identifier the first found is kept, and the error names both")
  func duplicates() throws {
    try folder.bundle("two/A", TestFolder.plist("x.y"))
    let kept = try folder.bundle("one/Z", TestFolder.plist("x.y"))
    let other = try folder.bundle("one/ZZ", TestFolder.plist("x.y"))
    var catalog = BundleCatalog(directories: [folder.path + "/one", folder.path + "/two"])
    let changes = catalog.scan()
    #expect(changes.added.map(\.path) == [kept])
    #expect(changes.problems.count == 2)
    for problem in changes.problems { #expect(problem.description.contains(kept)) }
    #expect(changes.problems.first?.description.contains(other) == true)
  }

  @Test("a second scan tells what came, changed and went")
  func rescan() throws {
    try folder.bundle("Stay", TestFolder.plist("stay"))
    try folder.bundle("Turn", TestFolder.plist("turn"))
    let gone = try folder.bundle("Go", TestFolder.plist("go"))
    var catalog = BundleCatalog(directories: [folder.path])
    _ = catalog.scan()
    #expect(catalog.scan() == BundleCatalog.Changes())

    try FileManager.default.removeItem(atPath: gone)
    try folder.bundle("Turn", TestFolder.plist("turn", ["UIApplicationExitsOnSuspend": true]))
    try folder.bundle("Come", TestFolder.plist("come"))
    let changes = catalog.scan()
    #expect(changes.added.map(\.app.id.string) == ["come"])
    #expect(changes.changed.map(\.app) == [AppDescription(id: AppID("turn"), style: .app, exitsOnSuspend: true)])
    #expect(changes.removed == [AppID("go")])
    #expect(changes.problems.isEmpty)
  }

  @Test("an app whose executable is gone stays known, and its launch says what is missing")
  func launchable() throws {
    let path = try folder.bundle("A", TestFolder.plist("a.a"))
    var catalog = BundleCatalog(directories: [folder.path])
    _ = catalog.scan()
    #expect(try catalog.launchable(AppID("a.a")).bundle.path == path)
    try FileManager.default.removeItem(atPath: path + "/run")
    #expect(throws: BundleError(bundle: path, .executable(.missing(path + "/run")))) {
      try catalog.launchable(AppID("a.a"))
    }
    #expect(catalog.scan().problems.count == 1)
    #expect(catalog.bundles.count == 1)
    #expect(throws: BundleError(bundle: "no.such", .notInstalled)) { try catalog.launchable(AppID("no.such")) }
  }

  @Test("a missing directory is a problem only when there is no other")
  func missingDirectory() throws {
    try folder.bundle("A", TestFolder.plist("a.a"))
    var some = BundleCatalog(directories: [folder.path + "/nowhere", folder.path])
    #expect(some.scan().problems.isEmpty)
    var none = BundleCatalog(directories: [folder.path + "/nowhere"])
    #expect(none.scan().problems.map(\.bundle) == [folder.path + "/nowhere"])
  }
}
