// A SQLite file that the store opens when it needs it, replaces when it is damaged, and syncs with each commit.
import Glibc
import Linux
import SQLite
import SystemPackage
import Systemd

/// One of the state directory's databases, used by one store on its own thread. Nothing here throws: an error is told
/// once to `note`, in words for people.
nonisolated struct DatabaseFile {
  private let path: String
  /// The content of the file, as messages call it: "exit records".
  private let contents: String
  private let schema: Schema
  private let now: @Sendable () -> Int64
  private let note: @Sendable (String) -> Void
  private var database: Database?
  /// Whether nothing is in the open database's log that this daemon has not written.
  private var isLogEmpty = false
  /// The last write failed, and that has been told.
  private var isBehind = false
  /// The last read failed, and that has been told.
  private var isUnread = false
  /// There are rows that are left out, and that has been told.
  private var hasOddRows = false

  init(
    _ path: String, of contents: String, schema: Schema,
    now: @escaping @Sendable () -> Int64 = { calendarNow() }, note: @escaping @Sendable (String) -> Void
  ) {
    self.path = path
    self.contents = contents
    self.schema = schema
    self.now = now
    self.note = note
  }

  /// Commits what `body` writes.
  mutating func write(_ body: (Database) throws -> Void) -> Kept {
    do {
      try mending(.writing) { try $0.write(body) }
      if isBehind { note("roostd writes \(contents) to \(path) again; none was lost") }
      isBehind = false
      return .onDisk
    } catch {
      if !isBehind {
        note(
          "unable to write \(contents) to \(path): \(error); roostd keeps them in memory until it can: "
            + "check that the disk has space and the file is writable")
      }
      isBehind = true
      return .inMemory
    }
  }

  /// Nil when the file cannot be read.
  mutating func read<Value>(_ body: (Database) throws -> Value) -> Value? {
    do {
      let value = try mending(.reading) { try body($0) }
      isUnread = false
      return value
    } catch {
      if !isUnread {
        note(
          "unable to read \(contents) from \(path): \(error); roostd goes on without them until it can: check that the "
            + "disk works and the file is readable")
      }
      isUnread = true
      return nil
    }
  }

  /// The records in the rows that `query` finds. A row with a value that no record can have is left where it is, and
  /// left out. Nil when the file cannot be read.
  mutating func records<Record: TableRow>(_ query: (Database) throws -> [Row]) -> [Record]? {
    guard let rows = self.read(query) else { return nil }
    let records = rows.compactMap { try? Record($0) }
    let odd = rows.count - records.count
    if odd > 0, !hasOddRows {
      note(
        "\(odd) of the \(contents) in \(path) are damaged; roostd leaves them out: move the file away to be rid of them"
      )
    }
    hasOddRows = odd > 0
    return records
  }

  /// Runs `body` on the open database; one that turns out to be broken is put aside, and `body` runs on a new one.
  private mutating func mending<Value>(_ use: Use, _ body: (Database) throws -> Value) throws -> Value {
    do {
      return try body(opened(to: use))
    } catch let error as DatabaseError where error.isDamage {
      try putAside(because: error)
      return try body(opened(to: use))
    } catch {
      // The next try opens the file anew: it may have been replaced, or the disk come back.
      database = nil
      throw error
    }
  }

  private mutating func opened(to use: Use) throws -> Database {
    if let database {
      try use.prepare(database, &isLogEmpty)
      return database
    }
    try makeFile()
    do {
      let database = try connected(locking: .exclusive)
      self.database = database
      isLogEmpty = false
      try use.prepare(database, &isLogEmpty)
      return database
    } catch let error as DatabaseError where error.isBusy {
      // Another program has it open. To start without what it contains would be worse. Opened anew each time, until nobody
      // else has it.
      let database = try connected(locking: .normal)
      var isEmpty = !isBehind
      try use.prepare(database, &isEmpty)
      return database
    }
  }

  private enum Use {
    case reading, writing

    /// A commit whose sync failed is in the kernel's memory, and the kernel does not try again (fsync(2)). Read back from
    /// there, it would be what later commits stand on, and all of them would be gone with it. A read does without: the disk
    /// may be too full to empty the log, and what is in it can be read all the same.
    func prepare(_ database: Database, _ isLogEmpty: inout Bool) throws(DatabaseError) {
      switch self {
      case .reading: break
      case .writing:
        if !isLogEmpty { try database.emptyLog() }
        isLogEmpty = true
      }
    }
  }

  /// sqlite.org/pragma.html#pragma_locking_mode
  private enum Locking: String {
    case exclusive = "EXCLUSIVE"
    case normal = "NORMAL"
  }

  /// Milliseconds for another program that writes to the file.
  private static let patience = 1000

  private func connected(locking: Locking) throws -> Database {
    let database = try Database(path: path)
    // Exclusive before the log is used: the log's index is in memory then (sqlite.org/wal.html, "Use of WAL Without Shared-Memory").
    // Mapped from a file, it would be the daemon's end by SIGBUS when the file system fails as a whole.
    // An acknowledged change is on disk: each commit syncs the log (sqlite.org/pragma.html#pragma_synchronous).
    try database.run(
      """
      PRAGMA busy_timeout = \(locking == .normal ? Self.patience : 0); PRAGMA locking_mode = \(locking.rawValue);
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304
      """)
    try schema.apply(to: database)
    return database
  }

  /// Lets others open the file, until it is needed again.
  mutating func close() { database = nil }

  /// SQLite would make it with the rights of any file, and follow a link. Its other files get the rights of this one.
  private func makeFile() throws(Errno) {
    do throws(Errno) {
      guard try FileStatus(of: path, followsLinks: false).kind != .link else { throw .tooManySymbolicLinkLevels }
    } catch .noSuchFileOrDirectory {
      let descriptor = try Sys.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      try? Sys.close(descriptor)
    }
  }

  private mutating func putAside(because error: DatabaseError) throws {
    database = nil
    let aside = "\(path).broken-\(now())"
    for suffix in ["", "-wal", "-shm"] {
      do { try Sys.rename(path + suffix, aside + suffix) } catch Errno.noSuchFileOrDirectory {} catch _ { throw error }
    }
    note(
      "the file \(path) of \(contents) is damaged (\(error.message)); roostd renamed it to \(aside), "
        + "and starts a new one")
  }
}
