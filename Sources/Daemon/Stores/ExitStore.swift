// The exit records of apps, kept across restarts of the daemon and the machine.
package import Settings
import Systemd

/// The exit records, at most `keep` of them and none older than `age`.
package nonisolated final class ExitStore: CarriedStore {
  private let writer: StoreWriter<ExitFile>
  private let lists = SharedAnswers<ListName, [ExitRow]>()

  private nonisolated struct ListName: Hashable, Sendable {
    let count: Int
    /// By its bytes: to Swift two names of the kernel may be the same.
    let app: [UInt8]?
  }

  /// - Parameter now: nanoseconds since 1970.
  init(
    directory: String, bounds: KeptBounds, now: @escaping @Sendable () -> Int64, on thread: StoreThread,
    note: @escaping @Sendable (String) -> Void
  ) {
    writer = StoreWriter(ExitFile(directory: directory, bounds: bounds, now: now, note: note), on: thread)
  }

  /// See ``StoreWriter/settle()``.
  func settle() -> Kept { writer.settle() }

  /// See ``StoreWriter/close()``.
  func close() { writer.close() }

  func unwritten() -> [CarriedRow] { writer.unwritten() }

  func takeUp(_ rows: [CarriedRow]) { writer.takeUp(rows) }

  /// Keeps a record; `then` says on the loop's thread where it is.
  package func append(_ row: ExitRow, then: (@MainActor @Sendable (Kept) -> Void)? = nil) {
    writer.put(row, then: then)
  }

  /// The last `count` records, of one app or of all, the newest first, with those that were appended before this call. For clients: what
  /// others ask of the stores goes first.
  package func last(_ count: Int, of app: String? = nil, then: @escaping @MainActor @Sendable ([ExitRow]) -> Void) {
    writer.ask(
      ListName(count: count, app: app.map { Array($0.utf8) }), of: lists, { $0.last(count, of: app) }, then: then)
  }

  /// The last `count` records of each app, the newest of an app before its others, with those that were appended before this call.
  package func lastOfEach(_ count: Int, then: @escaping @MainActor @Sendable ([ExitRow]) -> Void) {
    writer.ask({ $0.lastOfEach(count) }, then: then)
  }

  /// The same on the store's thread.
  func lastOfEach(_ count: Int) -> [ExitRow] { writer.read { $0.lastOfEach(count) } }

  /// The oldest records of `app` that it has not been told of, from the one after `number` on.
  package func untold(
    _ count: Int, of app: String, after number: Int, then: @escaping @MainActor @Sendable ([NumberedExit]) -> Void
  ) {
    writer.ask({ $0.untold(count, of: app, after: number) }, then: then)
  }

  /// `app` has been told of its records up to `number`.
  package func told(_ app: String, through number: Int, then: @escaping @MainActor @Sendable (Kept) -> Void) {
    writer.ask({ $0.tell(app, through: number) }, then: then)
  }

  /// From the next record on so much is kept.
  package func keep(_ bounds: KeptBounds) { writer.ask({ $0.bounds = bounds }, then: {}) }
}
