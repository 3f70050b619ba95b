// Bundles and containers when the kernel refuses.
import FailingCalls
import Foundation
import LifecycleModel
import Linux
import TestFolders
import Testing

@testable import Bundles

@MainActor @Suite(.timeLimit(.minutes(40))) struct BundlesFailingCallsTests {
  @Test("LA7 the container is whole after the first launch that succeeds, whichever system call fails")
  func container() async throws {
    try await eachSystemCallFails(
      expecting: [.stat, .mkdir, .open, .fcntl, .mkdirat, .openat, .close],
      telling: .cure(["check that the state directory is writable and has space"])
    ) {
      $0
    } act: { folder in
      _ = try Container.prepare(for: "a.b", in: folder.path)
    } check: { _, folder, outcome in
      let container = try Container.prepare(for: "a.b", in: folder.path)
      for name in ["Documents", "Library/Application Support/a.b", "Library/Caches", "Library/Preferences", "tmp"] {
        #expect(folder.exists("containers/a.b/\(name)"), "\(outcome.failure): \(container)/\(name)")
      }
    }
  }

  @Test("LA7 an installed app stays installed when a look for apps cannot read its bundle, whichever system call fails")
  func catalog() async throws {
    final class World {
      var catalog: BundleCatalog
      init(_ catalog: BundleCatalog) { self.catalog = catalog }
    }
    try await eachSystemCallFails(
      expecting: [.open, .getdents, .fstat, .read, .access, .close],
      telling: .cure([
        "check that roostd may read it, and run `roostctl reload`", "check that roostd may read it, and its disk",
        "add it with `chmod +x",
      ])
    ) { folder in
      try folder.bundle("Notes", TestFolder.plist("com.example.notes"), script: nil)
      try Sys.chmod(try folder.write("Notes.app/run", "#!/bin/sh\n"), 0o755)
      let world = World(BundleCatalog(directories: [folder.path + "/"]))
      #expect(world.catalog.scan().problems == [])
      return world
    } act: { world in
      let changes = world.catalog.scan()
      #expect(changes.removed == [])
      if let problem = changes.problems.first { throw problem }
    } check: { world, _, outcome in
      #expect(world.catalog.bundles[AppID("com.example.notes")] != nil, "\(outcome.failure)")
      let changes = world.catalog.scan()
      #expect(changes == BundleCatalog.Changes(), "\(outcome.failure)")
    }
  }

  @Test("an icon is shown, or refused with the reason, whichever system call fails")
  func icon() async throws {
    try await eachSystemCallFails(
      expecting: [.open, .openat2, .fstat, .read, .close],
      telling: .cure(["check that roostd may read it", "add one, a PNG or SVG"])
    ) { folder in
      try folder.write("icons/icon.svg", "<svg/>")
      return folder.path + "/icons"
    } act: { bundle in
      let icon = try BundleIcon(["icon"], in: bundle)
      #expect(icon == .svg("<svg/>"))
    } check: { bundle, _, outcome in
      let icon = try BundleIcon(["icon"], in: bundle)
      #expect(icon == .svg("<svg/>"), "\(outcome.failure)")
    }
  }
}
