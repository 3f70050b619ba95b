// The steps in which a database got its tables: an older file is brought to today's, step by step.

/// By their names, in the order in which they were added: a step that has been released never changes.
package struct Schema: Sendable, ExpressibleByDictionaryLiteral {
  private let steps: [(name: String, sql: String)]

  package init(dictionaryLiteral steps: (String, String)...) { self.steps = steps.map { (name: $0.0, sql: $0.1) } }

  /// Takes the steps that the database has not taken yet, each as one transaction. Those of a newer roostd are left.
  ///
  /// - Throws: ``DatabaseError``.
  package func apply(to database: Database) throws {
    // The name is GRDB's, a library that kept these files before: users have files with this table.
    try database.run("CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    let taken = try database.run("SELECT identifier FROM grdb_migrations", []).map { row in
      try row.value("identifier") as String
    }
    for step in steps where !taken.contains(step.name) {
      try database.write { database in
        try database.run(step.sql)
        try database.run("INSERT INTO grdb_migrations (identifier) VALUES (?)", [step.name])
      }
    }
  }
}
