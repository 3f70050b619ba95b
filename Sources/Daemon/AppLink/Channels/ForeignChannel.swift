// The channel of a program that knows nothing of us: the supervisor answers for it, and tells it by signals.
package import Bundles
import Glibc
package import LifecycleModel
package import Linux
package import Processes
import Settings
import SystemPackage
package import Systemd

/// Every event is acknowledged as soon as its signal, if it has one, is on its way; only willTerminate is answered by
/// the exit itself. The program speaks as a service does (sd_notify(3)).
///
/// The supervisor's answers for the program go into the log like any input, so that the next daemon knows that it was
/// done. A daemon that ends in the instant between the signal and that may send the signal once more.
@MainActor package final class ForeignChannel: Channel {
  private let serial: ProcessSerial
  private let program: ForeignProgram
  private let child: ChildProcess
  private let socket: NotifySocket
  private let survival: Survival
  private let submit: (Input) -> Void
  /// The app's processes, once they are known.
  private var suspect: CallGuard.Suspect?
  /// Says whether it can send nothing.
  private var standsStill: () -> Bool = { false }
  private var readable: IOSource?
  private var watchdog: ServiceWatchdog?
  /// Whether a READY=1 is still to come.
  private var isAwaited = false
  private var isClosed = false
  /// Somebody has sent descriptors, which stand in the way of every later message.
  private var isDeaf = false
  /// The program's words about what it does (STATUS=).
  package private(set) var statusText: String?

  package init(
    _ serial: ProcessSerial, _ program: ForeignProgram, _ child: ChildProcess, _ socket: NotifySocket,
    survival: Survival, loop: EventLoop, submit: @escaping (Input) -> Void
  ) throws(SystemCallError) {
    self.serial = serial
    self.program = program
    self.child = child
    self.socket = socket
    self.survival = survival
    self.submit = submit
    // After all else: a program that floods the socket holds up nobody. A deadline looks into it before it counts.
    readable = try loop.watch(socket.descriptor, for: .readable, priority: .idle) { [unowned self] _ in drain() }
    if let limit = program.watchdog {
      watchdog = try ServiceWatchdog(limit, loop: loop) { [unowned self] in
        drain()
        guard watchdog?.isLate ?? false else { return }
        if standsStill() {
          // It has its whole time again when it runs by itself.
          watchdog?.answered()
        } else {
          submit(.app(serial, .violated("it sent no WATCHDOG=1 for \(limit.readable)")))
        }
      }
    }
  }

  package var descriptors: [Survival.Descriptor: CInt] { [.notify: socket.descriptor] }
  package var state: ChannelState { ChannelState(serial: serial) }

  package func begin() {
    switch program.readiness {
    case .exec: greet()
    case .notify: isAwaited = true
    }
  }

  private func greet() {
    isAwaited = false
    watchdog?.resume()
    submit(.app(serial, .hello(protocolVersion: 1)))
  }

  // MARK: Down

  package func send(
    _ event: LifecycleModel.Event, _ sequence: EventSequence, to app: App?, _ launchFacts: () -> LaunchFacts
  ) {
    guard !isClosed else { return }
    // ESRCH: its exit is on its way.
    if let signal = program.signal(for: event) { try? child.signal(signal) }
    guard event != .willTerminate else {
      // A signal waits while its process is stopped, whoever stopped it (signal(7)).
      try? child.signal(SIGCONT)
      watchdog?.pause()
      // It has been sent: the next daemon is not to do so again.
      _ = survival.line([], to: serial)
      return
    }
    submit(.app(serial, .acknowledged(sequence, Self.answer(to: event))))
  }

  /// It draws no pictures, and opens nothing.
  private static func answer(to event: LifecycleModel.Event) -> Acknowledgement {
    switch event {
    case .aside(.snapshot), .scene(_, .snapshot, _, _): .unsupported
    case .aside(.open), .scene(_, .open, _, _): .answered(handled: false)
    case .launch, .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive, .willTerminate,
      .aside(.statusBar), .aside(.notice), .aside(.discardSessions), .aside(.memoryWarning), .aside(.settled),
      .aside(.closeDevices),
      .scene(_, .connect, _, _), .scene(_, .willResignActive, _, _), .scene(_, .didEnterBackground, _, _),
      .scene(_, .willEnterForeground, _, _), .scene(_, .didBecomeActive, _, _), .scene(_, .disconnect, _, _),
      .input, .present, .wake, .expireWake, .progress, .expireTasks:
      .handled
    }
  }

  /// It asks for nothing.
  package func reply(_ answer: AppAnswer, to request: UInt64) {}
  package func send(_ bytes: [UInt8]) {}
  package func rewriteLines() {}

  // MARK: Up

  /// Bounded, so that a program that never stops notifying cannot hold up the loop: by its messages, and by the processes above
  /// those that sent them.
  @discardableResult
  package func drain(_ left: Int? = nil) -> Int {
    var left = left ?? Self.messagesAtOnce
    var ancestry = Ancestry(kernel: child.kernel)
    do throws(Errno) {
      while left > 0, !ancestry.hasLookedEnough {
        guard !isClosed, !isDeaf, let message = try socket.next() else { return 0 }
        left -= 1
        // All apps of its user may write to the socket; a sender that has ended since cannot be told from strangers. The root is
        // a subreaper (prctl(2)), so the way up from any of its processes leads to it.
        let isOurs = CallGuard.shared.call(about: suspect) {
          ancestry.first(from: message.sender) { $0 == child.pid } != nil
        } ended: {
          submit(
            .app(
              serial, .violated("it kept roostd waiting for a process that has notified and ended (proc_pid_stat(5))")))
        }
        if isOurs { take(message.text) }
      }
      return left
    } catch {
      isDeaf = true
      readable?.close()
      return 0
    }
  }

  private static let messagesAtOnce = 16

  private func take(_ text: String) {
    for word in ServiceWord.all(in: text) {
      switch word {
      case .ready: if isAwaited { greet() }
      case .isAlive: watchdog?.answered()
      case .isBroken: submit(.app(serial, .violated("it sent WATCHDOG=trigger")))
      // Its exit follows, and is no answer to a watchdog.
      case .isStopping: watchdog?.close()
      case .status(let text): statusText = text
      }
    }
  }

  /// Its socket keeps nobody waiting: a process that writes to one holds no lock of it while the kernel copies the bytes. The
  /// looks at those that write do.
  package func belongs(to suspect: CallGuard.Suspect, standsStill: @escaping () -> Bool) {
    (self.suspect, self.standsStill) = (suspect, standsStill)
  }

  package func pause() { watchdog?.pause() }
  package func resume() { if !isAwaited { watchdog?.resume() } }

  package func processEnded() {
    readable?.disable()
    watchdog?.close()
  }

  package func close() {
    isClosed = true
    readable?.close()
    watchdog?.close()
    socket.remove()
  }
}
