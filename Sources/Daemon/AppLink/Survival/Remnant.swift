// The processes of a daemon whose state cannot be restored, from records that every format has.
package import AgentProtocol
import FoundationEssentials
package import LifecycleModel
import WireJSON

/// The counterpart of ``Replay`` that asks no model: which processes there are, what is under way in their pipes, and
/// what each app was told last.
package nonisolated struct Remnant {
  let era: String
  package private(set) var processes: [ProcessSerial: ProcessIdentity] = [:]
  package private(set) var channels: [ProcessSerial: Replay.Channel] = [:]
  package private(set) var standings: [ProcessSerial: Standing] = [:]
  /// The messages of apps that have to be answered and were not, in order.
  package private(set) var unanswered: [(serial: ProcessSerial, message: AppMessage)] = []
  private var rewritten: [ProcessSerial: [UInt8]] = [:]

  init(_ anchor: Anchor) {
    era = anchor.era
    // Of the first format nothing is told: an app that is not at its launch is taken to be behind the screen.
    for process in anchor.processes { add(process, state: .background) }
    for state in anchor.channels { state.unread.withUnsafeBytes { channels[state.serial]?.framer.append($0) } }
    for standing in anchor.standings ?? [] {
      standings[standing.serial] = standing
      for question in standing.questions {
        let request = Request(id: question.request, .requestPermission(service: question.service))
        unanswered.append((standing.serial, .request(request)))
      }
    }
    for question in anchor.pastQuestions ?? [] { unanswered.append((question.serial, .request(question.request))) }
  }

  private mutating func add(_ process: ProcessIdentity, state: AppState) {
    processes[process.serial] = process
    channels[process.serial] = Replay.Channel()
    standings[process.serial] = Standing(serial: process.serial, state: state)
  }

  mutating func play(_ record: RawLogRecord) {
    switch record.kind {
    case .spawned:
      guard let process = try? JSONDecoder().decode(ProcessIdentity.self, from: Data(record.bytes)) else { return }
      // A program that knows nothing of us has no launch to be told of, and may have said that it is ready.
      add(process, state: process.program == nil ? .notRunning : .background)
    case .received: receive(record.bytes, from: record.serial)
    case .line:
      channels[record.serial]?.unwritten += record.unwritten
      // The daemon will still write the rest of the line.
      standings[record.serial]?.take(record.line)
      answered(record.line, record.serial)
    case .rewriteBegan: rewritten = [:]
    case .rewritten: rewritten[record.serial, default: []] += record.unwritten
    case .rewriteEnded:
      for serial in channels.keys { channels[serial]?.unwritten = rewritten[serial] ?? [] }
      rewritten = [:]
    case .clocks:
      if let own = record.clock { ModelClock.hear(apps: Int64(bitPattern: record.number), own: own) }
    case .input, .turn, .committed: break
    }
  }

  private mutating func receive(_ bytes: [UInt8], from serial: ProcessSerial) {
    bytes.withUnsafeBytes { channels[serial]?.framer.append($0) }
    while let line = try? channels[serial]?.framer.next() {
      guard let message = try? AppMessage(line: line) else { return }
      switch message {
      case .hello, .request: unanswered.append((serial, message))
      case .ack, .entering, .took, .crashing: break
      }
    }
  }

  private struct Answer: Decodable { let reply: UInt64 }

  /// The first line that an app is sent answers its hello.
  private mutating func answered(_ line: ArraySlice<UInt8>, _ serial: ProcessSerial) {
    let answer = try? JSONDecoder().decode(Answer.self, from: Data(line))
    unanswered.removeAll { waiting in
      guard waiting.serial == serial else { return false }
      return switch waiting.message {
      case .hello: true
      case .request(let request): request.id == answer?.reply
      case .ack, .entering, .took, .crashing: false
      }
    }
  }
}
