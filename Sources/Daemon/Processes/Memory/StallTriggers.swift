// Pressure as the kernel feels it: triggers on pressure files, which it makes readable when tasks wait too long (PSI).
import Glibc
package import LifecycleModel
import Linux
package import Logging
package import Settings
import SystemPackage
package import Systemd

/// Tells of every trigger that fires. One that cannot be made is said once, and missed by nobody else.
@MainActor package final class StallTriggers {
  private let loop: EventLoop
  private let log: Logger
  private let stalled: (MemoryLevel) -> Void
  private var triggers: [StallTrigger] = []
  /// By which the triggers were made.
  private var settings: StallSettings?

  package init(on loop: EventLoop, log: Logger, stalled: @escaping (MemoryLevel) -> Void) {
    self.loop = loop
    self.log = log
    self.stalled = stalled
  }

  /// Makes the triggers. Where they were made by other settings before, those are closed.
  ///
  /// - Parameter files: such as /proc/pressure/memory; the same each time.
  package func start(_ settings: StallSettings, at files: [String]) {
    guard settings != self.settings else { return }
    self.settings = settings
    triggers = []
    guard settings.isOn else { return }
    let levels: [(MemoryLevel, StallThreshold?)] = [
      (.warning, settings.warning), (.urgent, settings.urgent), (.critical, settings.critical),
    ]
    for file in files {
      do throws(SystemCallError) {
        for case (let level, let threshold?) in levels { try watch(file, threshold, level) }
      } catch {
        log.warning("\(error); memory pressure there stays unknown; to silence this, set stalls = false in [memory]")
      }
    }
  }

  private func watch(_ file: String, _ threshold: StallThreshold, _ level: MemoryLevel) throws(SystemCallError) {
    let descriptor = try Self.open(file, threshold)
    triggers.append(
      try StallTrigger(descriptor, on: loop) { [unowned self] isOver in
        if isOver { log.notice("\(file) is gone; memory pressure there stays unknown") } else { stalled(level) }
      })
  }

  private static func open(_ file: String, _ threshold: StallThreshold) throws(SystemCallError) -> CInt {
    let descriptor: CInt
    do {
      descriptor = try Sys.open(file, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    } catch {
      throw SystemCallError(action: "open \(file)", errno: error)
    }
    do {
      // With the zero at its end.
      _ = try Sys.write(descriptor, Array(threshold.trigger.utf8CString).map(UInt8.init(bitPattern:)))
      return descriptor
    } catch {
      try? Sys.close(descriptor)
      throw SystemCallError(action: "write \"\(threshold.trigger)\" to \(file)", errno: error)
    }
  }
}

/// One trigger. It fires once a window at most, as long as tasks wait.
final class StallTrigger {
  private let descriptor: CInt
  private var source: IOSource?

  /// Takes `descriptor` over.
  ///
  /// - Parameter fired: true: for the last time, because the file's cgroup is gone.
  init(_ descriptor: CInt, on loop: EventLoop, fired: @escaping (_ isOver: Bool) -> Void)
    throws(SystemCallError)
  {
    self.descriptor = descriptor
    source = try loop.watch(descriptor, for: .urgent, priority: .exit) { [unowned self] events in
      // The two come together when there is nothing left to wait for (poll(2), POLLERR).
      let isOver = !events.isDisjoint(with: [.error, .hangup])
      if isOver { source?.close() }
      fired(isOver)
    }
  }

  isolated deinit {
    source?.close()
    try? Sys.close(descriptor)
  }
}
