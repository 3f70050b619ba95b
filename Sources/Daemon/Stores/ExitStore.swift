// How apps ended, kept across restarts of the daemon and the machine.

/// The exit records, at most `keep` of them and none older than `age`.
nonisolated final class ExitStore: Sendable {
  private let writer: StoreWriter<ExitFile>

  /// - Parameter now: nanoseconds since 1970.
  init(
    directory: String, bounds: KeptBounds, now: @escaping @Sendable () -> Int64, on thread: StoreThread,
    note: @escaping @Sendable (String) -> Void
  ) {
    writer = StoreWriter(ExitFile(directory: directory, bounds: bounds, now: now, note: note), on: thread)
  }

  /// Keeps a record; `then` says on the loop's thread where it is.
  func append(_ row: ExitRow, then: (@MainActor @Sendable (Kept) -> Void)? = nil) {
    writer.put(row, then: then)
  }

  /// The last `count` records, of one app or of all, the newest first, with those that were appended before this call.
  func last(_ count: Int, of app: String? = nil, then: @escaping @MainActor @Sendable ([ExitRow]) -> Void) {
    writer.ask({ $0.last(count, of: app) }, then: then)
  }

  /// The last `count` records of all apps, the newest first. On the store's thread.
  func last(_ count: Int) -> [ExitRow] { writer.read { $0.last(count, of: nil) } }

  /// The oldest records of `app` that it has not been told of, from the one after `number` on.
  func untold(
    _ count: Int, of app: String, after number: Int, then: @escaping @MainActor @Sendable ([NumberedExit]) -> Void
  ) {
    writer.ask({ $0.untold(count, of: app, after: number) }, then: then)
  }

  /// `app` has been told of its records up to `number`.
  func told(_ app: String, through number: Int, then: @escaping @MainActor @Sendable (Kept) -> Void) {
    writer.ask({ $0.tell(app, through: number) }, then: then)
  }

  /// From the next record on so much is kept.
  func keep(_ bounds: KeptBounds) { writer.ask({ $0.bounds = bounds }, then: {}) }
}
