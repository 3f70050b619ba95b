// The changes that wait for a store's thread: however many come, no more than there are places to be changed.
import Systemd

/// In the order they were made. Exit records alone are never left out, and there is one a process.
nonisolated struct WaitingChanges<File: StoredFile>: Sendable {
  typealias Then = AnswerOnLoop<Kept>.Then

  private var changes: [UInt64: File.Change] = [:]
  private var numbers: [File.Place: UInt64] = [:]
  private var last: UInt64 = 0
  private var then: [AnswerOnLoop<Kept>] = []

  /// Whether it is the first since they were taken.
  mutating func add(_ change: File.Change, then: Then?) -> Bool {
    defer { if let then { self.then.append(AnswerOnLoop(then)) } }
    let isFirst = changes.isEmpty
    last += 1
    if let place = File.place(of: change), let older = numbers.updateValue(last, forKey: place) {
      changes[older] = nil
    }
    changes[last] = change
    return isFirst
  }

  /// The changes, and those who want to know what has become of any of them.
  mutating func take() -> (changes: [File.Change], then: [AnswerOnLoop<Kept>]) {
    defer { self = WaitingChanges() }
    return (changes.sorted { $0.key < $1.key }.map(\.value), then)
  }
}
