// One run of roost-push: the order it gets, the messages it hands over, its end. Nothing it sends is believed.
import Glibc
import LifecycleModel
import Linux
import Processes
import PushProtocol
import Settings
import SystemPackage
import Systemd
import WireJSON

/// A process that speaks with the broker, from its start until it has been reaped. libmosquitto is in there and not in
/// the daemon: a few bytes of a broker end it.
final class PushHelper {
  enum Step {
    case subscribed(isKept: Bool)
    /// It has been taken when this returns.
    case message(PushMessage)
    /// It has been reaped, and left this, or did what no roost-push does.
    case ended(Cause)
  }

  enum Cause {
    case said(PushEnd)
    case broke(String)
    case died(ExitStatus)
  }

  let child: ChildProcess
  /// Nil once it has been closed.
  private var socket: UntrustedSocket?
  private let loop: EventLoop
  private let report: (Step) -> Void
  private var lines = LineFramer(limit: PushNews.limit)
  private var unsent: [UInt8]
  private var pace = PushPace()
  private var isSubscribed = false
  private var cause: Cause?
  private var isGone = false
  private var news: IOSource?
  private var exit: IOSource?
  /// Until it has connected: then it must have.
  private var patience: TimerSource?
  /// The answer to a message that came too early.
  private var answer: TimerSource?

  /// - Parameter program: roost-push.
  static func start(
    _ program: String, _ order: PushOrder, loop: EventLoop, kernel: Kernel, report: @escaping (Step) -> Void
  ) throws -> PushHelper {
    let (near, theirs) = try Sys.socketPair()
    defer { try? Sys.close(theirs) }
    let ours = UntrustedSocket(near)
    do {
      try Sys.fcntl(near, F_SETFL, O_NONBLOCK)
      let null = try Sys.open("/dev/null", O_RDWR | O_CLOEXEC)
      defer { try? Sys.close(null) }
      // On the loop's thread, which lives as long as the daemon: the helper ends with it (prctl(2), PR_SET_PDEATHSIG).
      let child = try ChildProcess.launch(
        LaunchRequest(
          executable: program, arguments: ["roost-push"], environment: ["LC_ALL=C"], directory: "/", output: null,
          error: null, events: theirs, replies: -1, openFiles: OpenFiles.inherited),
        kernel: kernel)
      do {
        return try PushHelper(child, ours, order, loop, report)
      } catch {
        // The daemon's sweep for orphans reaps it.
        Kill.tree(root: child, kernel: kernel)
        throw error
      }
    } catch {
      ours.close()
      throw error
    }
  }

  private init(
    _ child: ChildProcess, _ socket: UntrustedSocket, _ order: PushOrder, _ loop: EventLoop,
    _ report: @escaping (Step) -> Void
  ) throws(SystemCallError) {
    self.child = child
    self.socket = socket
    self.loop = loop
    self.report = report
    unsent = PushCommand.connect(order).line
    exit = try loop.watch(child.pidfd.descriptor, for: .readable, priority: .request) { [unowned self] _ in end() }
    news = try loop.watch(socket.descriptor, for: [.readable, .writable], priority: .request) { [unowned self] in
      ready($0)
    }
    answer = try loop.timer(priority: .request) { [unowned self] in send(PushCommand.taken.line) }
    let timer = try loop.timer(priority: .request) { [unowned self] in
      give(up: "did not connect in \(Self.connecting.readable)")
    }
    timer.rearm(at: monotonicNow() + Self.connecting.wholeNanoseconds)
    patience = timer
  }

  isolated deinit { socket?.close() }

  /// Longer than the kernel (tcp(7), tcp_syn_retries) and libmosquitto together.
  private static let connecting = Duration.seconds(300)

  /// It takes leave of the broker and ends, and is told no more.
  func stop() {
    for source in [news, patience, answer] as [EventSource?] { source?.close() }
    socket?.close()
    socket = nil
  }

  // MARK: The socket

  private func ready(_ events: IOEvents) {
    if events.contains(.writable) { flush() }
    if !events.isDisjoint(with: [.readable, .hangup, .error]) { drain() }
  }

  private func send(_ line: [UInt8]) {
    unsent += line
    flush()
  }

  private func flush() {
    guard let socket else { return }
    do throws(Errno) {
      while !unsent.isEmpty { unsent.removeFirst(try Sys.send(socket.descriptor, unsent, from: 0)) }
    } catch .wouldBlock {
      news?.events = [.readable, .writable]
      return
    } catch {
      // It is going: its end tells more.
      unsent = []
    }
    news?.events = .readable
  }

  /// At most one read a turn: whatever it sends, the others are served before the next.
  private func drain() {
    guard let socket else { return }
    var buffer = [UInt8](repeating: 0, count: PushNews.limit)
    do {
      let count = try socket.read(into: &buffer)
      guard count > 0 else {
        news?.close()
        return
      }
      buffer.withUnsafeBytes { lines.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      var complete: [[UInt8]] = []
      while let line = try lines.next() { complete.append(line) }
      // It waits for an answer to a message and says nothing after its end: only this is followed by anything.
      guard complete.count <= 2 else { return give(up: "sent more than it was asked for") }
      for line in complete where cause == nil { take(try PushNews(line: line)) }
    } catch Errno.wouldBlock {
      return
    } catch Errno.protocolError {
      give(up: "sent descriptors")
    } catch is Errno {
      // It has ended with an answer unread (unix(7), ECONNRESET).
      news?.close()
    } catch {
      give(up: "sent \(error is DecodingError ? "a line of another shape" : "\(error)")")
    }
  }

  private func take(_ line: PushNews) {
    guard answer?.isEnabled != true else { return give(up: "sent more than it was asked for") }
    switch line {
    case .subscribed(let isKept):
      guard !isSubscribed else { return give(up: "said twice that it has connected") }
      isSubscribed = true
      patience?.close()
      report(.subscribed(isKept: isKept))
    // Of one that can acknowledge it no more, the broker sends it to the next again.
    case .message where isGone: break
    case .message(let message):
      report(.message(message))
      if let due = pace.took(at: monotonicNow()) { answer?.rearm(at: due) } else { send(PushCommand.taken.line) }
    case .ended(let end): cause = .said(end)
    }
  }

  // MARK: The end

  /// Of a helper that does what no roost-push does.
  private func give(up why: String) {
    guard cause == nil else { return }
    cause = .broke(why)
    news?.close()
    try? child.signal(SIGKILL)
  }

  private func end() {
    let status: ExitStatus
    do {
      guard let end = try child.reap() else { return }
      status = end.status
    } catch {
      status = .unknown
    }
    // Its last word may not have been read yet.
    isGone = true
    if cause == nil, news?.isEnabled == true { drain() }
    for source in [news, exit, patience, answer] as [EventSource?] { source?.close() }
    report(.ended(cause ?? .died(status)))
  }
}
