// The state that an earlier daemon has left: a checkpoint, and the log after it.
import LifecycleModel

@testable import AppLink

@MainActor enum SurvivalInput {
  private static let folder: StateFolder = {
    let path = WorkFolder.path + "/state"
    WorkFolder.make(path)
    return StateFolder(path: path)
  }()

  /// A log, after a checkpoint in which an app runs. The time is virtual, as dates are then read by the clocks in the log.
  static func readLog(_ bytes: [UInt8]) {
    _ = checkpointIsWritten
    ModelClock.stand(at: Instant(nanoseconds: 1_000_000_000))
    ModelClock.hear(apps: 0, own: Instant(nanoseconds: 0))
    let log = folder.path(of: .log, 1)
    WorkFolder.write(bytes, to: log)
    restore()
    // The next daemon goes on writing where this one stopped.
    guard let log = try? StateLog(continuing: log) else { return }
    log.append(.turn, 1)
  }

  private static let checkpointIsWritten: Void = {
    var checkpoint = Checkpoint(boot: "fuzz", lifecycle: SimulatedDevice().lifecycle)
    let app = SimulatedDevice().app
    checkpoint.channels = [ChannelState(serial: app)]
    checkpoint.processes = [
      ProcessIdentity(
        serial: app, app: SimulatedDevice.name, pid: 100, startTime: 1, executable: "/bin/pages", events: 1, replies: 2)
    ]
    guard let file = try? checkpoint.file(version: "fuzz") else { fail("unable to write a checkpoint") }
    WorkFolder.write(Array(file), to: folder.path(of: .checkpoint, 1))
  }()

  /// A checkpoint, without a log.
  static func readCheckpoint(_ bytes: [UInt8]) {
    WorkFolder.write(bytes, to: folder.path(of: .checkpoint, 1))
    restore()
  }

  private static func restore() {
    for boot in ["fuzz", "golden"] {
      try? folder.refuseNewer(boot: boot, reader: "fuzz")
      switch EarlierState(folder, boot: boot, say: { _ in }) {
      case .nothing: continue
      case .processes(let remnant): require(remnant.processes.count <= 65_536, "processes of nothing")
      case .state(let replay):
        _ = replay.lifecycle.effectsOfRestoring()
        var device = SimulatedDevice(restored: replay.lifecycle)
        // The configuration's, in place of the one that was written down.
        device.take(.policyChanged(Policy()))
        for input in replay.waiting { device.take(input) }
        for serial in replay.processes.keys.sorted(by: { $0.number < $1.number }) {
          device.take(.kernel(serial, .exited(.unknown, Usage())))
        }
        device.take(.recalled(.passcode))
        device.run()
      }
    }
  }
}
