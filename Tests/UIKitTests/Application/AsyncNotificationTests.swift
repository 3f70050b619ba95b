// Notifications in a `for await`, as an app's tasks wait for them.

import Testing

@testable import UIKit

@Suite("Notifications as a sequence", .timeLimit(.minutes(40))) struct AsyncNotificationTests {
  private static let name = Notification.Name("org.roost.test")
  private let center = NotificationCenter()

  @Test("A loop gets the notifications of its name and object in their order, those too that came before it asked")
  func order() async {
    let (mine, other) = (Poster(), Poster())
    var iterator = center.notifications(named: Self.name, object: mine).makeAsyncIterator()
    center.post(name: Self.name, object: mine, userInfo: ["number": 1])
    center.post(name: Self.name, object: other, userInfo: ["number": 2])
    center.post(name: Notification.Name("org.roost.other"), object: mine, userInfo: ["number": 3])
    center.post(name: Self.name, object: mine, userInfo: ["number": 4])
    var numbers: [Int] = []
    for _ in 0..<2 {
      if let number = await iterator.next()?.userInfo?["number"] as? Int { numbers.append(number) }
    }
    #expect(numbers == [1, 4])
  }

  @Test("A task on the main actor gets its notifications there, and its loop ends when it is cancelled")
  @MainActor func cancelled() async {
    let center = center
    let (heard, hears) = AsyncStream.makeStream(of: String.self)
    let task = Task { @MainActor in
      let notifications = center.notifications(named: Self.name)
      hears.yield("began")
      for await notification in notifications { hears.yield(notification.userInfo?["word"] as? String ?? "none") }
      hears.yield("ended")
    }
    var words = heard.makeAsyncIterator()
    let first = await words.next()
    // The task has gone on to its loop, where it waits.
    center.post(name: Self.name, object: nil, userInfo: ["word": "tea"])
    let second = await words.next()
    task.cancel()
    let third = await words.next()
    #expect([first, second, third] == ["began", "tea", "ended"])
  }

  @Test("The centre lets an observation go with its iterator")
  func letGo() {
    var iterator: NotificationCenter.Notifications.Iterator? =
      center.notifications(named: Self.name).makeAsyncIterator()
    weak let observer: AnyObject? = iterator?.observation.observer
    let wasKept = observer != nil
    iterator = nil
    let isKept = observer != nil
    #expect(wasKept && !isKept)
  }
}

private final class Poster: Sendable {}
