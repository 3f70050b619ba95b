// Files that were fetched, for apps that have removed the folder of their container which they come into.
import Glibc
import LifecycleModel
import Linux
import TestFolders
import Testing

@testable import Transfers

@MainActor @Suite(.timeLimit(.minutes(40))) struct MissingCachesTests {
  @Test("BX9 an app that has removed its caches has a file that was fetched in new ones, which are its own")
  func made() throws {
    let folder = try TestFolder()
    try folder.write("transfers/1.part", "content")
    try folder.write("container/Documents/note", "")
    let container = folder.path + "/container"
    if geteuid() == 0 { try #require(chown(container, 4711, 4712) == 0) }
    let transfers = TransferFolder(folder.path + "/transfers")
    let (file, size) = try transfers.hand(over: TransferSerial(number: 1), to: container)
    #expect(file == "Library/Caches/transfer-1" && size == 7)
    let owner = try FileStatus(of: container)
    for name in ["Library", "Library/Caches", file] {
      let status = try FileStatus(of: "\(container)/\(name)")
      #expect(status.user == owner.user && status.group == owner.group, "\(name)")
    }
  }
}
