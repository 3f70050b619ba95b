// Where the daemon was at one moment, whole: the state that the records of a log are added to.
import AgentProtocol
package import FoundationEssentials
package import LifecycleModel

/// Taken when nothing waits for its turn.
package nonisolated struct Checkpoint: Codable, Sendable {
  /// What a log of another boot tells of is gone, with its clock (proc(5), /proc/sys/kernel/random/boot_id).
  package var boot = ""
  /// One name for all that goes on from the same beginning: it tells process 7 from process 7 of another time.
  package var era = ""
  package var lifecycle: Lifecycle
  package var lastRequest: UInt64 = 0
  package var channels: [ChannelState] = []
  package var processes: [ProcessIdentity] = []

  package init(
    boot: String = "", era: String = "", lifecycle: Lifecycle, lastRequest: UInt64 = 0, channels: [ChannelState] = [],
    processes: [ProcessIdentity] = []
  ) {
    self.boot = boot
    self.era = era
    self.lifecycle = lifecycle
    self.lastRequest = lastRequest
    self.channels = channels
    self.processes = processes
  }
}

/// What an app's channel has taken and not passed on. What it has not written is in the log.
package nonisolated struct ChannelState: Hashable, Codable, Sendable {
  package let serial: ProcessSerial
  /// Of a line that has not come to its end.
  var unread = Data()

  package init(serial: ProcessSerial, unread: Data = Data()) {
    self.serial = serial
    self.unread = unread
  }
}

