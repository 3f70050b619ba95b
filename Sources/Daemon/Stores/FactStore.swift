// The settings of the device, kept across restarts of the daemon and the machine (NQ6), on a thread of its own.

/// Settings of apps, the locale, the time zone and the account.
nonisolated final class FactStore: Sendable {
  private let thread: StoreThread<FactFile>

  /// - Parameters:
  ///   - directory: the state directory, which is there; the facts are in `facts.sqlite` in it.
  ///   - deliver: how results and notes get back to the loop's thread.
  ///   - note: told, on the loop's thread, when durability is lost, when it is back, and when a broken file was put
  ///     aside.
  init(directory: String, deliver: @escaping Deliver, note: @escaping @MainActor @Sendable (String) -> Void) {
    let file = FactFile(directory: directory) { text in deliver { note(text) } }
    thread = StoreThread("roostd.facts", file, deliver: deliver)
  }

  /// Keeps a fact, in place of what it was before.
  func keep(_ row: FactRow) { thread.put(.keep(row), then: nil) }

  /// It is as a new device has it.
  func drop(_ key: FactRow.Key) { thread.put(.drop(key), then: nil) }

  /// Every fact, with what was kept before this call.
  func all(then: @escaping @MainActor @Sendable ([FactRow]) -> Void) { thread.ask({ $0.all() }, then: then) }

  /// Says on the loop's thread when what was kept before this call is on disk, or known not to get there.
  func settled(then: @escaping @MainActor @Sendable () -> Void) { thread.ask({ _ in }, then: then) }

  /// Says on the loop's thread when every change until now is on disk or known not to get there.
  func whenWritten(_ then: @escaping @MainActor @Sendable () -> Void) { thread.ask({ _ in }, then: { _ in then() }) }

  /// Waits until everything is on disk or known not to get there. For the daemon's orderly end only.
  func flush() { thread.flush() }
}
