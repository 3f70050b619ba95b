// The memory and the processor time of an app's process, as of the last looks at them (ME4, BG8).
import Glibc
import LifecycleModel
import Linux
import Processes

/// The use that all processes of one app make of the machine. It decides nothing.
final class MeasuredUse {
  /// As of the last look. A suspended app cannot grow, so it is not looked at again.
  private(set) var footprints: Footprints?
  /// The memory that the kernel does not have back yet since the process was killed.
  private(set) var leaving: Footprints?
  /// The number of the last look at its memory that had time for all its processes (``MeasuringTime/looks``).
  private(set) var lastWholeLook: UInt64 = 0

  private var processorTimes = ProcessorTime()
  private var walked = WalkedProcesses()
  private let child: ChildProcess
  let measuring: MeasuringTime
  private let kernel: Kernel

  init(of child: ChildProcess, _ measuring: MeasuringTime, kernel: Kernel) {
    self.child = child
    self.measuring = measuring
    self.kernel = kernel
  }

  /// The memory it had at the last look.
  var lastFootprint: Footprint? { footprints?.sum }

  /// Where its processes are to be found.
  struct Place {
    /// All of them, of an app that is suspended.
    var suspended: [Pidfd]?
    var cgroup: AppCgroup?
  }

  // MARK: Memory

  /// The memory it has now; the last known when it was killed, nil when the kernel no longer tells.
  func look(at place: Place) -> Footprint? { look(at: place, in: measuring) }

  /// The same for somebody who has asked. That of some of a crowd may be as of an earlier look.
  func look(at place: Place, in time: MeasuringTime) -> Footprint? {
    if leaving == nil { measure(at: place, in: time) }
    return lastFootprint
  }

  /// - Parameter found: by a look at all that it holds; nil where the memory of one process could not be seen.
  func take(_ found: Footprints?) { footprints = found }

  /// It may let go of its files from now on, and they are looked at when it is behind the screen again.
  func forgetFiles() { footprints?.files = 0 }

  /// It is about to be killed.
  func leave(_ place: Place) {
    guard leaving == nil else { return }
    measure(at: place, in: measuring)
    leaving = footprints
  }

  /// The memory that the kernel does not have back; nil when the process was not killed.
  ///
  /// - Parameter strays: see ``Footprints/measure(leftOf:_:strays:in:kernel:)``.
  func leftover(strays: (pid_t) -> Bool) -> Footprint? {
    guard let before = leaving else { return nil }
    let now = (try? Footprints.measure(leftOf: before, child, strays: strays, in: measuring, kernel: kernel)) ?? before
    leaving = now
    return now.sum
  }

  private func measure(at place: Place, in time: MeasuringTime) {
    guard let listed = list(place, in: time) else { return }
    footprints = measure(listed, in: time) ?? footprints
  }

  private func measure(_ listed: ListedProcesses, in time: MeasuringTime) -> Footprints? {
    guard let now = try? Footprints.measure(listed, before: footprints, in: time, kernel: kernel) else { return nil }
    if now.isWhole { lastWholeLook = measuring.looks }
    return now
  }

  // MARK: Processor time

  /// Each nil when the kernel no longer tells.
  struct Asked {
    var footprint: Footprint?
    /// That all its processes have used.
    var processorTime: Duration?
  }

  /// Its memory and its processor time, by one list of its processes. That of some of a crowd may be as of an earlier look.
  func asked(at place: Place, in time: MeasuringTime? = nil) -> Asked {
    let time = time ?? measuring.asked
    let listed = list(place, in: time)
    if place.suspended == nil, leaving == nil, let listed {
      footprints = measure(listed, in: time) ?? footprints
    }
    return Asked(footprint: lastFootprint, processorTime: listed.flatMap { processorTime(of: $0, in: time) })
  }

  /// To be compared with another look at the same process (BG8). Time that is seen too late would count as used in the wrong window, and
  /// end an app that has done nothing; time of processes that have ended would be missed without a cgroup.
  func processorTime(at place: Place) -> Duration? {
    if let cgroup = place.cgroup { return try? cgroup.processorTime() }
    let time = MeasuringTime.unlimited
    return list(place, in: time).flatMap { processorTime(of: $0, in: time) }
  }

  private func processorTime(of listed: ListedProcesses, in time: MeasuringTime) -> Duration? {
    guard (try? processorTimes.measure(listed, in: time, kernel: kernel)) != nil else { return nil }
    return processorTimes.sum
  }

  /// All its processes; nil where some may be missing. None has to be held to be looked at.
  private func list(_ place: Place, in time: MeasuringTime) -> ListedProcesses? {
    if let suspended = place.suspended { return ListedProcesses(suspended.map(\.pid)) }
    if let listed = try? place.cgroup?.processes(), listed.contains(child.pid) {
      return ListedProcesses([child.pid] + listed.filter { $0 != child.pid })
    }
    return try? walked.list(below: child.pidfd, in: time, kernel: kernel)
  }
}
