// The pictures the switcher shows: taken out of containers whose apps are not trusted.
import Foundation
import Glibc
import Synchronization
import TestFolders
import Testing

@testable import Linux
@testable import Stores

@MainActor @Suite(.timeLimit(.minutes(40))) struct StorageSnapshotTests {
  let folder: TestFolder
  let store: SnapshotStore
  let container: String

  init() throws {
    folder = try TestFolder()
    container = folder.path + "/containers/a.b"
    try folder.write("containers/a.b/Library/Caches/main.svg", "<svg/>")
    store = SnapshotStore(directory: folder.path, deliver: deliver)
  }

  private func take(
    _ file: String, scene: String = "main", app: String = "a.b", from container: String? = nil
  ) async -> SnapshotError? {
    let container = container ?? self.container
    let result = await withCheckedContinuation { done in
      store.take(app, scene, from: container, file: file) { done.resume(returning: $0) }
    }
    do {
      try result.get()
      return nil
    } catch {
      return error
    }
  }

  private func read(_ scene: String = "main", app: String = "a.b") async throws -> SnapshotStore.Picture? {
    try await withCheckedContinuation { done in store.read(app, scene, as: \.self) { done.resume(returning: $0) } }
      .get()
  }

  @Test("SN1 the latest picture of each scene is kept, also across a restart")
  func kept() async throws {
    let began = calendarNow()
    #expect(try await read() == nil)
    #expect(await take("Library/Caches/main.svg") == nil)
    #expect(await take("Library/Caches/main.svg", scene: "S-1") == nil)
    try folder.write("containers/a.b/Library/Caches/main.svg", "<svg>2</svg>")
    #expect(await take("Library/Caches/main.svg") == nil)
    let again = SnapshotStore(directory: folder.path, deliver: deliver)
    let result = await withCheckedContinuation { done in again.read("a.b", as: \.self) { done.resume(returning: $0) } }
    #expect(try result.get()?.svg == "<svg>2</svg>")
    let picture = try #require(try await read("S-1"))
    #expect(picture.svg == "<svg/>")
    // The kernel's stamps of files are some milliseconds behind its clock.
    #expect((began - 1_000_000_000...calendarNow()).contains(picture.time))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/snapshots/a.b")
    #expect(names.sorted() == ["S-1.svg", "main.svg"])
  }

  @Test("a removed picture is gone, and with the last one its folder")
  func removed() async throws {
    #expect(await take("Library/Caches/main.svg") == nil)
    for _ in 1...2 {
      let result = await withCheckedContinuation { done in store.remove("a.b") { done.resume(returning: $0) } }
      #expect(throws: Never.self) { try result.get() }
    }
    #expect(try await read() == nil)
    #expect(!folder.exists("snapshots/a.b"))
  }

  @Test(
    "SN1 what an app lays out leads the daemon nowhere, and nothing is kept",
    arguments: ["absent", "link", "folder/../link", "dirlink/secret", "fifo", "folder", "device", "large", "bytes"])
  func hostile(_ name: String) async throws {
    let secret = try folder.write("secret", "<svg>secret</svg>")
    try FileManager.default.createDirectory(atPath: container + "/folder", withIntermediateDirectories: false)
    symlink(secret, container + "/link")
    symlink(folder.path, container + "/dirlink")
    symlink("/dev/zero", container + "/device")
    mkfifo(container + "/fifo", 0o600)
    try folder.write("containers/a.b/large", "")
    truncate(container + "/large", (4 << 20) + 1)
    try Data([0x3c, 0xff, 0xfe]).write(to: URL(filePath: container + "/bytes"))
    guard case .badPicture? = await take(name) else {
      Issue.record("\(name) was taken")
      return
    }
    #expect(try await read() == nil)
  }

  @Test(
    "SN1 a path out of the container is refused",
    arguments: ["../../secret", "/etc/hostname", "folder/../../../secret", "", "Library/Caches/main.svg\0x"])
  func outside(_ name: String) async throws {
    try folder.write("secret", "<svg>secret</svg>")
    guard case .badPicture? = await take(name) else {
      Issue.record("\(name) was taken")
      return
    }
  }

  @Test("a container that is a link is none")
  func linkedContainer() async throws {
    symlink(container, folder.path + "/linked")
    guard case .badPicture? = await take("Library/Caches/main.svg", from: folder.path + "/linked") else {
      Issue.record("a linked container was used")
      return
    }
  }

  @Test("a picture as large as may be is kept whole")
  func largest() async throws {
    try folder.write("containers/a.b/large", String(repeating: "x", count: 4 << 20))
    #expect(await take("large") == nil)
    #expect(try await read()?.svg.utf8.count == 4 << 20)
  }

  @Test(
    "a name that is none for a file is refused",
    arguments: ["", ".", "..", "../x", "a/b", ".hidden", "a b", "a\0", String(repeating: "a", count: 201)])
  func names(_ name: String) async {
    #expect(await take("Library/Caches/main.svg", scene: name) == .badName(name))
    #expect(await take("Library/Caches/main.svg", app: name) == .badName(name))
    await #expect(throws: SnapshotError.badName(name)) { try await read(name) }
  }

  @Test("a state directory that cannot hold pictures is an error with its path and reason")
  func unusable() async throws {
    try folder.write("snapshots", "a file")
    let error = await take("Library/Caches/main.svg")
    #expect(error == .storage(path: folder.path + "/snapshots", why: "Not a directory"))
  }

  @Test("However many ask for pictures, the next is read when the loop has taken the one before")
  func inTurn() async throws {
    #expect(await take("Library/Caches/main.svg") == nil)
    let told = Mutex(0)
    let toldBefore = Mutex<[Int]>([])
    await withCheckedContinuation { done in
      for number in 1...5 {
        store.read("a.b") { _ in
          toldBefore.withLock { $0.append(told.withLock { $0 }) }
        } then: { _ in
          told.withLock { $0 += 1 }
          if number == 5 { done.resume() }
        }
      }
    }
    #expect(toldBefore.withLock { $0 } == [0, 1, 2, 3, 4])
  }

  @Test("The thread that reads a picture holds nobody who has been told")
  func letsGo() {
    let held = HeldDelivery()
    let store = SnapshotStore(directory: folder.path, deliver: held.deliver)
    let isLetGo = held.letsGo { told in store.read("a.b", as: \.self) { _ in told() } }
    #expect(isLetGo)
  }
}
