// The choice of the machine's own programs that are apps: `apps.desktop` and `apps.terminal` of the configuration.

/// The folders of desktop entries, and the terminal for those with `Terminal=true`.
package nonisolated struct DesktopSettings: Equatable, Sendable {
  package var directories: [String] = []
  /// The command before theirs; empty for none.
  package var terminal: [String] = []

  package init(directories: [String] = [], terminal: [String] = []) {
    self.directories = directories
    self.terminal = terminal
  }
}
