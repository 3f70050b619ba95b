// Replies that an app has coming, once the disk has a change or a thread has found a key.
package import LifecycleModel

/// They hang on nothing in the model. A daemon that ends before it has given one leaves it to the next, which asks the disk and the keys
/// again: an app that waits for the reply would wait for ever.
package nonisolated struct OwedReplies: Sendable {
  struct Name: Hashable {
    let serial: ProcessSerial
    let id: UInt64
  }

  private var effects: [Name: Effect] = [:]

  package init(_ effects: [Effect] = []) { for effect in effects { note(effect) } }

  /// In the order in which they were asked for.
  package var all: [Effect] {
    effects.sorted { ($0.key.serial.number, $0.key.id) < ($1.key.serial.number, $1.key.id) }.map(\.value)
  }

  /// Takes note of `effect`, if it is such a reply.
  package mutating func note(_ effect: Effect) {
    if let (serial, id) = effect.owed { effects[Name(serial: serial, id: id)] = effect }
  }

  package mutating func give(_ serial: ProcessSerial, id: UInt64) { effects[Name(serial: serial, id: id)] = nil }

  /// The process has ended.
  mutating func forget(_ serial: ProcessSerial) { effects = effects.filter { $0.key.serial != serial } }
}

nonisolated extension Effect {
  /// The request that is answered in a while.
  var owed: (serial: ProcessSerial, id: UInt64)? {
    switch self {
    case .replyWhenStored(let serial, let id, _), .keys(.give(let serial, let id, _, _)),
      .keys(.givePublic(let serial, let id, _)):
      (serial, id)
    case .store, .memory, .transfers, .spawn, .send, .reply, .freeze, .thaw, .unseal, .inspect, .sampleCPU, .kill, .arm,
      .keepPicture, .forgetPicture, .eraseData, .keys(.discard), .keys(.open), .answer, .report, .shutdownComplete:
      nil
    }
  }
}
