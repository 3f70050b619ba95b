// What proves, to a later daemon, that a process is the one that was spawned.
import Bundles
import Glibc
import LifecycleModel
import SystemPackage

nonisolated struct ProcessIdentity: Hashable, Codable, Sendable {
  let serial: ProcessSerial
  let app: AppID
  let pid: Int32
  /// Clock ticks since boot (proc(5), field 22 of stat).
  let startTime: UInt64
  let executable: String
  /// The inodes of the channel's pipes (pipe(7)); 0 where it has none.
  let events: UInt64
  let replies: UInt64
  /// What it was started as, whatever is installed by then; nil for one that speaks roost-agent(7).
  var program: ForeignProgram?
}

extension ProcessIdentity {
  /// - Throws: when /proc does not show the process that was just started.
  init(
    _ serial: ProcessSerial, _ app: AppID, _ child: ChildProcess, _ channel: AppChannel, executable: String
  ) throws(Errno) {
    self.init(
      serial: serial, app: app, pid: child.pid, startTime: try child.startTime(), executable: executable,
      events: try FileStatus(of: channel.events).inode, replies: try FileStatus(of: channel.replies).inode, program: nil)
  }

  /// The same of a program that knows nothing of us.
  init(
    _ serial: ProcessSerial, _ app: AppID, _ child: ChildProcess, _ program: ForeignProgram, executable: String
  ) throws(Errno) {
    self.init(
      serial: serial, app: app, pid: child.pid, startTime: try child.startTime(), executable: executable, events: 0,
      replies: 0, program: program)
  }
}
