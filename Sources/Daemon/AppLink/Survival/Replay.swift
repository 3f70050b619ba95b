// From a checkpoint and the records after it to where the daemon was when it ended.
import AgentProtocol
import FoundationEssentials
package import LifecycleModel

/// The model is asked again what it was asked before, and answers the same; what it answered was carried out, but for
/// the last of it.
package nonisolated struct Replay {
  package private(set) var lifecycle: Lifecycle
  /// What has happened and did not have its turn.
  package private(set) var waiting: [Input] = []
  /// Effects of the last turn that the last daemon may not have carried out. The next carries them out again: each
  /// is idempotent, or leaves traces by which it is left out.
  package private(set) var unfinished: ArraySlice<Effect> = []
  /// What the stores may not have written.
  package private(set) var kept: [Effect] = []
  package private(set) var channels: [ProcessSerial: Channel] = [:]
  package private(set) var processes: [ProcessSerial: ProcessIdentity] = [:]
  private var carriedOver: [ProcessSerial: [UInt8]] = [:]
  let era: String
  package let lastRequest: UInt64

  package struct Channel {
    var framer = LineFramer()
    var unwritten: [UInt8] = []

    package init() {}
  }

  package init(_ checkpoint: Checkpoint) {
    lifecycle = checkpoint.lifecycle
    era = checkpoint.era
    lastRequest = checkpoint.lastRequest
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
    case .handled(let time):
      guard !waiting.isEmpty else { return }
      keep(unfinished)
      let input = waiting.removeFirst()
      unfinished = lifecycle.handle(input, at: time)[...]
      if case .kernel(let serial, .exited) = input { forget(serial) }
    case .line(let serial, let rest):
      finish { $0.writes(to: serial) }
      channels[serial, default: Channel()].unwritten += rest
    case .restating:
      // A restatement that was cut short is started over by the next daemon.
      carriedOver = [:]
    case .carriedOver(let serial, let rest):
      carriedOver[serial, default: []] += rest
    case .restated:
      for serial in channels.keys { channels[serial]?.unwritten = carriedOver[serial] ?? [] }
      carriedOver = [:]
    case .spawned(let process):
      finish { $0.spawns(process.serial) }
      processes[process.serial] = process
      channels[process.serial] = Channel()
      waiting.append(.kernel(process.serial, .spawned(pid: process.pid)))
    case .kept:
      finish(\.mayHappenOnlyOnce)
    }
  }

  /// A line that breaks the protocol ends what is read of it; that it did is a record of its own.
  private mutating func receive(_ bytes: [UInt8], from serial: ProcessSerial) {
    bytes.withUnsafeBytes { channels[serial, default: Channel()].framer.append($0) }
    while let line = try? channels[serial]?.framer.next() {
      guard let message = try? AppMessage(line: line) else { return }
      if let input = Input(message, from: serial) { waiting.append(input) }
    }
  }

  private mutating func forget(_ serial: ProcessSerial) {
    channels[serial] = nil
    processes[serial] = nil
  }

  /// Everything up to the first effect that `isMeant` has been done.
  private mutating func finish(_ isMeant: (Effect) -> Bool) {
    guard let index = unfinished.firstIndex(where: isMeant) else { return }
    keep(unfinished[...index])
    unfinished = unfinished[(index + 1)...]
  }

  private mutating func keep(_ effects: ArraySlice<Effect>) { kept += effects.filter(\.isStored) }
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
