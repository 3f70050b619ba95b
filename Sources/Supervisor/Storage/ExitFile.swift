// The SQLite file behind ExitStore, on the store's thread: opening, mending, committing, asking.
import GRDB
import Glibc

/// `exits.sqlite`, and in memory what could not be written to it yet.
nonisolated struct ExitFile {
  private let path: String
  private let bounds: ExitStore.Bounds
  private let now: @Sendable () -> Int64
  private let note: @Sendable (String) -> Void
  private var database: DatabaseQueue?
  /// Oldest first. Tried again with each record that comes in.
  private var unwritten: [ExitRow] = []

  init(
    directory: String, bounds: ExitStore.Bounds, now: @escaping @Sendable () -> Int64,
    note: @escaping @Sendable (String) -> Void
  ) {
    path = directory + "/exits.sqlite"
    self.bounds = bounds
    self.now = now
    self.note = note
  }

  // MARK: Writing

  mutating func append(_ rows: [ExitRow]) -> ExitStore.Kept {
    let wasBehind = !unwritten.isEmpty
    unwritten.append(contentsOf: rows)
    do {
      try mending { [unwritten, bounds, now] database in
        try database.write { transaction in
          for row in unwritten { try row.insert(transaction) }
          try Self.trim(transaction, to: bounds, now: now())
        }
      }
      unwritten = []
      if wasBehind { note("exit records are written to \(path) again; none was lost") }
      return .onDisk
    } catch {
      unwritten.removeFirst(max(0, unwritten.count - bounds.keep))
      if !wasBehind {
        note(
          "unable to write exit records to \(path): \(error); they are kept in memory until it works again: "
            + "see that the disk has space and the file can be written")
      }
      return .inMemory
    }
  }

  private static func trim(_ database: Database, to bounds: ExitStore.Bounds, now: Int64) throws {
    let oldest = now - Int64(clamping: bounds.age.components.seconds) * 1_000_000_000
    try database.execute(sql: "DELETE FROM exit WHERE time < ?", arguments: [oldest])
    try database.execute(
      sql: "DELETE FROM exit WHERE number <= (SELECT number FROM exit ORDER BY number DESC LIMIT 1 OFFSET ?)",
      arguments: [bounds.keep])
  }

  // MARK: Asking

  mutating func last(_ count: Int, of app: String?) -> [ExitRow] {
    let fresh = unwritten.reversed().filter { app == nil || $0.app == app }.prefix(count)
    let rest = count - fresh.count
    guard rest > 0 else { return Array(fresh) }
    do {
      let stored = try mending { database in
        try database.read { try Self.last(rest, of: app, in: $0) }
      }
      return fresh + stored
    } catch {
      note("unable to read exit records from \(path): \(error)")
      return Array(fresh)
    }
  }

  private static func last(_ count: Int, of app: String?, in database: Database) throws -> [ExitRow] {
    if let app {
      try ExitRow.fetchAll(
        database, sql: "SELECT * FROM exit WHERE app = ? ORDER BY number DESC LIMIT ?", arguments: [app, count])
    } else {
      try ExitRow.fetchAll(database, sql: "SELECT * FROM exit ORDER BY number DESC LIMIT ?", arguments: [count])
    }
  }

  // MARK: The file

  /// Runs `body` on the open database; one that turns out to be broken is put aside, and `body` runs on a new one.
  private mutating func mending<Value>(_ body: (DatabaseQueue) throws -> Value) throws -> Value {
    do {
      return try body(opened())
    } catch let error as DatabaseError where Self.isBroken(error) {
      try putAside(because: error)
      return try body(opened())
    } catch {
      // The next try opens the file anew: it may have been replaced, or the disk come back.
      database = nil
      throw error
    }
  }

  /// A file cut short may show as a read that got too little (sqlite.org/rescode.html).
  private static func isBroken(_ error: DatabaseError) -> Bool {
    [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
      || error.extendedResultCode == .SQLITE_IOERR_SHORT_READ
  }

  private mutating func opened() throws -> DatabaseQueue {
    if let database { return database }
    var configuration = GRDB.Configuration()
    configuration.prepareDatabase { database in
      // What is acknowledged is on disk: the journal is synced with each commit (sqlite.org/pragma.html#pragma_synchronous).
      try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    }
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try Self.migrator.migrate(database)
    self.database = database
    return database
  }

  private mutating func putAside(because error: DatabaseError) throws {
    database = nil
    let aside = "\(path).broken-\(now())"
    for suffix in ["", "-wal", "-shm"] where rename(path + suffix, aside + suffix) != 0 && errno != ENOENT {
      throw error
    }
    note(
      "the exit records in \(path) were broken (\(error.message ?? "no message")); the file is now \(aside), "
        + "and a new one is begun")
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("exits") { database in
      try database.execute(
        sql: """
          CREATE TABLE exit (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL, pid INTEGER, time INTEGER NOT NULL, state TEXT NOT NULL,
            namespace TEXT NOT NULL, code TEXT, reason TEXT NOT NULL, text TEXT NOT NULL, signal INTEGER, status INTEGER,
            footprint INTEGER NOT NULL, cpu INTEGER NOT NULL, callback TEXT, elapsed INTEGER
          ) STRICT;
          CREATE INDEX exitByApp ON exit (app, number);
          CREATE INDEX exitByTime ON exit (time);
          """)
    }
    return migrator
  }
}

nonisolated extension ExitRow: FetchableRecord, PersistableRecord {
  static var databaseTableName: String { "exit" }
}
