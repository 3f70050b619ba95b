// How apps ended, kept across restarts of the daemon and the machine. All work is done on a thread of its own.
import Dispatch
import Synchronization

/// The exit records, at most `keep` of them and none older than `age`. Nothing here waits, fails or throws on the
/// caller's thread: a disk that is full, read-only or broken costs durability, which is reported once, never a record.
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

  /// Where a record is once ``append(_:then:)`` is through with it.
  enum Kept: Equatable, Sendable {
    /// On disk: it survives the machine.
    case onDisk
    /// Until the daemon ends, or the disk works again.
    case inMemory
  }

  /// Runs a piece of work on the loop's thread, from any thread.
  typealias Deliver = @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void

  private let queue = DispatchQueue(label: "roostd.exits")
  /// What has come in since the queue last looked: one commit, and so one wait for the disk, takes all of it.
  private let incoming = Mutex<[Incoming]>([])
  /// Only ever locked on `queue`; the lock is what lets the compiler see that.
  private let file: Mutex<ExitFile>
  private let deliver: Deliver

  private typealias Incoming = (row: ExitRow, then: (@MainActor @Sendable (Kept) -> Void)?)

  /// - Parameters:
  ///   - directory: the state directory, which is there; the records are in `exits.sqlite` in it.
  ///   - now: nanoseconds since 1970.
  ///   - deliver: how results and notes get back to the loop's thread.
  ///   - note: told, on the loop's thread, when durability is lost, when it is back, and when a broken file was put aside.
  init(
    directory: String, bounds: Bounds, now: @escaping @Sendable () -> Int64 = { calendarNow() },
    deliver: @escaping Deliver, note: @escaping @MainActor @Sendable (String) -> Void
  ) {
    self.deliver = deliver
    file = Mutex(
      ExitFile(directory: directory, bounds: bounds, now: now) { text in deliver { note(text) } })
  }

  /// Keeps a record; `then` says on the loop's thread where it is.
  func append(_ row: ExitRow, then: (@MainActor @Sendable (Kept) -> Void)? = nil) {
    incoming.withLock { $0.append((row, then)) }
    queue.async { [self] in store() }
  }

  /// The last `count` records, of one app or of all, the newest first, with those that were appended before this call.
  func last(_ count: Int, of app: String? = nil, then: @escaping @MainActor @Sendable ([ExitRow]) -> Void) {
    queue.async { [self] in
      store()
      let rows = file.withLock { $0.last(count, of: app) }
      deliver { then(rows) }
    }
  }

  /// Waits until everything appended is on disk or known not to get there. For the daemon's orderly end only.
  func flush() {
    queue.sync { store() }
  }

  private func store() {
    let new = incoming.withLock { incoming in
      defer { incoming = [] }
      return incoming
    }
    guard !new.isEmpty else { return }
    let kept = file.withLock { $0.append(new.map(\.row)) }
    for case (_, let then?) in new { deliver { then(kept) } }
  }
}
