// The daemon's side of a process, one that has just begun or one that an earlier daemon has started.
import AppLink
import Bundles
import DaemonConfiguration
import Glibc
import LifecycleModel
import Linux
import Processes
import Settings
import Systemd

extension Launcher {
  /// Holds a process, as new as it is or taken over from an earlier daemon.
  func hold(
    _ identity: ProcessIdentity, _ child: ChildProcess, _ channel: any Channel, _ pressure: PressureFIFO?,
    _ cgroup: AppCgroup?
  ) throws(SystemCallError) -> LiveProcess {
    // The closures live as long as the process: they hold no copy of the whole identity.
    let (serial, app) = (identity.serial, identity.app)
    let process = try LiveProcess(
      identity, child: child, channel: channel, pressure: pressure,
      heldThings: { [unowned self] in
        HeldThings(
          ownPlaces: [
            Container.path(of: app.string, in: configuration.stateDirectory),
            AppOutput.file(of: app, in: configuration),
          ],
          sharedNodes: configuration.sharedNodes)
      },
      loop: runtime.loop, time: runtime.time, kernel: runtime.kernel, measuring: runtime.measuring,
      debugging: { [model] in model.lifecycle.apps[app]?.process?.debugging ?? .none },
      submit: { [model] in model.submit($0) },
      lookForStops: { [processes] in processes.lookForStops(child.pid) },
      exited: { [unowned self] in ended(serial) })
    process.cgroup = cgroup
    channel.belongs(to: process.suspect) { [unowned process] in process.standsStill }
    CallGuard.shared.add(process.suspect)
    processes.add(process)
    process.debuggerWatch.begin()
    return process
  }

  /// The daemon's side of a process that an earlier daemon has started.
  func appChannel(
    _ serial: ProcessSerial, events: CInt, replies: CInt, adopting before: Replay.Channel
  ) throws(SystemCallError) -> AppChannel {
    try AppChannel(
      serial, events: events, replies: replies, adopting: before, survival: survival, loop: runtime.loop
    ) { [unowned self] in arrived($0, serial) }
  }

  func foreignChannel(
    _ serial: ProcessSerial, _ program: ForeignProgram, _ child: ChildProcess, _ socket: NotifySocket
  ) throws(SystemCallError) -> ForeignChannel {
    try ForeignChannel(serial, program, child, socket, survival: survival, loop: runtime.loop) { [model] in
      model.submit($0)
    }
  }
}
