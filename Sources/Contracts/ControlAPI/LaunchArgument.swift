// An argument that a client wants a program to have (execve(2)).

/// Which texts the kernel takes as one.
public enum LaunchArgument {
  /// Bytes of one, without the NUL behind it: 32 pages with it (MAX_ARG_STRLEN, execve(2)).
  public static let mostBytes = 131_071

  /// Whether `text` can be one: a program would see no more of it than what comes before a NUL.
  public static func fits(_ text: String) -> Bool { text.utf8.count <= mostBytes && !text.utf8.contains(0) }
}
