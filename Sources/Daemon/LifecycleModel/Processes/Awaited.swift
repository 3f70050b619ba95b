// The one whose word about a process comes next: a clock that jumps waits for it.

/// The greater has the last word where several are awaited.
public enum Awaited: Comparable, Sendable {
  /// An app owes an answer, which may never come.
  case app
  /// The kernel ends a process that the daemon has killed.
  case kernel
}
