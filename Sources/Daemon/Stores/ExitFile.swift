// The SQLite file behind ExitStore, on the store's thread: committing and asking.
import SQLite
import Settings

/// `exits.sqlite`, and in memory what could not be written to it yet.
nonisolated struct ExitFile: CarriedFile {
  var bounds: KeptBounds { didSet { sinceTrim = nil } }
  private let now: @Sendable () -> Int64
  private var file: DatabaseFile
  /// Oldest first. Tried again with each record that comes in.
  private var unwritten: [ExitRow] = []
  /// The exits that apps have been told of, where that could not be written down.
  private var told: [String: Int] = [:]
  /// Since those that are too many were looked for last; nil: never.
  private var sinceTrim: Int?

  init(
    directory: String, bounds: KeptBounds, now: @escaping @Sendable () -> Int64,
    note: @escaping @Sendable (String) -> Void
  ) {
    self.bounds = bounds
    self.now = now
    file = DatabaseFile(directory + "/exits.sqlite", of: "exit records", schema: Self.schema, now: now, note: note)
  }

  static func place(of row: ExitRow) -> Never? { nil }

  mutating func take(_ rows: [ExitRow]) -> Kept {
    unwritten += unwritten.isEmpty ? rows : unknown(rows)
    // To count them costs with their number: there may be a sixteenth too many meanwhile.
    let isDue = sinceTrim.map { $0 + unwritten.count > bounds.keep / 16 } ?? true
    let kept = file.write { [unwritten, bounds, now] transaction in
      for row in unwritten { try row.insert(into: transaction, or: .ignore) }
      try Self.removeOld(transaction, bounds, now: now())
      if isDue { try Self.trim(transaction, to: bounds) }
    }
    switch kept {
    case .onDisk:
      sinceTrim = isDue ? 0 : (sinceTrim ?? 0) + unwritten.count
      unwritten = []
    case .inMemory: trimUnwritten()
    }
    return kept
  }

  /// One that is carried is in the log as well, when that began before the store was asked.
  private func unknown(_ rows: [ExitRow]) -> [ExitRow] {
    let known = Set(unwritten.compactMap(\.process))
    return rows.filter { row in row.process.map { !known.contains($0) } ?? true }
  }

  mutating func settle() -> Kept {
    let kept: Kept = unwritten.isEmpty ? .onDisk : take([])
    return told.isEmpty || writeTold() == .onDisk ? kept : .inMemory
  }

  mutating func close() { file.close() }

  private static func removeOld(_ database: Database, _ bounds: KeptBounds, now: Int64) throws {
    let oldest = now - Int64(clamping: bounds.age.components.seconds) * 1_000_000_000
    try database.run("DELETE FROM exit WHERE time < ?", [oldest])
  }

  /// Those of the apps that have most go first.
  private static func trim(_ database: Database, to bounds: KeptBounds) throws {
    let count: Int? = try database.run("SELECT count(*) AS count FROM exit", []).first?.value("count")
    guard count ?? 0 > bounds.keep else { return }
    let holdings = try database.run(
      "SELECT count(*) AS count, max(number) AS newest FROM exit GROUP BY app", []
    ).map { row throws -> FairShares.Holding<Int64> in
      // The app by its newest record: its name may be one that is not read as it is written.
      let newest: Int64 = try row.value("newest")
      return FairShares.Holding(owner: newest, count: try row.value("count"), newest: newest)
    }
    for (newest, quota) in FairShares.quotas(of: holdings, keep: bounds.keep) {
      try database.run(
        """
        DELETE FROM exit WHERE app = (SELECT app FROM exit WHERE number = ?) AND number <=
          (SELECT number FROM exit WHERE app = (SELECT app FROM exit WHERE number = ?) ORDER BY number DESC LIMIT 1 OFFSET ?)
        """, [newest, newest, quota])
    }
  }

  private mutating func trimUnwritten() {
    guard unwritten.count > bounds.keep + bounds.keep / 16 else { return }
    let holdings = Dictionary(grouping: unwritten.indices) { unwritten[$0].app }.map { app, places in
      FairShares.Holding(owner: app, count: places.count, newest: Int64(places.last ?? 0))
    }
    var left = FairShares.quotas(of: holdings, keep: bounds.keep)
    unwritten = unwritten.reversed().filter { row in
      guard let quota = left[row.app] else { return true }
      left[row.app] = quota - 1
      return quota > 0
    }.reversed()
  }

  mutating func last(_ count: Int, of app: String?) -> [ExitRow] {
    let fresh = unwritten.reversed().filter { app == nil || $0.app == app }.prefix(count)
    let rest = count - fresh.count
    guard rest > 0 else { return Array(fresh) }
    // A daemon that restores its state hands in records again that are on disk already.
    let known = Set(unwritten.compactMap(\.process))
    let kept: [ExitRow]? = file.records { try Self.last(count, of: app, in: $0) }
    let older = (kept ?? []).filter { row in row.process.map { !known.contains($0) } ?? true }
    return Array(fresh) + older.prefix(rest)
  }

  private static func last(_ count: Int, of app: String?, in database: Database) throws -> [Row] {
    if let app {
      try database.run("SELECT * FROM exit WHERE app = ? ORDER BY number DESC LIMIT ?", [app, count])
    } else {
      try database.run("SELECT * FROM exit ORDER BY number DESC LIMIT ?", [count])
    }
  }

  /// The last `count` records of each app, the newest of an app before its others: an app that ends often leaves those of others.
  mutating func lastOfEach(_ count: Int) -> [ExitRow] {
    let known = Set(unwritten.compactMap(\.process))
    let kept: [ExitRow]? = file.records { database in try database.run(Self.newestOfEach, [count]) }
    let older = (kept ?? []).filter { row in row.process.map { !known.contains($0) } ?? true }
    var taken: [String: Int] = [:]
    return (unwritten.reversed() + older).filter { row in
      taken[row.app, default: 0] += 1
      return taken[row.app, default: 0] <= count
    }
  }

  /// One look at the index for each app and each of its records, however many there are.
  private static let newestOfEach = """
    WITH RECURSIVE owner(app) AS (
      SELECT min(app) FROM exit
      UNION ALL
      SELECT (SELECT min(app) FROM exit WHERE app > owner.app) FROM owner WHERE owner.app IS NOT NULL)
    SELECT exit.* FROM owner JOIN exit ON exit.number IN
      (SELECT number FROM exit WHERE app = owner.app ORDER BY number DESC LIMIT ?)
    WHERE owner.app IS NOT NULL ORDER BY exit.number DESC
    """

  // MARK: Records that the app itself has been told of

  /// The oldest records of `app` that it has not been told of, from the one after `number` on. A record that could not
  /// be written yet has no number, and is told when it has one.
  mutating func untold(_ count: Int, of app: String, after number: Int) -> [NumberedExit] {
    file.read { [told] database in
      let kept: Int? = try database.run("SELECT number FROM told WHERE app = ?", [app]).first?.value("number")
      let last = max(number, kept ?? 0, told[app] ?? 0)
      return try database.run(
        "SELECT * FROM exit WHERE app = ? AND number > ? ORDER BY number LIMIT ?", [app, last, count]
      ).compactMap { found in
        try? NumberedExit(number: found.value("number"), row: ExitRow(found))
      }
    } ?? []
  }

  /// `app` has been told of its records up to `number`.
  mutating func tell(_ app: String, through number: Int) -> Kept {
    told[app] = max(number, told[app] ?? 0)
    return writeTold()
  }

  private mutating func writeTold() -> Kept {
    let kept = file.write { [told] transaction in
      for (app, number) in told {
        try transaction.run(
          """
          INSERT INTO told (app, number)
          VALUES (?, min(?, coalesce((SELECT max(number) FROM exit), 0)))
          ON CONFLICT (app) DO UPDATE SET number = max(number, excluded.number)
          """, [app, number])
      }
    }
    if kept == .onDisk { told = [:] }
    return kept
  }

  // MARK: Between daemons

  var carried: [CarriedRow] {
    unwritten.map { CarriedRow($0.columns, of: ExitRow.table) }
      + told.map { CarriedRow(ToldRow(app: $0.key, number: $0.value).columns, of: ToldRow.table) }
  }

  mutating func take(carried: [CarriedRow]) -> Kept {
    for change in carried where change.table == ToldRow.table {
      guard let last = try? ToldRow(change.row) else { continue }
      told[last.app] = max(last.number, told[last.app] ?? 0)
    }
    let rows = carried.filter { $0.table == ExitRow.table }.compactMap { try? ExitRow($0.row) }
    if !rows.isEmpty { _ = take(rows) }
    return settle()
  }

  private static let schema: Schema = [
    "exits": """
    CREATE TABLE exit (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      app TEXT NOT NULL, pid INTEGER, time INTEGER NOT NULL, state TEXT NOT NULL,
      namespace TEXT NOT NULL, code TEXT, reason TEXT NOT NULL, text TEXT NOT NULL, signal INTEGER, status INTEGER,
      footprint INTEGER NOT NULL, cpu INTEGER NOT NULL, callback TEXT, elapsed INTEGER
    ) STRICT;
    CREATE INDEX exitByApp ON exit (app, number);
    CREATE INDEX exitByTime ON exit (time);
    """,
    "one record a process": """
    ALTER TABLE exit ADD COLUMN process TEXT;
    CREATE UNIQUE INDEX exitByProcess ON exit (process);
    """,
    "told": """
    ALTER TABLE exit ADD COLUMN step TEXT;
    ALTER TABLE exit ADD COLUMN lifetime INTEGER;
    ALTER TABLE exit ADD COLUMN earlyDeaths INTEGER;
    ALTER TABLE exit ADD COLUMN incident TEXT;
    CREATE TABLE told (app TEXT PRIMARY KEY NOT NULL, number INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    """,
    "force quit": """
    ALTER TABLE exit ADD COLUMN isForceQuit INTEGER;
    """,
  ]
}

/// The number of the last of its exits that an app has been told of.
private nonisolated struct ToldRow: TableRow {
  static var table: String { "told" }
  let app: String
  let number: Int

  init(app: String, number: Int) {
    self.app = app
    self.number = number
  }

  init(_ row: Row) throws(OddColumn) {
    app = try row.value("app")
    number = try row.value("number")
  }

  var columns: Columns { ["app": app, "number": number] }
}
