// Data of apps that were being taken away when a checkpoint was written (LA11).
import Foundation
import LifecycleModel
import Testing

@testable import AppLink

@MainActor @Suite struct ErasedReplayTests {
  private let app = AppID("com.example.notes")

  private func read(_ checkpoint: Checkpoint) throws -> Replay {
    Replay(try Checkpoint(body: StateFormat.head(of: try checkpoint.file(version: "1")).body))
  }

  @Test("LA11: an erasure that is under way is finished over a checkpoint too, unless the app has had a process since")
  func checkpoint() throws {
    let lifecycle = Lifecycle(policy: Policy(), seed: 1)
    var replay = try read(Checkpoint(lifecycle: lifecycle, erased: [app]))
    #expect(replay.erased == [app])
    replay.play(
      .spawned(
        ProcessIdentity(
          serial: ProcessSerial(number: 1), app: app, pid: 77, startTime: 1, executable: "/bin/notes", events: 1,
          replies: 2)))
    #expect(replay.erased.isEmpty)
    // As one does when it is done.
    #expect(try read(Checkpoint(lifecycle: lifecycle)).erased.isEmpty)
  }

  @Test("LA11: a checkpoint of a daemon that named no erasures names none")
  func earlier() throws {
    let checkpoint = Checkpoint(lifecycle: Lifecycle(policy: Policy(), seed: 1), erased: [app])
    var object = try #require(
      JSONSerialization.jsonObject(with: JSONEncoder().encode(checkpoint)) as? [String: Any])
    #expect(object.removeValue(forKey: "erased") != nil)
    #expect(try Checkpoint(body: JSONSerialization.data(withJSONObject: object)).erased.isEmpty)
  }
}
