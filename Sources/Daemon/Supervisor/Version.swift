// Which Roost this is.

/// As `roostctl version` prints it; the package's git tag is the same.
nonisolated let roostVersion = "0.1.0"
