// Device nodes that are for the app in front (BG5), as `[background]` of the configuration names them.

/// A kind of device node that apps share, such as cameras.
package nonisolated struct SharedNode: Hashable, Sendable {
  /// The name that the configuration gives it.
  package let kind: String
  /// Such as `/dev/video*` (glob(7)).
  package let pattern: String

  package init(kind: String, pattern: String) {
    self.kind = kind
    self.pattern = pattern
  }
}
