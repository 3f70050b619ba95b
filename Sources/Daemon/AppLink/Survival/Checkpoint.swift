// The daemon's state at one moment, whole: the records of a log are added to it.
import AgentProtocol
import FoundationEssentials
package import LifecycleModel
import WireJSON

/// Taken when nothing waits for its turn.
package nonisolated struct Checkpoint: Codable, Sendable {
  /// A log of another boot is void, as its processes and clock are gone (proc(5), /proc/sys/kernel/random/boot_id).
  var boot = ""
  /// One name for all generations that have the same beginning: it tells process 7 from process 7 of another time.
  var era = ""
  package var lifecycle: Lifecycle
  package var lastRequest: UInt64 = 0
  package var channels: [ChannelState] = []
  package var processes: [ProcessIdentity] = []
  package var standings: [Standing] = []
  /// The replies that the daemon has yet to give (``OwedReplies``).
  package var owed: [Effect] = []
  /// The questions that it has yet to answer (``PastQuestions``).
  package var pastQuestions: [PastQuestion] = []
  /// The apps whose data threads are taking away (``Replay/erased``).
  package var erased: [AppID] = []

  package init(
    boot: String = "", era: String = "", lifecycle: Lifecycle, lastRequest: UInt64 = 0, channels: [ChannelState] = [],
    processes: [ProcessIdentity] = [], standings: [Standing] = [], owed: [Effect] = [],
    erased: [AppID] = []
  ) {
    self.boot = boot
    self.era = era
    self.lifecycle = lifecycle
    self.lastRequest = lastRequest
    self.channels = channels
    self.processes = processes
    self.standings = standings
    self.owed = owed
    self.erased = erased
  }
}

extension Survival {
  /// With all that neither the model nor a process knows.
  func signed(_ checkpoint: Checkpoint) -> Checkpoint {
    var checkpoint = checkpoint
    checkpoint.boot = boot
    checkpoint.era = era
    checkpoint.pastQuestions = pastQuestions.all
    return checkpoint
  }
}

/// The bytes that an app's channel has taken and not passed on. The lines it has not written are in the log.
package nonisolated struct ChannelState: Hashable, Codable, Sendable {
  package let serial: ProcessSerial
  /// Of a line that has not come to its end. The channel's own bytes until it reads on: forty apps may have begun lines of a megabyte
  /// each, and the loop copies none of them.
  let unread: ArraySlice<UInt8>

  private enum CodingKeys: String, CodingKey {
    case serial, unread
  }

  package init(serial: ProcessSerial, unread: ArraySlice<UInt8> = []) {
    self.serial = serial
    self.unread = unread
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    serial = try container.decode(ProcessSerial.self, forKey: .serial)
    unread = ArraySlice(try container.decode(Data.self, forKey: .unread))
  }

  /// The bytes in base64, as `JSONDecoder` has them; an encoder that knows nothing of `Data` would list them.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(serial, forKey: .serial)
    try container.encode(Data(unread).base64EncodedString(), forKey: .unread)
  }
}

/// The part of a checkpoint that every format has under these names, so that a daemon that can read nothing else of it
/// still finds the processes.
nonisolated struct Anchor: Decodable {
  let boot: String
  let era: String
  let processes: [ProcessIdentity]
  let channels: [ChannelState]
  /// Format 1 had none.
  let standings: [Standing]?
  /// Nor had the first releases of format 3.
  let pastQuestions: [PastQuestion]?

  init(body: Data) throws { self = try DefaultingDecoder.decode(Anchor.self, from: body) }
}

nonisolated extension Checkpoint: Restorable {
  package static var blank: Checkpoint { Checkpoint(lifecycle: .blank) }
  package static var required: Set<String> { ["boot", "era", "lifecycle", "channels", "processes"] }
}

nonisolated extension ChannelState: Restorable {
  package static var blank: ChannelState { ChannelState(serial: ProcessSerial(number: 0)) }
  package static var required: Set<String> { ["serial"] }
}

nonisolated extension Standing: Restorable {
  package static var blank: Standing { Standing(serial: ProcessSerial(number: 0)) }
  package static var required: Set<String> { ["serial", "state"] }
}

// MARK: As a file

nonisolated extension Checkpoint {
  /// `JSONEncoder` builds a tree first, which of a thousand apps is twenty megabytes that malloc then keeps.
  ///
  /// - Parameter version: of the daemon that writes it.
  func file(version: String) throws -> Data {
    try StateFormat(version: version, boot: boot).line() + WireEncoder.encode(self)
  }

  /// - Parameter body: what follows the head. A property that has been added to the model since it was written has its
  ///   default.
  init(body: Data) throws {
    do {
      self = try JSONDecoder().decode(Checkpoint.self, from: body)
    } catch {
      // Only now: it takes twice as long.
      self = try DefaultingDecoder.decode(Checkpoint.self, from: body)
    }
  }
}
