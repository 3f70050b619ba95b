// The stores of one folder, of one daemon after another: the lock of the state sees to that, and SQLite's own.
@testable import Stores

/// Closes the stores of a daemon when the next begins.
@MainActor final class OneAtATime {
  private var last: StateStore?

  func begin(_ next: StateStore) -> StateStore {
    last?.flush()
    last = next
    return next
  }
}
