// Locale.current follows the device (NQ6), which Foundation on Linux has no way of its own for.

import AgentProtocol
internal import CPlatform
import Synchronization

@MainActor enum CurrentLocale {
  private static var locale: Locale?

  /// Makes `identifier` the locale of the process: what `Locale.current` and `autoupdatingCurrent` are from now on, and
  /// the environment of the programs that it starts.
  static func become(_ identifier: String) {
    setenv("LANG", environmentLocale(identifier), 1)
    // They count for more than LANG (locale(7)).
    unsetenv("LC_ALL")
    unsetenv("LANGUAGE")
    // Read as on iOS, where the system's own domain has them.
    UserDefaults.standard.register(defaults: [
      "AppleLocale": identifier, "AppleLanguages": [identifier.replacing("_", with: "-")],
    ])
    locale = Locale(identifier: identifier)
    keep()
  }

  /// Once more: when the time zone changes, Foundation forgets what the current locale is.
  static func keep() { if let locale { replaceCached(with: locale) } }

  /// Puts `locale` where Foundation keeps the current one. Does nothing where it cannot be reached, which is so in a
  /// program that has Foundation as a shared library, or is not as it was in Swift 6.3.
  private static func replaceCached(with locale: Locale) {
    // Foundation fills its cache when it is first asked.
    let current = Words(Locale.current)
    guard let current, let new = Words(locale), new.table == current.table, let cache = roost_locale_cache_address(),
      let buffer = UnsafeMutableRawPointer(bitPattern: cache[1])
    else { return }
    // Behind the header of the heap object that LockedState is: the words that were handed out as the current locale.
    let cached = buffer + 2 * MemoryLayout<UInt>.size
    guard cached.load(as: Words.self) == current else { return }
    // One word changes, at once; a thread that has just read the old one may not have retained it yet, so it stays.
    _ = Unmanaged.passRetained(unsafeBitCast(new.object, to: AnyObject.self))
    cached.assumingMemoryBound(to: Atomic<UInt>.self).pointee.store(new.object, ordering: .releasing)
  }

  /// A `Locale` as it lies in memory: an object and the table of how it is a locale.
  private struct Words: Equatable {
    let object: UInt
    let table: UInt

    init?(_ locale: Locale) {
      guard MemoryLayout<Locale>.size == MemoryLayout<Words>.size else { return nil }
      self = withUnsafeBytes(of: locale) { $0.load(as: Words.self) }
    }
  }
}
