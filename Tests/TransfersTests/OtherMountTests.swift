// Files that were fetched, for containers into which rename(2) moves nothing: those on another mount (EXDEV).
import FailingCalls
import Foundation
import Glibc
import LifecycleModel
import Linux
import SystemPackage
import TestFolders
import Testing

@testable import Transfers

@MainActor @Suite(.timeLimit(.minutes(40))) struct OtherMountTests {
  private static let caches = "container/Library/Caches"

  /// A part, and in the container a file of that name, and the draft of a daemon that was killed.
  private static func fill(_ folder: TestFolder) throws {
    try folder.write("transfers/1.part", "content")
    try folder.write(caches + "/transfer-1", "earlier")
    try folder.write(caches + "/.transfer-1", "con")
  }

  private static func handOver(in folder: TestFolder) throws -> (file: String, size: Int64) {
    let transfers = TransferFolder(folder.path + "/transfers")
    return try transfers.hand(over: TransferSerial(number: 1), to: folder.path + "/container")
  }

  private static func text(of name: String, in folder: TestFolder) throws -> String {
    try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
  }

  @Test("BX9 a file that cannot be moved into the container is copied, and its part is gone; a lost draft is as well")
  func copied() async throws {
    let folder = try TestFolder()
    try Self.fill(folder)
    let elsewhere = Failure(call: .renameat2, number: 0, errno: .improperLink)
    let (file, size) = try await FailingCalls.during(.folder(folder.path), elsewhere) { _ in
      try Self.handOver(in: folder)
    }
    #expect(file == "Library/Caches/transfer-1-2" && size == 7)
    #expect(try Self.text(of: "container/" + file, in: folder) == "content")
    #expect(try Folder.names(in: "\(folder.path)/\(Self.caches)").sorted() == ["transfer-1", "transfer-1-2"])
    #expect(!folder.exists("transfers/1.part"))
  }

  @Test("BX9 a file whose folder cannot be synced is not left in the container: its transfer has failed")
  func unsynced() async throws {
    let folder = try TestFolder()
    try Self.fill(folder)
    // After that of the part.
    let failure = Failure(call: .fsync, number: 1, errno: .ioError)
    await FailingCalls.during(.folder(folder.path), failure) { _ in
      #expect(throws: TransferFolder.Problem.self) { try Self.handOver(in: folder) }
    }
    #expect(try Folder.names(in: "\(folder.path)/\(Self.caches)").sorted() == [".transfer-1", "transfer-1"])
    #expect(try Self.text(of: Self.caches + "/transfer-1", in: folder) == "earlier")
  }

  /// Keeps the container a mount of its own.
  private final class Mounted {
    /// MS_BIND of sys/mount.h
    private static let bind: UInt = 4096

    let folder: TestFolder

    init(_ folder: TestFolder) throws {
      self.folder = folder
      try #require(mount(folder.path + "/container", folder.path + "/container", nil, Self.bind, nil) == 0)
    }

    deinit { umount2(folder.path + "/container", CInt(MNT_DETACH)) }
  }

  @Test(
    "BX9 a container on another mount has a file whole, or the part stays for another try, whichever system call fails",
    .enabled(if: geteuid() == 0, "mount(2) asks for root"))
  func failing() async throws {
    try await eachSystemCallFails(
      expecting: [.open, .openat, .openat2, .fstat, .read, .write, .fchown, .fsync, .renameat2, .unlink, .close],
      telling: .errno, everywhere: true
    ) { folder in
      try Self.fill(folder)
      return try Mounted(folder)
    } act: { mounted in
      _ = try Self.handOver(in: mounted.folder)
    } check: { mounted, folder, outcome in
      if outcome.error != nil {
        #expect(try Self.text(of: "transfers/1.part", in: folder) == "content", "\(outcome.failure)")
        _ = try Self.handOver(in: mounted.folder)
      }
      // A part that stays is removed at the next start.
      if outcome.failure.call != .unlink { #expect(!folder.exists("transfers/1.part"), "\(outcome.failure)") }
      #expect(try Self.text(of: Self.caches + "/transfer-1", in: folder) == "earlier", "\(outcome.failure)")
      #expect(try Self.text(of: Self.caches + "/transfer-1-2", in: folder) == "content", "\(outcome.failure)")
      #expect(try Folder.names(in: "\(folder.path)/\(Self.caches)").count == 2, "\(outcome.failure)")
    }
  }
}
