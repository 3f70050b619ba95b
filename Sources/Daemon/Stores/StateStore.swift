// The daemon's state that outlives the machine's restart: six SQLite files, and one thread for all of them.
import Linux
package import Settings
import Synchronization
package import Systemd

/// The state directory's stores. Changes to any of them are on disk in the order they were made.
package nonisolated final class StateStore: Sendable {
  package let exits: ExitStore
  package let sessions: SessionStore
  package let facts: FactStore
  package let tasks: TaskStore
  package let notifications: NotificationStore
  package let transfers: TransferStore
  private let thread: StoreThread
  /// The file with what was not on disk when it was written.
  private let carriedFile = Mutex<String?>(nil)

  /// The records of earlier daemons.
  package struct Recalled: Sendable {
    /// The newest first.
    package var exits: [ExitRow]
    /// Of every app, the one used last at the end.
    package var sessions: [SessionRow]
    package var facts: [FactRow]
    package var tasks: [TaskRow]
    package var notifications: [NotificationRow]
    package var transfers: [TransferRow]
    /// Whether those are all; else their file cannot be read.
    package var areTransfersRead: Bool
  }

  /// - Parameters:
  ///   - directory: the state directory, which is there.
  ///   - bounds: how many exit records are kept, and for how long.
  ///   - now: nanoseconds since 1970.
  ///   - deliver: how results and notes get back to the loop's thread.
  ///   - note: told, on the loop's thread, when durability is lost, when it is back, and when a broken file was put
  ///     aside.
  package init(
    directory: String, exits bounds: KeptBounds, now: @escaping @Sendable () -> Int64 = { calendarNow() },
    deliver: @escaping Deliver, note: @escaping @MainActor @Sendable (String) -> Void
  ) {
    thread = StoreThread(deliver: deliver)
    let noteOnLoop: @Sendable (String) -> Void = { text in deliver { note(text) } }
    exits = ExitStore(directory: directory, bounds: bounds, now: now, on: thread, note: noteOnLoop)
    sessions = SessionStore(directory: directory, on: thread, note: noteOnLoop)
    facts = FactStore(directory: directory, on: thread, note: noteOnLoop)
    tasks = TaskStore(directory: directory, on: thread, note: noteOnLoop)
    notifications = NotificationStore(directory: directory, on: thread, note: noteOnLoop)
    transfers = TransferStore(directory: directory, on: thread, note: noteOnLoop)
  }

  /// Everything that is kept, and the last `count` exit records, with what was changed before this call. `begin` is told,
  /// on the store's thread, which store is read next.
  package func recall(
    exits count: Int, begin: @escaping @Sendable (EarlierStarts.Stage) -> Void,
    then: @escaping @MainActor @Sendable (Recalled) -> Void
  ) {
    let question: @Sendable () -> Recalled = { [self] in
      func recalled<Rows>(_ stage: EarlierStarts.Stage, _ rows: () -> Rows) -> Rows {
        begin(stage)
        return rows()
      }
      return Recalled(
        exits: recalled(.exits) { exits.lastOfEach(count) }, sessions: recalled(.sessions, sessions.all),
        facts: recalled(.facts, facts.all), tasks: recalled(.tasks, tasks.all),
        notifications: recalled(.notifications, notifications.all),
        transfers: recalled(.transfers, transfers.all), areTransfersRead: transfers.isRead())
    }
    thread.ask(question, then: then)
  }

  /// Says on the loop's thread whether every change until now is on disk.
  package func whenWritten(_ then: @escaping @MainActor @Sendable (Kept) -> Void) {
    thread.ask({ [self] in settle() }, then: then)
  }

  /// On the store's thread.
  private func settle() -> Kept {
    // Each of them tries again.
    let kept = [
      exits.settle(), sessions.settle(), facts.settle(), tasks.settle(), notifications.settle(), transfers.settle(),
    ]
    guard !kept.contains(.inMemory) else { return .inMemory }
    if let path = carriedFile.withLock({ $0.take() }) { try? Sys.unlink(path) }
    return .onDisk
  }

  /// Waits until every change is on disk or known not to get there, and lets others open the files. For the daemon's
  /// orderly end only.
  @discardableResult
  package func flush() -> Kept {
    thread.wait {
      let kept = settle()
      exits.close()
      sessions.close()
      facts.close()
      tasks.close()
      notifications.close()
      transfers.close()
      return kept
    }
  }

  // MARK: Between daemons

  private var carriers: [any CarriedStore] { [exits, sessions, facts, tasks, notifications, transfers] }

  /// Writes all that is not on disk to `path`, for the daemon after one that is killed, and says on the loop's thread
  /// whether it has. The file goes when all is on disk.
  package func carry(
    to path: String, as name: String, then: @escaping @MainActor @Sendable (_ isCarried: Bool) -> Void
  ) {
    thread.ask({ [self] in writeCarried(to: path, as: name) }, then: then)
  }

  /// The same, and waits. For the daemon's end only.
  package func carryNow(to path: String, as name: String) -> Bool { thread.wait { writeCarried(to: path, as: name) } }

  /// On the store's thread.
  private func writeCarried(to path: String, as name: String) -> Bool {
    let rows = CarriedRows(name: name, carriers.flatMap { $0.unwritten() })
    // Not synced: neither the logs nor the daemon's memory survive the machine.
    let isCarried = (try? AtomicFile.write(rows.file, to: path, isSynced: false)) != nil
    if isCarried { carriedFile.withLock { $0 = path } }
    return isCarried
  }

  /// Makes the changes again that an earlier daemon has written to `path`, before any change of this one.
  ///
  /// - Parameter isOwed: whether what has that name is not on disk; else it is removed. Asked on the store's thread.
  package func takeUp(from path: String, where isOwed: @escaping @Sendable (_ name: String) -> Bool) {
    thread.run { [self] in
      guard let file = try? SmallFile.read(path, limit: .max) else { return }
      carriedFile.withLock { $0 = path }
      let carried = CarriedRows(file: file)
      if isOwed(carried.name) { for store in carriers { store.takeUp(carried.rows) } }
      _ = settle()
    }
  }
}
