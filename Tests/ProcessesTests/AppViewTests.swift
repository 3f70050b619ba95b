// The mounts of an app whose user others have too: which there are, and in which order.
import FailingCalls
import Foundation
import Linux
import SystemPackage
import TestFolders
import Testing

@testable import Bundles
@testable import Processes
@testable import Settings

@MainActor @Suite(.timeLimit(.minutes(15))) struct AppViewTests {
  /// A folder with a runtime directory in a session's, a container and a bundle.
  private struct World {
    let folder: TestFolder
    let path: String
    let sandbox: Sandbox

    init() throws { self = try World(TestFolder()) }

    init(_ folder: TestFolder) throws {
      self.folder = folder
      path = try #require(realPath(folder.path))
      for name in ["session/roost/notify", "session/roost/pressure", "session/pulse", "session/state/containers/a"] {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
      }
      for name in ["session/bus", "session/wayland-0", "session/roost/control"] { try folder.write(name, "") }
      let bundle = try AppBundle(path: try folder.bundle("Notes", TestFolder.plist("com.example.notes")))
      sandbox = Sandbox(
        bundle: bundle, container: "\(path)/session/state/containers/a", pressure: nil, output: nil, nodes: [],
        programs: nil, installed: [], far: [:], closed: [])
    }

    var runtime: String { path + "/session/roost" }

    func view(_ covered: [String], _ kept: [String]) -> AppView {
      AppView(
        folder: runtime + "/view", covering: covered.map { "\(path)/\($0)" }, keeping: kept.map { "\(path)/\($0)" })
    }
  }

  private func mounts(_ world: World, _ covered: [String], _ kept: [String]) throws -> [PrivateMounts.Mount] {
    try world.view(covered, kept).mounts(for: world.sandbox)
  }

  @Test(
    "LA7 what is kept of a covered folder is at its cover first, then the cover at its place, then what may be written to"
  )
  func order() throws {
    let world = try World()
    let (path, cover) = (world.path, world.runtime + "/view/0")
    let made = try mounts(world, ["session/roost"], ["session/roost/notify", "session/roost/nothing", "session/pulse"])
    #expect(
      made == [
        .init("\(path)/session/roost/notify", at: cover + "/notify"), .init(cover, at: path + "/session/roost"),
        .init(writable: "\(path)/session/state/containers/a"),
      ])
    #expect(world.folder.exists("session/roost/view/0/notify") && !world.folder.exists("session/roost/view/0/nothing"))
  }

  @Test("LA7 a folder within a covered one has no cover of its own, and all that an app has rules for stays")
  func nested() throws {
    let world = try World()
    let (path, cover) = (world.path, world.runtime + "/view/0")
    let kept = ["session/roost/notify", "session/wayland-0", "session/pulse", "session/state/containers"]
    let made = try mounts(world, ["session", "session/roost", "no such folder"], kept)
    let shown = ["roost/notify", "wayland-0", "pulse", "state/containers"]
    #expect(
      Set(made.dropLast(2)) == Set(shown.map { .init("\(path)/session/\($0)", at: "\(cover)/\($0)") }), "\(made)")
    #expect(
      Array(made.suffix(2)) == [
        .init(cover, at: path + "/session"), .init(writable: "\(path)/session/state/containers/a"),
      ])
    let without = try mounts(world, ["session"], [])
    #expect(without.first == .init("\(path)/session/state/containers/a", at: cover + "/state/containers/a"))
  }

  @Test("LA7 the cover that hides the covers is laid last, the root is never covered, and links are followed")
  func last() throws {
    let world = try World()
    let path = world.path
    try FileManager.default.createDirectory(atPath: path + "/zebra", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: path + "/link", withDestinationPath: path + "/zebra")
    let view = AppView(
      folder: world.runtime + "/view", covering: ["/", path + "/session", path + "/link"], keeping: [])
    let targets = try view.mounts(for: world.sandbox).filter { !$0.isWritable }.map(\.target)
    #expect(Array(targets.suffix(2)) == [path + "/zebra", path + "/session"], "\(targets)")
  }

  @Test("LA7 a folder is covered or there is an error, whichever system call fails")
  func failing() async throws {
    try await eachSystemCallFails(expecting: [.realpath, .mkdir, .stat, .open, .close], telling: .errno) { folder in
      try World(folder)
    } act: { world in
      let made = try mounts(world, ["session"], ["session/wayland-0", "session/pulse"])
      // A folder that the daemon cannot get to, of the same user, is closed to the app as well.
      if !made.contains(where: { $0.target == world.path + "/session" }) { throw Errno.permissionDenied }
    } check: { world, _, _ in
      let made = try mounts(world, ["session"], ["session/wayland-0", "session/pulse"])
      #expect(made.count == 5, "\(made)")
    }
  }
}
