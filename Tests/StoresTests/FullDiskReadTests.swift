// A start on a full disk: the log cannot be emptied into its file, and what is in it is read all the same.
import Foundation
import Glibc
import Settings
import TestFolders
import Testing

@testable import Stores

@MainActor
@Suite(.timeLimit(.minutes(40)), .enabled(if: geteuid() == 0, "mounting a tmpfs takes root"))
struct FullDiskReadTests {
  private func row(_ number: Int) -> NotificationRow {
    let content = NotificationRow.Content(
      identifier: "n", title: "", body: String(repeating: "x", count: 4000), content: "{}", isRemote: false)
    return NotificationRow(app: "app\(number)", planned: [], shown: [.init(content: content, date: 1)])
  }

  @Test("What is in a log is read from a full disk, and stays there when there is space and a change comes")
  func read() async throws {
    let folder = try TestFolder()
    try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=512k") == 0)
    defer { umount2(folder.path, Int32(MNT_DETACH)) }
    func store() -> StateStore {
      StateStore(directory: folder.path, exits: .init(keep: 1, age: .seconds(1)), deliver: deliver, note: { _ in })
    }
    func recalled(by store: StateStore) async -> Set<String> {
      await withCheckedContinuation { done in
        store.recall(exits: 0, begin: { _ in }) { done.resume(returning: Set($0.notifications.map(\.app))) }
      }
    }
    let first = store()
    for number in 0..<20 { first.notifications.keep(row(number)) }
    #expect(first.flush() == .onDisk)
    try Data(count: 0).write(to: URL(fileURLWithPath: folder.path + "/filler"))
    let filler = open(folder.path + "/filler", O_WRONLY)
    while write(filler, [UInt8](repeating: 0, count: 4096), 4096) > 0 {}
    close(filler)
    let second = store()
    #expect(await recalled(by: second) == Set((0..<20).map { "app\($0)" }))
    unlink(folder.path + "/filler")
    second.notifications.keep(row(20))
    #expect(second.flush() == .onDisk)
    #expect(await recalled(by: store()) == Set((0...20).map { "app\($0)" }))
  }
}
