// The pictures of the switcher when the kernel refuses.
import FailingCalls
import Linux
import TestFolders
import Testing

@testable import Stores

@MainActor @Suite(.timeLimit(.minutes(5))) struct StoresFailingCallsTests {
  @Test("SN1 of a scene there is its last picture or the one before, whichever system call fails")
  func picture() async throws {
    try await eachSystemCallFails(
      expecting: [.open, .openat2, .fstat, .read, .mkdir, .write, .rename, .close, .unlink, .rmdir], naming: "pictur"
    ) { folder in
      try folder.write("containers/a.b/new.svg", "<svg>new</svg>")
      try folder.write("snapshots/a.b/main.svg", "<svg>old</svg>")
      try folder.write("snapshots/a.b/other.svg", "<svg/>")
      return (
        store: SnapshotStore(directory: folder.path, deliver: deliver), container: folder.path + "/containers/a.b"
      )
    } act: { world in
      try await take(world.store, from: world.container)
      _ = try await read(world.store)
      try await withCheckedContinuation { done in
        world.store.remove("a.b", "other") { done.resume(returning: $0) }
      }.get()
    } check: { world, folder, outcome in
      let next = SnapshotStore(directory: folder.path, deliver: deliver)
      let text = try await read(next)
      #expect(
        outcome.error == nil ? text == "<svg>new</svg>" : ["<svg>old</svg>", "<svg>new</svg>"].contains(text),
        "\(outcome.failure)")
      try await take(next, from: world.container)
      #expect(try await read(next) == "<svg>new</svg>", "\(outcome.failure)")
    }
  }

  private func take(_ store: SnapshotStore, from container: String) async throws {
    try await withCheckedContinuation { done in
      store.take("a.b", from: container, file: "new.svg") { done.resume(returning: $0) }
    }.get()
  }

  private func read(_ store: SnapshotStore) async throws -> String? {
    try await withCheckedContinuation { done in store.read("a.b") { done.resume(returning: $0) } }.get()?.svg
  }
}
