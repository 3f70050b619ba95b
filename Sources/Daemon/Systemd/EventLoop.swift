// The daemon's one loop: sd-event(3), which waits for signals, pidfds, timers and I/O on one thread.
import CSystemd
import SystemPackage

/// The order of sources that are ready in one iteration (sd_event_source_set_priority(3)).
///
/// An answer that is already readable when its deadline fires counts as in time, so replies come before deadlines.
public nonisolated enum EventPriority: Int64, Sendable {
  case exit, reply, deadline, request, idle
}

// @MainActor is the default and yet spelled out: Swift 6.3.1 loses the implied isolation across modules in release
// builds, and then refuses the isolated deinit.
/// An sd-event loop on the main thread. Its sources are the `EventSource` objects it hands out.
@MainActor public final class EventLoop {
  let event: OpaquePointer
  /// For work on each process of an app, such as a stop or a look: many apps of many processes may need it at one moment. All work
  /// of milliseconds that apps and clients can bring about has half of the loop, in turn: each kind with a half of its own would leave
  /// nothing to everybody else. It has some milliseconds at once.
  package private(set) lazy var crowds = SpacedWork(on: self, atOnce: Self.atOnce)
  /// For looks at the memory of all apps, which may be short: they wait for the piece that is under way, and for no pause after it,
  /// as long as they have had less time than the others that wait.
  package private(set) lazy var memoryLooks = SpacedWork(besides: crowds, atOnce: 50_000_000)
  /// For continuing crowds, which is as much work: a client or a broker may wake forty of them at one moment.
  package private(set) lazy var thaws = SpacedWork(besides: crowds, atOnce: Self.atOnce)
  /// For starting apps, of which many may be woken at one moment.
  package private(set) lazy var starts = SpacedWork(besides: crowds, atOnce: Self.atOnce)
  /// For starting helpers for which nobody waits: one that is not alone leaves the loop to others first.
  package private(set) lazy var helperStarts = SpacedWork(besides: crowds, atOnce: 0)
  /// For reading calls of up to a megabyte, of which each client of 64 may send one at the same moment.
  package private(set) lazy var longCalls = SpacedWork(besides: crowds, atOnce: Self.atOnce)
  /// For calls for which all apps are looked at; each client of 64 may ask for one.
  package private(set) lazy var lists = SpacedWork(besides: crowds, atOnce: Self.atOnce)
  /// For killing apps, which takes some milliseconds of one with many processes: a client may have forty of them end at one moment. It
  /// waits for no crowd, since a deadline may be what an app is killed for.
  package private(set) lazy var kills = SpacedWork(on: self, atOnce: Self.atOnce)

  /// Nanoseconds.
  private static let atOnce: UInt64 = 4_000_000
  /// For reading the channels of all apps: forty that write at one moment would keep everybody else waiting for 0.3 s, each within
  /// its own share.
  package var channels = LoopShare(atOnce: 4_000_000)
  /// For the ends of apps, each with the last that it has said: forty at one moment take 30 ms.
  package let ends = LoopShare(atOnce: 4_000_000)
  /// For the ends that find none of it left.
  package private(set) lazy var endsInTurn = LoopTurns(on: self)
  /// Answers the service watchdog.
  private var pulse: TimerSource?

  /// - Throws: `EMFILE` when no descriptor is left for the loop's epoll set.
  public init() throws(SystemCallError) {
    var event: OpaquePointer?
    try check(sd_event_new(&event), "make an event loop")
    guard let event else { throw SystemCallError(action: "make an event loop", errno: .noMemory) }
    self.event = event
  }

  isolated deinit {
    pulse?.close()
    sd_event_unref(event)
  }

  /// Runs until `exit(_:)` and returns its code (sd_event_loop(3)).
  public func run() throws(SystemCallError) -> CInt { try check(sd_event_loop(event), "run the event loop") }

  /// Waits for one event for at most `timeout` and handles it (sd_event_run(3)); false when nothing happened.
  @discardableResult
  public func runOnce(timeout: Duration) throws(SystemCallError) -> Bool {
    let (seconds, attoseconds) = timeout.components
    let microseconds = UInt64(max(0, seconds)) * 1_000_000 + UInt64(max(0, attoseconds) / 1_000_000_000_000)
    return try check(sd_event_run(event, microseconds), "run the event loop once") > 0
  }

  /// Ends `run()` with `code` once the callback that is running has returned (sd_event_exit(3)).
  ///
  /// `code` is 0 or more: `run()` could not tell a negative one from an error.
  public func exit(_ code: UInt8) { sd_event_exit(event, CInt(code)) }

  /// A year, in microseconds: systemd takes numbers whose nanoseconds are none of 64 bits.
  private static let longestWatchdog: UInt64 = 365 * 86_400 * 1_000_000

  /// Answers systemd's `WATCHDOG_USEC` as long as deadlines are served (sd_watchdog_enabled(3)).
  ///
  /// sd_event_set_watchdog(3) would answer from any loop that goes round, also from one that serves nothing but what one
  /// app writes. This answer is a deadline itself, so systemd restarts a daemon whose deadlines wait for so long.
  ///
  /// - Returns: false when systemd asks for no watchdog.
  @discardableResult
  public func enableWatchdog() throws(SystemCallError) -> Bool {
    var microseconds: UInt64 = 0
    guard try check(sd_watchdog_enabled(0, &microseconds), "read WATCHDOG_USEC") > 0 else { return false }
    // Half of it, as sd_watchdog_enabled(3) recommends.
    let interval = min(microseconds, Self.longestWatchdog) * 1000 / 2
    pulse = try timer { [unowned self] in
      // systemd restarts a daemon whose answers it does not get.
      NotificationThread.shared.tell(.alive)
      pulse?.rearm(at: monotonicNow() + interval)
    }
    pulse?.rearm(at: monotonicNow())
    return true
  }

  /// Runs `body` once, in a later iteration, after every source of higher priority that is ready by then.
  ///
  /// The loop owns it: there is nothing to keep and no way to take it back.
  public func post(priority: EventPriority = .reply, _ body: @escaping () -> Void) throws(SystemCallError) {
    let posted = Unmanaged.passRetained(Posted(body))
    var source: OpaquePointer?
    let callback: sd_event_handler_t = { source, posted in
      guard let source, let posted else { return 0 }
      Unmanaged<Posted>.fromOpaque(posted).takeUnretainedValue().body()
      // Dropping the loop's reference inside the callback is allowed: sd-event frees the source after it returned.
      sd_event_source_set_floating(source, 0)
      return 0
    }
    let result = sd_event_add_defer(event, &source, callback, posted.toOpaque())
    guard result >= 0, let source else {
      posted.release()
      throw SystemCallError(action: "post to the event loop", errno: .init(rawValue: -result))
    }
    sd_event_source_set_destroy_callback(source) { userdata in
      if let userdata { Unmanaged<Posted>.fromOpaque(userdata).release() }
    }
    sd_event_source_set_priority(source, priority.rawValue)
    // From here on the loop holds the only reference, and frees it with itself if it ends before the post ran.
    sd_event_source_set_floating(source, 1)
    sd_event_source_unref(source)
  }
}

/// The content of a posted source.
private final class Posted {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}
