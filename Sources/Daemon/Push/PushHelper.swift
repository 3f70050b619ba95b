// One run of roost-push: the order it gets, the messages it hands over, its end. Nothing it sends is believed.
import LifecycleModel
import Linux
import Processes
import PushProtocol
import Settings
import Systemd

/// A process that speaks with the broker, from its start until it has been reaped. libmosquitto is in there and not in
/// the daemon: a few bytes of a broker end it.
final class PushHelper {
  typealias Cause = HelperCause<PushEnd>

  enum Step {
    case subscribed(isKept: Bool)
    /// To be answered once it is taken, or refused for good: then the broker forgets it, and sends the next.
    case message(PushMessage, taken: @MainActor @Sendable (_ isDelivered: Bool) -> Void)
    /// It has been reaped, and left this, or did what no roost-push does.
    case ended(Cause)
  }

  private let link: HelperLink<PushEnd>
  private let report: (Step) -> Void
  private var pace = PushPace()
  private var isSubscribed = false
  /// Until it has connected: then it must have.
  private var patience: TimerSource?
  /// The answer to a message that came too early.
  private var answer: TimerSource?
  /// While a message is being taken.
  private var isTaking = false

  /// - Parameter program: roost-push.
  static func start(
    _ program: String, _ order: PushOrder, loop: EventLoop, kernel: Kernel, report: @escaping (Step) -> Void
  ) throws -> PushHelper {
    try HelperLink.start(
      HelperStart("roost-push", at: program), order: PushCommand.connect(order).line, lineLimit: PushNews.limit,
      kernel: kernel
    ) { link in
      try PushHelper(link, loop, report)
    }
  }

  private init(
    _ link: HelperLink<PushEnd>, _ loop: EventLoop, _ report: @escaping (Step) -> Void
  ) throws(SystemCallError) {
    self.link = link
    self.report = report
    try link.listen(
      on: loop, take: { [unowned self] in try take($0) }, report: { [unowned self] in ended($0) })
    answer = try loop.timer(priority: .request) { [unowned link] in link.send(PushCommand.taken.line) }
    let timer = try loop.timer(priority: .request) { [unowned link] in
      link.give(up: "did not connect in \(Self.connecting.readable)")
    }
    timer.rearm(at: monotonicNow() + Self.connecting.wholeNanoseconds)
    patience = timer
  }

  var child: ChildProcess { link.child }

  /// Longer than the kernel (tcp(7), tcp_syn_retries) and libmosquitto together.
  private static let connecting = Duration.seconds(300)

  /// It takes leave of the broker and ends, and is told no more.
  func stop() {
    closeTimers()
    link.close()
  }

  private func take(_ lines: [[UInt8]]) throws {
    // It waits for an answer to a message and says nothing after its end: only this is followed by anything.
    guard lines.count <= 2 else { return link.give(up: "sent more than it was asked for") }
    for line in lines where !link.isOver { take(try PushNews(line: line)) }
  }

  private func take(_ line: PushNews) {
    guard !isTaking, answer?.isEnabled != true else { return link.give(up: "sent more than it was asked for") }
    switch line {
    case .subscribed(let isKept):
      guard !isSubscribed else { return link.give(up: "said twice that it has connected") }
      isSubscribed = true
      patience?.close()
      report(.subscribed(isKept: isKept))
    // Of one that can acknowledge it no more, the broker sends it to the next again.
    case .message where link.isGone: break
    case .message(let message):
      isTaking = true
      report(.message(message) { [weak self] in self?.taken(isDelivered: $0) })
    case .ended(let end): link.said(end)
    }
  }

  private func taken(isDelivered: Bool) {
    guard isTaking else { return }
    isTaking = false
    guard let due = pace.took(at: monotonicNow(), isDelivered: isDelivered) else {
      return link.send(PushCommand.taken.line)
    }
    answer?.rearm(at: due)
  }

  private func ended(_ cause: Cause) {
    closeTimers()
    report(.ended(cause))
  }

  private func closeTimers() {
    // Nobody waits for the answer any more.
    isTaking = false
    for timer in [patience, answer] { timer?.close() }
  }
}
