// The tools that every part of the conductor works with.
import DaemonConfiguration
import Logging
import Processes
import Systemd

struct Runtime {
  let loop: EventLoop
  let kernel: Kernel
  let log: Logger
  /// The way from other threads back to the loop's.
  let mailbox: Mailbox
  let inForce: ConfigurationInForce
  /// Nil where the kernel's clock counts.
  var time: VirtualTime?
  let measuring = MeasuringTime()

  /// As it was read last.
  var configuration: Configuration { inForce.current }
  var deliver: Deliver { mailbox.deliver }
}
