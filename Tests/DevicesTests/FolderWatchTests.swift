// A folder in which others make files faster than the daemon reads of them.
import FailingCalls
import Linux
import Systemd
import TestFolders
import Testing

@testable import Devices

@MainActor @Suite(.timeLimit(.minutes(40))) struct FolderWatchTests {
  @Test("A turn of the loop reads a few times however much has changed, and another turn goes on")
  func bounded() async throws {
    let folder = try TestFolder()
    let loop = try EventLoop()
    var changes = 0
    let watch = try FolderWatch([folder.path], on: loop) { changes += 1 }
    try watch.renew()
    // 64 KB of events (inotify(7)).
    for number in 0..<2000 { try Folder.make("\(folder.path)/\(number)") }
    let reads = try await FailingCalls.during(.task) { calls in
      try loop.runOnce(timeout: .seconds(60))
      return calls.counts[.read]
    }
    #expect(reads == 4)
    #expect(changes == 1)
    try loop.runOnce(timeout: .seconds(60))
    #expect(changes == 2)
    withExtendedLifetime(watch) {}
  }
}
