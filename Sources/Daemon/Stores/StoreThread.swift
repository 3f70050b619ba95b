// A thread of its own for a store: changes go to it in order, results come back to the loop's thread.
import Dispatch
import Synchronization
import Systemd

/// Where a change is once its store is through with it.
nonisolated enum Kept: Equatable, Sendable {
  /// On disk: it survives the machine.
  case onDisk
  /// Until the daemon ends, or the disk works again.
  case inMemory
}

/// What a store does its work on. A disk that is full, read-only or broken costs durability, never a change.
nonisolated protocol StoredFile: Sendable {
  associatedtype Change: Sendable
  /// Takes the changes as one commit.
  mutating func take(_ changes: [Change]) -> Kept
}

/// Nothing here waits, fails or throws on the caller's thread, but for ``flush()``.
nonisolated final class StoreThread<File: StoredFile>: Sendable {
  private let queue: DispatchQueue
  /// What has come in since the queue last looked: one commit, and so one wait for the disk, takes all of it.
  private let incoming = Mutex<[Incoming]>([])
  /// Only ever locked on `queue`; the lock is what lets the compiler see that.
  private let file: Mutex<File>
  private let deliver: Deliver

  private typealias Incoming = (change: File.Change, then: (@MainActor @Sendable (Kept) -> Void)?)

  init(_ label: String, _ file: sending File, deliver: @escaping Deliver) {
    queue = DispatchQueue(label: label)
    self.file = Mutex(file)
    self.deliver = deliver
  }

  /// Makes a change; `then` says on the loop's thread where it is.
  func put(_ change: File.Change, then: (@MainActor @Sendable (Kept) -> Void)?) {
    incoming.withLock { $0.append((change, then)) }
    queue.async { [self] in store() }
  }

  /// Asks something of the file with every change that was put before this call.
  func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (inout File) -> Answer, then: @escaping @MainActor @Sendable (Answer) -> Void
  ) {
    queue.async { [self] in
      store()
      let answer = file.withLock { question(&$0) }
      deliver { then(answer) }
    }
  }

  /// Waits until every change is on disk or known not to get there. For the daemon's orderly end only.
  func flush() {
    queue.sync { store() }
  }

  private func store() {
    let new = incoming.withLock { incoming in
      defer { incoming = [] }
      return incoming
    }
    guard !new.isEmpty else { return }
    let kept = file.withLock { $0.take(new.map(\.change)) }
    for case (_, let then?) in new { deliver { then(kept) } }
  }
}
