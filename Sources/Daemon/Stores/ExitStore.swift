// The exit records of apps, kept across restarts of the daemon and the machine, by a thread of its own.

/// The exit records, at most `keep` of them and none older than `age`.
nonisolated final class ExitStore: Sendable {
  /// How much is kept.
  struct Bounds: Equatable, Sendable {
    /// Records at most.
    var keep: Int
    /// None older than this.
    var age: Duration

    init(keep: Int, age: Duration) {
      self.keep = keep
      self.age = age
    }
  }

  private let thread: StoreThread<ExitFile>

  /// - Parameters:
  ///   - directory: the state directory, which is there; the records are in `exits.sqlite` in it.
  ///   - now: nanoseconds since 1970.
  ///   - deliver: how results and notes get back to the loop's thread.
  ///   - note: told, on the loop's thread, when durability is lost, when it is back, and when a broken file was put
  ///     aside.
  init(
    directory: String, bounds: Bounds, now: @escaping @Sendable () -> Int64 = { calendarNow() },
    deliver: @escaping Deliver, note: @escaping @MainActor @Sendable (String) -> Void
  ) {
    let file = ExitFile(directory: directory, bounds: bounds, now: now) { text in deliver { note(text) } }
    thread = StoreThread("roostd.exits", file, deliver: deliver)
  }

  /// Keeps a record; `then` says on the loop's thread where it is.
  func append(_ row: ExitRow, then: (@MainActor @Sendable (Kept) -> Void)? = nil) {
    thread.put(row, then: then)
  }

  /// The last `count` records, of one app or of all, the newest first, with those that were appended before this call.
  func last(_ count: Int, of app: String? = nil, then: @escaping @MainActor @Sendable ([ExitRow]) -> Void) {
    thread.ask({ $0.last(count, of: app) }, then: then)
  }

  /// The oldest records of `app` that it has not been told of, from the one after `number` on.
  func untold(
    _ count: Int, of app: String, after number: Int, then: @escaping @MainActor @Sendable ([NumberedExit]) -> Void
  ) {
    thread.ask({ $0.untold(count, of: app, after: number) }, then: then)
  }

  /// `app` has been told of its records up to `number`.
  func told(_ app: String, through number: Int, then: @escaping @MainActor @Sendable (Kept) -> Void) {
    thread.ask({ $0.tell(app, through: number) }, then: then)
  }

  /// Says on the loop's thread when every change until now is on disk or known not to get there.
  func whenWritten(_ then: @escaping @MainActor @Sendable () -> Void) { thread.ask({ _ in }, then: { _ in then() }) }

  /// From the next record on so much is kept.
  func keep(_ bounds: Bounds) { thread.ask({ $0.bounds = bounds }, then: {}) }

  /// Waits until everything appended is on disk or known not to get there. For the daemon's orderly end only.
  func flush() { thread.flush() }
}
