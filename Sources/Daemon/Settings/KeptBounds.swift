// How many records a store keeps, and for how long: `[exits]` and `[reports]` of the configuration.

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
