// The thread that the state is kept on: changes go to it in order, results come back to the loop's thread.
import Linux
import Synchronization
import Systemd

/// The place of a change once its store is through with it.
package nonisolated enum Kept: Equatable, Sendable {
  /// On disk: it survives the machine.
  case onDisk
  /// Until the daemon ends, or the disk works again.
  case inMemory
}

/// One for all stores: the thread takes the changes for any of them in the order they came, and before what clients ask for. Nothing
/// here waits on the caller's thread but ``wait(_:)``.
package nonisolated struct StoreThread: Sendable {
  private let queue = WorkQueue()
  let deliver: Deliver

  init(deliver: @escaping Deliver) { self.deliver = deliver }

  func run(_ work: @escaping @Sendable () -> Void) { queue.async(work) }

  /// Does it when what others have asked for is done.
  func runLater(_ work: @escaping @Sendable () -> Void) { queue.async(isPatient: true, work) }

  /// Asks it, and has the loop tell `then` the answer.
  func ask<Answer: Sendable>(
    _ question: @escaping @Sendable () -> Answer, then: @escaping @MainActor @Sendable (Answer) -> Void
  ) {
    let told = AnswerOnLoop(then)
    queue.async { [deliver] in told.tell(question(), by: deliver) }
  }

  /// Does it when everything is done, and waits. For the daemon's orderly end only.
  func wait<Answer>(_ work: () -> Answer) -> Answer { queue.sync(work) }
}

/// The thread of a store. A disk that is full, read-only or broken costs durability, never a change.
nonisolated protocol StoredFile: Sendable {
  associatedtype Change: Sendable
  associatedtype Place: Hashable, Sendable
  /// The place that the change is made in: one that waits is left out when a newer one is made in the same place. Nil:
  /// it counts for itself.
  static func place(of change: Change) -> Place?
  /// Takes the changes as one commit.
  mutating func take(_ changes: [Change]) -> Kept
  /// Where all that it has taken is now. What is not on disk is tried again.
  mutating func settle() -> Kept
  /// Lets others open the file, until it is needed again.
  mutating func close()
}

/// The changes that wait for one store's file. Nothing here waits, fails or throws on the caller's thread.
nonisolated final class StoreWriter<File: StoredFile>: Sendable {
  private let thread: StoreThread
  /// The changes since the thread last looked: one commit, and so one wait for the disk, takes all of them.
  private let incoming = Mutex(WaitingChanges<File>())
  /// Only ever locked on the thread; the lock is what lets the compiler see that.
  private let file: Mutex<File>

  init(_ file: sending File, on thread: StoreThread) {
    self.file = Mutex(file)
    self.thread = thread
  }

  /// Makes a change; `then` says on the loop's thread where it is.
  func put(_ change: File.Change, then: (@MainActor @Sendable (Kept) -> Void)?) {
    // A thread that is behind is told once, not once a change.
    let isFirst = incoming.withLock { $0.add(change, then: then) }
    if isFirst { thread.run { [self] in store() } }
  }

  /// Asks something of the file with every change that was put before this call.
  func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (inout File) -> Answer, then: @escaping @MainActor @Sendable (Answer) -> Void
  ) {
    thread.ask({ [self] in read(question) }, then: then)
  }

  /// Asks something for a client, of whom dozens may ask for as much at one moment: changes go first, and all who wait for the answer to
  /// `matter` have one.
  func ask<Matter, Answer>(
    _ matter: Matter, of shared: SharedAnswers<Matter, Answer>, _ question: @escaping @Sendable (inout File) -> Answer,
    then: @escaping @MainActor @Sendable (Answer) -> Void
  ) {
    guard shared.isFirst(matter, then) else { return }
    thread.runLater { [self] in
      let told = shared.begin(matter)
      let answer = read(question)
      for then in told { then.tell(answer, by: thread.deliver) }
    }
  }

  /// Asks the same, on the store's thread.
  func read<Answer>(_ question: (inout File) -> Answer) -> Answer {
    store()
    return file.withLock { question(&$0) }
  }

  /// The place of every change until now; on the store's thread.
  func settle() -> Kept { read { $0.settle() } }

  /// Lets others open the file, until it is needed again; on the store's thread.
  func close() { file.withLock { $0.close() } }

  private func store() {
    let new = incoming.withLock { $0.take() }
    guard !new.changes.isEmpty else { return }
    let kept = file.withLock { $0.take(new.changes) }
    for then in new.then { then.tell(kept, by: thread.deliver) }
  }
}

nonisolated extension StoreWriter where File: CarriedFile {
  /// See ``CarriedFile/carried``; on the store's thread.
  func unwritten() -> [CarriedRow] { read { $0.carried } }

  /// See ``CarriedFile/take(carried:)``; on the store's thread. Changes that wait are newer, and are not taken before.
  func takeUp(_ rows: [CarriedRow]) { _ = file.withLock { $0.take(carried: rows) } }
}
