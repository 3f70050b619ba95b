// The bounds of a store, by number and age of records: `[exits]` and `[reports]` of the configuration.

/// Records are dropped when one of the two says so.
package nonisolated struct KeptBounds: Equatable, Sendable {
  /// Records at most.
  package var keep: Int
  /// None older than this.
  package var age: Duration

  package init(keep: Int, age: Duration) {
    self.keep = keep
    self.age = age
  }
}
