// The part of the file system that an app sees whose user others have too: which places there are, and in which order.
import Foundation
import Linux
import SystemPackage
import TestFolders
import Testing

@testable import Bundles
@testable import Processes
@testable import Settings

@Suite(.timeLimit(.minutes(40))) struct AppViewTests {
  private let folder: TestFolder
  private let path: String

  /// A folder with a runtime directory in a session's, a container and a bundle.
  init() throws {
    folder = try TestFolder()
    path = try #require(realPath(folder.path))
    for name in ["session/roost/notify", "session/pulse", "state/containers/a", "given/in/it", "given/other"] {
      try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }
    for name in ["session/bus", "session/wayland-0", "session/roost/control"] { try folder.write(name, "") }
  }

  private func covered(_ name: String) -> AppView.Directory {
    AppView.Directory("\(path)/\(name)", real: "\(path)/\(name)")
  }

  private func kept(_ names: String...) -> [PrivateMounts.Place] {
    names.map { PrivateMounts.Place("\(path)/\($0)", isFolder: true) }
  }

  private func sandbox(
    container: String = "state/containers/a", read: [String] = [], write: [String] = []
  ) throws -> Sandbox {
    let bundle = try AppBundle(path: try folder.bundle("Notes", TestFolder.plist("com.example.notes")))
    var far: Sandbox.FarPlaces = [:]
    for (paths, access) in [(read, Sandbox.Access.read), (write, .write)] {
      for name in paths {
        let rule = Sandbox.Rule(path: "\(path)/\(name)", access: access, isAskedFor: true)
        far[rule] = Result { () throws(OpenPlace.Problem) in try OpenPlace(rule, isFar: true) }
      }
    }
    return Sandbox(
      bundle: bundle, container: "\(path)/\(container)", pressure: nil, output: nil, nodes: [], programs: nil,
      installed: [], far: far, closed: ["\(path)/state"])
  }

  /// Each as its path and, in a cover, the way there.
  private func texts(_ places: [PrivateMounts.Place]) -> [String] {
    places.map { place in
      let cover = place.cover.map { " at \($0.number)\($0.way)" } ?? ""
      return place.path.dropFirst(path.count + 1) + cover + (place.isWritable ? " writable" : "")
    }
  }

  private func view(_ covered: [AppView.Directory], _ kept: [PrivateMounts.Place]) -> AppView {
    AppView(state: self.covered("state"), covering: covered, keeping: kept)
  }

  @Test("LA7 of a covered folder an app sees what is kept, and it writes to its container alone")
  func places() throws {
    let found = view([covered("session/roost")], kept("session/roost/notify", "session/pulse")).places(
      for: try sandbox())
    #expect(texts(found) == ["session/roost/notify at 0/notify", "state/containers/a writable"])
    #expect(found.map(\.mayBeMissing) == [true, false])
  }

  @Test("LA7 a folder within a covered one has no cover of its own, and all that an app has rules for stays")
  func nested() throws {
    let places = view(
      [covered("session"), covered("session/roost"), AppView.Directory("/", real: "/")], kept("session/roost/notify")
    ).places(for: try sandbox(read: ["session/wayland-0", "given"]))
    #expect(
      texts(places) == [
        "session/roost/notify at 0/roost/notify", "session/wayland-0 at 0/wayland-0", "state/containers/a writable",
      ])
    #expect(places.map(\.isFolder) == [true, false, true])
  }

  @Test("LA7 what is in a container that is in a covered folder is written to there")
  func containerInside() throws {
    let places = view([covered("state")], []).places(for: try sandbox())
    #expect(texts(places) == ["state/containers/a at 0/containers/a writable"])
    #expect(!places[0].mayBeMissing && places[0].isFolder)
  }

  @Test(
    "LA7 of places in each other the outermost is there once, however they are named, and one that may be written to in it"
  )
  func chain() throws {
    let asked = try sandbox(read: ["session/pulse"], write: ["given", "given/in", "given/in/it", "given/other"])
    #expect(
      texts(view([], []).places(for: asked)) == ["given writable", "state/containers/a writable"])
    let inside = try sandbox(read: ["given", "given/other"], write: ["given/in", "given/in/it"])
    #expect(
      texts(view([covered("given")], kept("given/other", "given/in")).places(for: inside)) == [
        "given/in at 0/in writable", "given/other at 0/other", "state/containers/a writable",
      ])
  }

  @Test("LA7 a place is found by either name of a covered folder and of the state directory")
  func names() throws {
    let (link, state) = (
      AppView.Directory("/link", real: path + "/session"), AppView.Directory("/state", real: path + "/state")
    )
    var asked = try sandbox()
    asked.rules = [
      Sandbox.Rule(path: "/state/containers/a", access: .write), Sandbox.Rule(path: "/link/wayland-0", access: .use),
    ]
    let places = AppView(state: state, covering: [link], keeping: [PrivateMounts.Place("/link/pulse", isFolder: true)])
      .places(for: asked)
    #expect(
      texts(places) == [
        "session/pulse at 0/pulse", "session/wayland-0 at 0/wayland-0", "state/containers/a writable",
      ])
    #expect(places.map(\.isFolder) == [true, false, true])
  }

  @Test("LA7 a bundle that asks for a socket, or for the covered folder itself, sees no socket of it")
  func sockets() throws {
    let socket = try Sys.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    try UnixSocketAddress("\(path)/session/agent").bind(socket)
    let asked = try sandbox(read: ["session", "session/agent", "session/bus"])
    #expect(
      texts(view([covered("session")], []).places(for: asked))
        == ["session/bus at 0/bus", "state/containers/a writable"])
  }

  @Test("LA7 of places without end an app has so many, and what is the daemon's own before all")
  func many() throws {
    let names = (0..<300).map { "given/file\($0)" }
    for name in names { try folder.write(name, "") }
    var left = 0
    let places = view([covered("given"), covered("session/roost")], kept("session/roost/notify")).places(
      for: try sandbox(read: names)
    ) { left = $0 }
    #expect(left == 300 + 2 - AppView.mostPlaces)
    #expect(places.count == AppView.mostPlaces)
    #expect(texts(places).contains("session/roost/notify at 1/notify"))
    #expect(texts(places).last == "state/containers/a writable")
  }
}
