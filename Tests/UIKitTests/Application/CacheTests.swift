// NSCache and discardable content of the app's own behind the screen (BG3).

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct CacheTests {
  private func leave() {
    let app = App()
    app.handle(.launch(Launch()), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    app.handle(.willResignActive, state: .active)
    app.handle(.didEnterBackground, state: .background)
  }

  @Test("BG3 a cache is emptied when the app has entered the background, without anything set on it")
  func emptied() {
    let cache = NSCache<NSString, NSNumber>()
    let kept = NSCache<NSString, NSNumber>()
    kept.dropsInBackground = false
    for cache in [cache, kept] {
      cache.setObject(1, forKey: "one")
      cache.setObject(2, forKey: "two", cost: 3)
    }
    leave()
    #expect(cache.object(forKey: "one") == nil && cache.object(forKey: "two") == nil)
    #expect(kept.object(forKey: "one") == 1 && kept.object(forKey: "two") == 2)
  }

  @Test("BG3 a cache whose keys are no NSObjects is emptied when it is set so, and can be set otherwise again")
  func other() {
    final class Key {}
    let cache = NSCache<Key, NSNumber>()
    let key = Key()
    cache.setObject(1, forKey: key)
    leave()
    #expect(cache.object(forKey: key) == 1)
    cache.dropsInBackground = true
    leave()
    #expect(cache.object(forKey: key) == nil)
    cache.dropsInBackground = false
    cache.setObject(1, forKey: key)
    leave()
    #expect(cache.object(forKey: key) == 1)
  }

  @Test("BG3 content of a class of the app's own is asked to go, once somebody has put it into a cache")
  func discardable() {
    final class Content: NSDiscardableContent {
      var asked = 0
      func beginContentAccess() -> Bool { true }
      func endContentAccess() {}
      func discardContentIfPossible() { asked += 1 }
      func isContentDiscarded() -> Bool { asked > 0 }
    }
    let cache = NSCache<NSString, Content>()
    let content = Content()
    cache.setObject(content, forKey: "content")
    leave()
    #expect(content.asked == 1 && cache.object(forKey: "content") == nil)
  }

  @Test("BG3 the list of caches holds none of them")
  func released() {
    weak var gone: NSCache<NSString, NSNumber>?
    do {
      let cache = NSCache<NSString, NSNumber>()
      cache.setObject(1, forKey: "one")
      gone = cache
    }
    #expect(gone == nil)
    leave()
  }

  @Test("BG3 data and caches whose last reference goes on another thread just then end no app")
  func letGoMeanwhile() {
    let running = DispatchGroup()
    let makers: [@Sendable () -> Void] = [
      { NSPurgeableData(data: Data([1])).length = 2 },
      // It says nothing when it goes: the list is swept again and again.
      { NSCache<NSString, NSNumber>().setObject(1, forKey: "one") },
    ]
    for make in makers {
      running.enter()
      Thread.detachNewThread {
        for _ in 0..<100_000 { make() }
        running.leave()
      }
    }
    while running.wait(timeout: .now()) == .timedOut { Caches.drop() }
  }
}
