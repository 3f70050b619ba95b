// The choice of the machine's own programs that are apps: `apps.desktop` and `apps.terminal` of the configuration.

/// Where desktop entries are looked for, and what those with `Terminal=true` run in.
package nonisolated struct DesktopSettings: Equatable, Sendable {
  package var directories: [String] = []
  /// The command before theirs; empty for none.
  package var terminal: [String] = []

  package init(directories: [String] = [], terminal: [String] = []) {
    self.directories = directories
    self.terminal = terminal
  }
}
