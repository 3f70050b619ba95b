// What every part of the conductor works with.
import Logging
import Systemd

struct Runtime {
  let loop: EventLoop
  let kernel: Kernel
  let log: Logger
  /// The way from other threads back to the loop's.
  let mailbox: Mailbox
  let settings: Settings

  /// As it was read last.
  var configuration: Configuration { settings.current }
  var deliver: Deliver { mailbox.deliver }
}
