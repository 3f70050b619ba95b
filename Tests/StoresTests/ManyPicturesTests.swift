// An app that draws one picture after the other: of each scene one is taken at a time, and the newest alone waits for it.
import Dispatch
import Foundation
import Synchronization
import TestFolders
import Testing

@testable import Stores

@Suite(.timeLimit(.minutes(40))) struct ManyPicturesTests {
  /// Holds the store's thread at each answer until the test lets it go on. Nobody is told the answers.
  private final class Held: Sendable {
    private struct Answers {
      var count = 0
      var isLast = false
    }

    private let last: String
    private let answers = Mutex(Answers())
    private let told = DispatchSemaphore(value: 0)
    private let mayGoOn = DispatchSemaphore(value: 0)

    /// - Parameter last: the file whose writing is the last thing that the store is asked for.
    init(last: String) { self.last = last }

    var count: Int { answers.withLock { $0.count } }
    var isAtLast: Bool { answers.withLock { $0.isLast } }

    func deliver() {
      let isLast = access(last, F_OK) == 0
      answers.withLock { answers in
        answers.count += 1
        answers.isLast = isLast
      }
      told.signal()
      mayGoOn.wait()
    }

    func waitForAnswer() { told.wait() }
    func letGo() { mayGoOn.signal() }
  }

  private let folder: TestFolder
  private let held: Held
  private let store: SnapshotStore

  init() throws {
    folder = try TestFolder()
    let held = Held(last: folder.path + "/snapshots/a.b/last.svg")
    self.held = held
    store = SnapshotStore(directory: folder.path, deliver: { _ in held.deliver() })
    try folder.write("containers/a.b/first", "first")
    try folder.write("containers/a.b/newest", "newest")
  }

  private func take(_ file: String, scene: String = SnapshotStore.main) {
    store.take("a.b", scene, from: folder.path + "/containers/a.b", file: file) { _ in }
  }

  private func kept(_ scene: String = SnapshotStore.main) -> String? {
    try? String(contentsOfFile: folder.path + "/snapshots/a.b/\(scene).svg", encoding: .utf8)
  }

  /// Takes a picture, of which the store's thread is about to tell when this returns.
  private func takeFirst() {
    take("first")
    held.waitForAnswer()
  }

  /// Lets the store do all that it was asked for, and tells in how many pieces.
  private func finish() -> Int {
    take("first", scene: "last")
    repeat {
      held.letGo()
      held.waitForAnswer()
    } while !held.isAtLast
    held.letGo()
    return held.count - 1
  }

  @Test("SN1 of a thousand pictures that a scene draws while one is taken, the newest is taken and no other")
  func newest() {
    takeFirst()
    for number in 2..<1000 { take("\(number)") }
    take("newest")
    #expect(finish() == 2)
    #expect(kept() == "newest")
  }

  @Test("SN1 a scene's picture takes the place of no other scene's")
  func otherScenes() {
    takeFirst()
    for _ in 0..<3 { for scene in ["S-1", "S-2"] { take("newest", scene: scene) } }
    #expect(finish() == 3)
    #expect(kept() == "first" && kept("S-1") == "newest" && kept("S-2") == "newest")
  }

  @Test("A picture that waits is forgotten with its scene, and one that comes later is taken")
  func forgotten() {
    takeFirst()
    take("first", scene: "S-1")
    take("first", scene: "S-2")
    for scene in ["S-1", "S-2"] { store.remove("a.b", scene) }
    take("newest", scene: "S-2")
    #expect(finish() == 4, "the first, two that are removed, and the last")
    #expect(kept("S-1") == nil && kept("S-2") == "newest")
  }
}
