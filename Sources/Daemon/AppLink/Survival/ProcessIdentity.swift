// Proves to a later daemon that a process is the one that was spawned.
package import Bundles
import Glibc
package import LifecycleModel
import Linux
package import Processes
package import SystemPackage

package nonisolated struct ProcessIdentity: Hashable, Codable, Sendable {
  package let serial: ProcessSerial
  package let app: AppID
  package let pid: Int32
  /// Clock ticks since boot (proc(5), field 22 of stat).
  package let startTime: UInt64
  package let executable: String
  /// The inodes of the channel's pipes (pipe(7)); 0 where it has none.
  package let events: UInt64
  package let replies: UInt64
  /// The program that it was started as, whatever is installed by then; nil for one that speaks roost-agent(7).
  package var program: ForeignProgram?
  /// The process that its cgroup was made for, by whose number that is called; nil: it was made for this one, or there is none.
  package var cgroup: ProcessSerial?

  package init(
    serial: ProcessSerial, app: AppID, pid: Int32, startTime: UInt64, executable: String, events: UInt64,
    replies: UInt64, program: ForeignProgram? = nil
  ) {
    self.serial = serial
    self.app = app
    self.pid = pid
    self.startTime = startTime
    self.executable = executable
    self.events = events
    self.replies = replies
    self.program = program
  }
}

extension ProcessIdentity {
  /// - Throws: when /proc does not show the process that was just started.
  package init(
    _ serial: ProcessSerial, _ app: AppID, _ child: ChildProcess, _ channel: AppChannel, executable: String
  ) throws(Errno) {
    self.init(
      serial: serial, app: app, pid: child.pid, startTime: try child.startTime(), executable: executable,
      events: try FileStatus(of: channel.events).inode, replies: try FileStatus(of: channel.replies).inode, program: nil
    )
  }

  /// The same of a program that knows nothing of us.
  package init(
    _ serial: ProcessSerial, _ app: AppID, _ child: ChildProcess, _ program: ForeignProgram, executable: String
  ) throws(Errno) {
    self.init(
      serial: serial, app: app, pid: child.pid, startTime: try child.startTime(), executable: executable, events: 0,
      replies: 0, program: program)
  }
}
