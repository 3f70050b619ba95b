// The sources that the loop waits for: I/O, timers, signals. Each is an object that stops the wait at its deinit.
import CSystemd
import Glibc

/// One source of events of an `EventLoop` (sd_event_source(3)).
///
/// Keep a reference: the source stops when its last one goes. Closing or dropping it is allowed anywhere, also inside
/// its own callback; a callback is never called after `close()` returned.
@MainActor public class EventSource {
  /// sd-event keeps this object's address as the callback's userdata. It cannot dangle: `close()` runs at the latest in
  /// `deinit`, and sd-event calls no source that has been closed.
  fileprivate var source: OpaquePointer?

  fileprivate init() {}

  isolated deinit { close() }

  /// Whether the source may call back; a timer is enabled while it is armed.
  public var isEnabled: Bool { source.map { sd_event_source_get_enabled($0, nil) > 0 } ?? false }

  /// - Throws: `ENOMEM` or `ENOSPC` when the kernel cannot watch another descriptor (epoll_ctl(2)).
  public func enable() throws(SystemCallError) {
    try check(sd_event_source_set_enabled(source, CInt(SD_EVENT_ON)), "enable an event source")
  }

  /// Keeps the source from calling back until `enable()`. An event that comes meanwhile is seen then.
  public func disable() { sd_event_source_set_enabled(source, CInt(SD_EVENT_OFF)) }

  /// Stops for good. The descriptor of an I/O source stays open: it is its owner's.
  public func close() {
    guard let source else { return }
    self.source = nil
    sd_event_source_disable_unref(source)
  }

  fileprivate var userdata: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// The source's turn when others are ready as well. Changing it is allowed inside the callback, and cannot fail on a
  /// loop that is still running.
  public var priority = EventPriority.reply {
    didSet { if priority != oldValue { sd_event_source_set_priority(source, priority.rawValue) } }
  }

  fileprivate func own(_ source: OpaquePointer?, _ priority: EventPriority) {
    self.source = source
    sd_event_source_set_priority(source, priority.rawValue)
    self.priority = priority
  }
}

/// The operations that a descriptor is ready for, epoll_ctl(2). Error and hang-up are always reported.
public nonisolated struct IOEvents: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let readable = IOEvents(rawValue: 0x001)
  /// EPOLLPRI: out-of-band data, or the news of a file of cgroups and pressure.
  public static let urgent = IOEvents(rawValue: 0x002)
  public static let writable = IOEvents(rawValue: 0x004)
  public static let error = IOEvents(rawValue: 0x008)
  public static let hangup = IOEvents(rawValue: 0x010)
}

/// Calls back while a descriptor is ready (level-triggered, sd_event_add_io(3)).
public final class IOSource: EventSource {
  private let body: (IOEvents) -> Void

  /// The events that the source waits for. A change allocates nothing in the kernel, so it cannot fail.
  public var events: IOEvents {
    didSet { sd_event_source_set_io_events(source, events.rawValue) }
  }

  fileprivate init(
    _ loop: EventLoop, _ fd: CInt, _ events: IOEvents, _ priority: EventPriority, _ body: @escaping (IOEvents) -> Void
  ) throws(SystemCallError) {
    self.events = events
    self.body = body
    super.init()
    var source: OpaquePointer?
    let callback: sd_event_io_handler_t = { _, _, ready, userdata in
      guard let userdata else { return 0 }
      Unmanaged<IOSource>.fromOpaque(userdata).takeUnretainedValue().body(IOEvents(rawValue: ready))
      return 0
    }
    try check(sd_event_add_io(loop.event, &source, fd, events.rawValue, callback, userdata), "watch fd \(fd)")
    own(source, priority)
  }
}

/// Calls back once at a point of CLOCK_MONOTONIC (sd_event_add_time(3)); re-arming it allocates nothing.
public final class TimerSource: EventSource {
  private let body: () -> Void

  fileprivate init(_ loop: EventLoop, _ priority: EventPriority, _ body: @escaping () -> Void) throws(SystemCallError) {
    self.body = body
    super.init()
    var source: OpaquePointer?
    let callback: sd_event_time_handler_t = { _, _, userdata in
      guard let userdata else { return 0 }
      Unmanaged<TimerSource>.fromOpaque(userdata).takeUnretainedValue().body()
      return 0
    }
    // An accuracy of 0 would mean the default, 250 ms.
    let accuracy: UInt64 = 1
    try check(
      sd_event_add_time(loop.event, &source, CLOCK_MONOTONIC, .max, accuracy, callback, userdata), "make a timer")
    own(source, priority)
    disarm()
  }

  /// Fires once when CLOCK_MONOTONIC reaches `time`, in nanoseconds, never before; a time in the past fires at once.
  public func rearm(at time: UInt64) {
    // Rounded up to sd-event's microseconds. A timer lives in a heap that was sized when it was made: neither call
    // can fail on a loop that is still running, and one that has ended has no timers.
    sd_event_source_set_time(source, time / 1000 + (time.isMultiple(of: 1000) ? 0 : 1))
    sd_event_source_set_enabled(source, CInt(SD_EVENT_ONESHOT))
  }

  /// Does not fire until it is armed again, even if its time has already come.
  public func disarm() { disable() }
}

/// A signal as signalfd(2) reports it.
public nonisolated struct SignalInfo: Sendable {
  /// The signal's number, signal(7).
  public let number: CInt
  /// The sender, or for SIGCHLD the child that changed. Equal signals merge while one is pending: more than this
  /// process may have changed.
  public let pid: CInt

  fileprivate init(_ info: signalfd_siginfo) {
    number = CInt(bitPattern: info.ssi_signo)
    pid = CInt(bitPattern: info.ssi_pid)
  }
}

/// Calls back for a signal sent to the process (sd_event_add_signal(3), signalfd(2)).
public final class SignalSource: EventSource {
  private let body: (SignalInfo) -> Void

  fileprivate init(
    _ loop: EventLoop, _ signal: CInt, _ priority: EventPriority, _ body: @escaping (SignalInfo) -> Void
  ) throws(SystemCallError) {
    self.body = body
    super.init()
    var source: OpaquePointer?
    let callback: sd_event_signal_handler_t = { _, info, userdata in
      guard let userdata, let info = info?.pointee else { return 0 }
      Unmanaged<SignalSource>.fromOpaque(userdata).takeUnretainedValue().body(SignalInfo(info))
      return 0
    }
    try check(
      sd_event_add_signal(loop.event, &source, signal | SD_EVENT_SIGNAL_PROCMASK, callback, userdata),
      "watch for signal \(signal)")
    own(source, priority)
  }
}

extension EventLoop {
  /// Calls `body` while `fd` is ready for one of `events`.
  ///
  /// - Throws: `EPERM` for a regular file (epoll_ctl(2)), `EEXIST` for a descriptor that is watched already.
  public func watch(
    _ fd: CInt, for events: IOEvents, priority: EventPriority, _ body: @escaping (IOEvents) -> Void
  ) throws(SystemCallError) -> IOSource { try IOSource(self, fd, events, priority, body) }

  /// A timer that is not armed yet.
  public func timer(
    priority: EventPriority = .deadline, _ body: @escaping () -> Void
  ) throws(SystemCallError) -> TimerSource { try TimerSource(self, priority, body) }

  /// Blocks `signal` in the calling thread and calls `body` for it instead.
  ///
  /// Call it before other threads start: they inherit the mask, and a thread that has not blocked the signal would
  /// take it away from the loop (signalfd(2)).
  public func signal(
    _ signal: CInt, priority: EventPriority, _ body: @escaping (SignalInfo) -> Void
  ) throws(SystemCallError) -> SignalSource { try SignalSource(self, signal, priority, body) }
}
