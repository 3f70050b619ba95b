// One event of the past, as the ring of the history keeps it.

/// The kind says which members there are, and what they mean: org.roost.History has the list.
package nonisolated struct HistoryEntry: Hashable, Sendable {
  /// The numbers are the file's.
  package enum Kind: UInt8, Sendable, CaseIterable {
    case began = 1, launched, state, sent, acknowledged, callback, asked, answered, freezing, thawed, killed, exit,
      deadline, device, memory, footprint, held, released, notice, output
  }

  /// Where it begins in all that was ever written; never zero, and greater with every entry.
  package var position: UInt64 = 0
  package var kind: Kind
  /// CLOCK_MONOTONIC in nanoseconds.
  package var time: UInt64
  package var number: Int64 = 0
  package var value: Int64 = 0
  package var limit: Int64 = 0
  /// The position of the entry that brought it about; zero where none is known.
  package var cause: UInt64 = 0
  /// Empty where there is none, as the other texts.
  package var app = ""
  package var name = ""
  package var detail = ""
  package var scene = ""

  package init(
    _ kind: Kind, at time: UInt64, number: Int64 = 0, value: Int64 = 0, limit: Int64 = 0, cause: UInt64 = 0,
    app: String = "", name: String = "", detail: String = "", scene: String = ""
  ) {
    self.kind = kind
    self.time = time
    self.number = number
    self.value = value
    self.limit = limit
    self.cause = cause
    self.app = app
    self.name = name
    self.detail = detail
    self.scene = scene
  }
}
