// Paths that are open to apps besides their own, by `[apps]` of the configuration or a bundle's RoostFileAccess.

/// Absolute paths that are open besides what every app has.
package nonisolated struct FileAccess: Equatable, Sendable {
  package var read: [String] = []
  package var write: [String] = []

  package init(read: [String] = [], write: [String] = []) {
    self.read = read
    self.write = write
  }
}
