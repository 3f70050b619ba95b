// Containers that are erased: gone at once, and removed whatever their apps have put into them (LA11).
import FailingCalls
import Foundation
import Glibc
import SystemPackage
import TestFolders
import Testing

@testable import Linux
@testable import Stores

@MainActor @Suite(.timeLimit(.minutes(40))) struct ErasedContainersTests {
  let folder: TestFolder
  let container: String
  private let notes = Notes()
  private var erased: String { folder.path + "/erased" }

  init() throws {
    folder = try TestFolder()
    container = folder.path + "/containers/a.b"
    try folder.write("containers/a.b/Documents/note", "text")
    try folder.write("outside/note", "text")
  }

  /// Everything that was asked for before is done.
  private func settle(_ containers: ErasedContainers) async -> EraseError? {
    await withCheckedContinuation { done in containers.whenOnDisk { done.resume(returning: $0) } }
  }

  private func take(_ container: String, _ containers: ErasedContainers) async -> EraseError? {
    await withCheckedContinuation { done in containers.take(container) { done.resume(returning: $0) } }
  }

  /// A thread removes them, which the caller does not wait for. These looks are no system calls that count.
  private func awaitRemoval(from erased: String? = nil) async throws {
    let erased = erased ?? self.erased
    while notes.texts.isEmpty, try !FileManager.default.contentsOfDirectory(atPath: erased).isEmpty {
      // Past the time limit of the test.
      try Task.checkCancellation()
      await Task.yield()
    }
    #expect(notes.texts == [])
  }

  private func containers(in directory: String? = nil) -> ErasedContainers {
    ErasedContainers(directory: directory ?? folder.path, deliver: deliver, note: { [notes] in notes.texts.append($0) })
  }

  @Test("LA11 where there can be no thread, the one that does everybody's work takes nothing away, and it is said")
  func noThread() async {
    let containers = ErasedContainers(
      directory: folder.path, deliver: deliver, starter: ThreadStarter { _ in false },
      note: { [notes] in notes.texts.append($0) })
    #expect(await take(container, containers) == EraseError(path: container, errno: .resourceTemporarilyUnavailable))
    #expect(folder.exists("containers/a.b/Documents/note"))
  }

  @Test("LA11 a container is removed with links, names that are no text, locked folders and deep ones")
  func removed() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: container + "/link", withDestinationPath: folder.path + "/outside")
    let noText = Array(container.utf8CString.dropLast()) + [0x2f, -1, 0]
    #expect(mkdir(noText, 0o700) == 0)
    var deep = open(container, O_RDONLY | O_DIRECTORY)
    for _ in 0..<3000 {
      #expect(mkdirat(deep, "deep", 0o700) == 0)
      let next = openat(deep, "deep", O_RDONLY | O_DIRECTORY)
      close(deep)
      deep = next
    }
    close(deep)
    try folder.write("containers/a.b/locked/note", "text")
    #expect(chmod(container + "/locked", 0) == 0)
    #expect(chmod(container, 0o500) == 0)

    let containers = containers()
    #expect(await take(container, containers) == nil)
    #expect(access(container, F_OK) != 0)
    #expect(await settle(containers) == nil)
    try await awaitRemoval()
    #expect(try String(contentsOfFile: folder.path + "/outside/note", encoding: .utf8) == "text")
  }

  @Test("LA11 a container of many folders is removed without listing them all again for each")
  func many() async throws {
    for number in 0..<300 { try folder.write("containers/a.b/\(number)/note", "text") }
    let containers = containers()
    try await FailingCalls.during(.folder(folder.path)) { calls in
      #expect(await take(container, containers) == nil)
      #expect(await settle(containers) == nil)
      try await awaitRemoval()
      #expect(calls.counts[.getdents, default: 0] < 1000, "\(calls.counts)")
    }
  }

  @Test("LA11 a container that is not there is no error; what a daemon before has left is removed") func left()
    async throws
  {
    try folder.write("erased/1/Documents/note", "text")
    let containers = containers()
    #expect(await take(folder.path + "/containers/none", containers) == nil)
    #expect(await settle(containers) == nil)
    try await awaitRemoval()
    #expect(access(container + "/Documents/note", F_OK) == 0)
  }

  @Test("LA11 on a disk that has no room for another folder, a container is still taken away") func full() async throws
  {
    let containers = containers()
    #expect(await settle(containers) == nil)
    let noRoom = Failure(call: .mkdir, number: 0, errno: .noSpace, times: 100)
    await FailingCalls.during(.folder(folder.path + "/containers"), noRoom) { _ in
      #expect(await take(container, containers) == nil)
    }
    #expect(await settle(containers) == nil)
    #expect(access(container, F_OK) != 0)
    try await awaitRemoval()
  }

  @Test("LA11 a container that cannot be moved is gone with all of its data when that is told")
  func unmovable() async throws {
    let containers = containers()
    #expect(await settle(containers) == nil)
    let elsewhere = Failure(call: .rename, number: 0, errno: .improperLink, times: 1_000_000)
    await FailingCalls.during(.folder(folder.path), elsewhere) { _ in
      #expect(await take(container, containers) == nil)
    }
    #expect(access(container, F_OK) != 0)
    #expect(access(folder.path + "/containers", F_OK) == 0)
  }

  @Test("LA11 what was taken away is removed also where no folder can be moved")
  func unmovableFolders() async throws {
    try folder.write("erased/1/Documents/deep/note", "text")
    let elsewhere = Failure(call: .rename, number: 0, errno: .improperLink, times: 1_000_000)
    try await FailingCalls.during(.folder(folder.path), elsewhere) { _ in
      _ = containers()
      try await awaitRemoval()
    }
  }

  @Test(
    "LA11 an app is erased where its containers are a mount, a layer of an overlay, or have subvolumes of btrfs",
    .enabled(if: geteuid() == 0, "mount(2) asks for root"), arguments: Unmovable.possible)
  func mounted(_ kind: Unmovable) async throws {
    let place = folder.path + "/mounted"
    try #require(mkdir(place, 0o755) == 0)
    defer { kind.unmount(in: place) }
    try kind.make(in: place)
    let containers = containers(in: place + "/state")
    #expect(await take(place + "/state/containers/a.b", containers) == nil)
    #expect(access(place + "/state/containers/a.b", F_OK) != 0)
    #expect(await settle(containers) == nil)
    try await awaitRemoval(from: place + "/state/erased")
  }

  @Test("The threads that erase hold nobody who has been told")
  func letsGo() {
    let held = HeldDelivery()
    let containers = ErasedContainers(directory: folder.path, deliver: held.deliver, note: { Issue.record("\($0)") })
    let letGo = [
      held.letsGo { told in containers.take(container) { _ in told() } },
      held.letsGo { told in containers.whenOnDisk { _ in told() } },
    ]
    #expect(letGo == [true, true])
  }
}
