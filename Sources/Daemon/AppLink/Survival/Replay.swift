// Replays a log: leads from a checkpoint, by the records after it, to where the daemon was when it ended.
import AgentProtocol
import FoundationEssentials
package import LifecycleModel
import WireJSON

/// The model is asked again what it was asked before, and answers the same; its answers were carried out, but for the
/// last of them.
package nonisolated struct Replay {
  package private(set) var lifecycle: Lifecycle
  /// Inputs that have not had their turn.
  package private(set) var waiting: [Input] = []
  /// Effects of the last turn that the last daemon may not have carried out. The next carries them out again: each
  /// is idempotent, or leaves traces by which it is left out.
  package private(set) var unfinished: ArraySlice<Effect> = []
  /// Effects for the stores, which may not have written them yet.
  package private(set) var stored: [Effect] = []
  /// The places of the apps' notifications among them.
  private var notifications: [AppID: Int] = [:]
  /// The apps whose data threads of the last daemon were to take away, which may have ended before that; without those that have had a
  /// process since, for which it waits (LA11). A checkpoint follows the moment in which one is done, so that data which come later stay.
  package private(set) var erased: Set<AppID>
  /// Replies that the last daemon has not given.
  package private(set) var owed: OwedReplies
  /// Questions that the last daemon has not answered.
  package private(set) var pastQuestions: PastQuestions
  package private(set) var channels: [ProcessSerial: Channel] = [:]
  package private(set) var processes: [ProcessSerial: ProcessIdentity] = [:]
  private var rewritten: [ProcessSerial: [UInt8]] = [:]
  let era: String
  package let lastRequest: UInt64
  /// The number of the one that it began with.
  var checkpoint: UInt64 = 0

  package struct Channel {
    var framer = LineFramer.ofMessages()
    var unwritten: [UInt8] = []

    package init() {}
  }

  init(_ checkpoint: Checkpoint) {
    lifecycle = checkpoint.lifecycle
    era = checkpoint.era
    lastRequest = checkpoint.lastRequest
    owed = OwedReplies(checkpoint.owed)
    pastQuestions = PastQuestions(checkpoint.pastQuestions)
    erased = Set(checkpoint.erased)
    for process in checkpoint.processes { processes[process.serial] = process }
    for state in checkpoint.channels {
      var channel = Channel()
      state.unread.withUnsafeBytes { channel.framer.append($0) }
      channels[state.serial] = channel
    }
  }

  mutating func play(_ record: LogRecord) {
    switch record {
    case .input(let input):
      if case .kernel(let serial, .spawnFailed) = input { finish { $0.spawns(serial) } }
      // In the log as an input only where the supervisor answers for the program (ForeignChannel).
      if case .app(let serial, .acknowledged(let sequence, _)) = input { finish { $0.sends(sequence, to: serial) } }
      waiting.append(input)
    case .received(let serial, let bytes):
      receive(bytes, from: serial)
    case .clocks(let apps, let own): ModelClock.hear(apps: apps, own: own)
    case .turn(let time):
      guard !waiting.isEmpty else { return }
      noteStored(unfinished)
      let input = waiting.removeFirst()
      unfinished = lifecycle.handle(input, at: time)[...]
      for effect in unfinished { owed.note(effect) }
      if case .kernel(let serial, .exited) = input { forget(serial) }
    case .line(let serial, let rest, let reply):
      finish { $0.writes(to: serial) }
      if let reply {
        finish { $0.owed.map { $0 == (serial, reply) } ?? false }
        owed.give(serial, id: reply)
        pastQuestions.give(serial, id: reply)
      }
      channels[serial, default: Channel()].unwritten += rest
    case .rewriteBegan:
      // A rewrite that was cut short is started over by the next daemon.
      rewritten = [:]
    case .rewritten(let serial, let rest):
      rewritten[serial, default: []] += rest
    case .rewriteEnded:
      for serial in channels.keys { channels[serial]?.unwritten = rewritten[serial] ?? [] }
      rewritten = [:]
    case .spawned(let process):
      finish { $0.spawns(process.serial) }
      erased.remove(process.app)
      processes[process.serial] = process
      channels[process.serial] = Channel()
      waiting.append(.kernel(process.serial, .spawned(pid: process.pid)))
    case .committed:
      finish(\.mayHappenOnlyOnce)
    }
  }

  /// Each message waits for its turn, as it did in life (``AppChannel``). A line that breaks the protocol ends what is read of
  /// it; that it did is a record of its own.
  private mutating func receive(_ bytes: [UInt8], from serial: ProcessSerial) {
    bytes.withUnsafeBytes { channels[serial, default: Channel()].framer.append($0) }
    while let line = try? channels[serial]?.framer.next() {
      guard let message = try? AppMessage(line: line) else { return }
      if let input = Input(message, from: serial) { waiting.append(input) }
      if case .request(let request) = message, let question = PastQuestion(request, from: serial) {
        pastQuestions.note(question)
      }
    }
  }

  private mutating func forget(_ serial: ProcessSerial) {
    channels[serial] = nil
    processes[serial] = nil
    owed.forget(serial)
    pastQuestions.forget(serial)
  }

  /// Everything up to the first effect that `isMeant` has been done.
  private mutating func finish(_ isMeant: (Effect) -> Bool) {
    guard let index = unfinished.firstIndex(where: isMeant) else { return }
    noteStored(unfinished[...index])
    unfinished = unfinished[(index + 1)...]
  }

  /// Of an app's notifications the last are noted alone: with a thousand dates in each, a log may have thousands of changes.
  private mutating func noteStored(_ effects: ArraySlice<Effect>) {
    for case .eraseData(let app) in effects { erased.insert(app) }
    for effect in effects where effect.isStored {
      guard case .store(.keepNotifications(let app, _)) = effect else {
        stored.append(effect)
        continue
      }
      if let place = notifications[app] {
        stored[place] = effect
      } else {
        notifications[app] = stored.endIndex
        stored.append(effect)
      }
    }
  }
}

nonisolated extension Effect {
  fileprivate func spawns(_ serial: ProcessSerial) -> Bool {
    if case .spawn(serial, _, _) = self { true } else { false }
  }

  fileprivate func sends(_ sequence: EventSequence, to serial: ProcessSerial) -> Bool {
    if case .send(serial, sequence, _) = self { true } else { false }
  }

  fileprivate func writes(to serial: ProcessSerial) -> Bool {
    switch self {
    case .send(serial, _, _), .reply(serial, _, _): true
    default: false
    }
  }
}
