// Containers that are erased: gone at once, and removed whatever their apps have put into them (LA11).
import FailingCalls
import Foundation
import Glibc
import SystemPackage
import TestFolders
import Testing

@testable import Linux
@testable import Stores

@MainActor @Suite(.timeLimit(.minutes(15))) struct ErasedContainersTests {
  let folder: TestFolder
  let container: String
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

  /// A thread removes them, which the caller does not wait for.
  private func awaitRemoval() async throws {
    while try !FileManager.default.contentsOfDirectory(atPath: erased).isEmpty { await Task.yield() }
  }

  private func containers() -> ErasedContainers {
    ErasedContainers(directory: folder.path, deliver: deliver, note: { Issue.record("\($0)") })
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
      #expect(calls.counts[.open, default: 0] < 20, "\(calls.counts)")
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
}
