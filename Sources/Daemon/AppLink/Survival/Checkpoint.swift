// Where the daemon was at one moment, whole: the state that the records of a log are added to.
import AgentProtocol
import FoundationEssentials
import LifecycleModel

/// Taken when nothing waits for its turn.
nonisolated struct Checkpoint: Codable, Sendable {
  /// What a log of another boot tells of is gone, with its clock (proc(5), /proc/sys/kernel/random/boot_id).
  var boot = ""
  /// One name for all that goes on from the same beginning: it tells process 7 from process 7 of another time.
  var era = ""
  var lifecycle: Lifecycle
  var lastRequest: UInt64 = 0
  var channels: [ChannelState] = []
  var processes: [ProcessIdentity] = []
}

/// What an app's channel has taken and not passed on. What it has not written is in the log.
nonisolated struct ChannelState: Hashable, Codable, Sendable {
  let serial: ProcessSerial
  /// Of a line that has not come to its end.
  var unread = Data()
}

