// Pushes from an MQTT broker: keeps roost-push running, and hands on what is published for this device's apps.
import ControlAPI
import LifecycleModel
import Linux
package import Logging
package import Processes
import PushProtocol
package import Settings
package import Systemd

/// Takes pushes from a broker for as long as it runs.
@MainActor package final class PushBridge {
  private let broker: BrokerAddress
  private let topic: PushTopic
  private let settings: PushSettings
  private let program: String?
  private let loop: EventLoop
  private let kernel: Kernel
  private let log: Logger
  private let running: HelperProcesses
  private let take: (_ payload: String, _ app: String) -> Bool
  private let whenKept: (@escaping @MainActor @Sendable () -> Void) -> Void
  private let mailbox: Mailbox
  private let reading = WorkQueue()
  private var delay: RetryDelay
  private var badPackets = BadPackets()
  /// Whether the broker is to forget what it keeps, at the connection under way.
  private var startsClean = false
  private var retry: TimerSource?
  private var helper: PushHelper?
  private var begunAt: UInt64 = 0
  /// Told once, until it has worked again or something else is wrong.
  private var problem: MQTTError?
  private var isStopped = false
  private var refusals = PushRefusals()
  private var shares = PushShares()

  /// - Parameters:
  ///   - program: roost-push; nil when it is not installed.
  ///   - running: where the daemon keeps count of its helpers.
  ///   - delay: between two attempts to connect.
  ///   - take: called for every push that is one; says whether it reaches an app.
  ///   - whenKept: calls its argument when all that was taken outlives the daemon: then the broker forgets it.
  package init(
    _ broker: BrokerAddress, _ topic: PushTopic, _ settings: PushSettings,
    program: String? = HelperProgram.path(of: "roost-push"), on loop: EventLoop, kernel: Kernel,
    running: HelperProcesses, log: Logger, delay: RetryDelay = RetryDelay(),
    take: @escaping (_ payload: String, _ app: String) -> Bool,
    whenKept: @escaping (@escaping @MainActor @Sendable () -> Void) -> Void
  ) throws(SystemCallError) {
    self.broker = broker
    self.topic = topic
    self.settings = settings
    self.program = program
    self.loop = loop
    self.kernel = kernel
    self.running = running
    self.log = log
    self.delay = delay
    self.take = take
    self.whenKept = whenKept
    mailbox = try Mailbox(loop)
    retry = try loop.timer(priority: .request) { [unowned self] in connect() }
  }

  /// - Parameter pause: how long from now.
  package func start(after pause: Duration = .zero) {
    retry?.rearm(at: monotonicNow() + pause.wholeNanoseconds)
  }

  /// From now on the broker keeps what is published.
  package func stop() {
    isStopped = true
    retry?.close()
    helper?.stop()
  }

  // MARK: Connecting

  private func connect() {
    begunAt = monotonicNow()
    startsClean = badPackets.areTooMany
    reading.async { [broker, topic, settings, startsClean, deliver = mailbox.deliver, weak self] in
      let order = Result { () throws(MQTTError) in
        try PushOrder(broker, topic, settings, startsClean: startsClean)
      }
      deliver { self?.launch(order) }
    }
  }

  private func launch(_ order: Result<PushOrder, MQTTError>) {
    guard !isStopped else { return }
    guard let program else {
      return lost(
        .helper("no roost-push is installed beside roostd or in ../libexec/roost; install it with make install"))
    }
    do {
      let helper = try PushHelper.start(program, try order.get(), loop: loop, kernel: kernel) { [unowned self] in
        handle($0)
      }
      running.began(helper.child)
      self.helper = helper
    } catch let error as MQTTError {
      lost(error)
    } catch {
      lost(.helper("unable to start roost-push: \(error)"))
    }
  }

  private func handle(_ step: PushHelper.Step) {
    switch step {
    case .subscribed(let isKept):
      problem = nil
      hasConnected()
      log.info("receiving pushes from \(broker) at \(topic.filter)")
      if !isKept {
        log.warning("\(broker) keeps no pushes while roostd is away: it grants QoS 0 only; configure it to grant QoS 1")
      }
    case .message(let message, let taken):
      // One that reaches no app leaves nothing to be kept.
      if receive(message) { whenKept { taken(true) } } else { taken(false) }
    case .ended(let cause):
      if let helper { running.ended(helper.child) }
      helper = nil
      if !isStopped { lost(error(cause)) }
    }
  }

  /// The broker has taken the connection.
  private func hasConnected() {
    guard startsClean else { return }
    startsClean = false
    badPackets = BadPackets()
    log.warning(
      """
      \(broker) sent a message that is not valid at the beginning of \(BadPackets.most) connections, so roostd has \
      made it forget all that it kept for \(topic.filter): the pushes that came while nobody was connected are lost; \
      have the broker refuse such messages
      """)
  }

  private func error(_ cause: PushHelper.Cause) -> MQTTError {
    switch cause {
    case .said(let end): MQTTError(end, filter: topic.filter, authorities: settings.authorityFile)
    case .broke(let why): .helper("roost-push \(why), so roostd has ended it")
    case .died(.signaled(let number)):
      .helper("signal \(number) ended roost-push, which speaks with the broker")
    case .died(.exited(let code)): .helper("roost-push ended with status \(code) and without a reason")
    case .died(.unknown): .helper("roost-push ended in an unknown way")
    }
  }

  private func lost(_ error: MQTTError) {
    if error == .badPacket { hasConnected() }
    let lasted = Duration.nanoseconds(Int64(clamping: monotonicNow() - begunAt))
    badPackets.connectionEnded(by: error, after: lasted)
    let pause = delay.afterFailure(lasted: lasted)
    if problem != error {
      log.warning(
        """
        unable to receive pushes from \(broker): \(error); roostd tries again in \(pause.readable), and then less and \
        less often until it works
        """)
    }
    problem = error
    retry?.rearm(at: monotonicNow() + pause.wholeNanoseconds)
  }

  // MARK: Pushes

  /// - Returns: whether it reaches an app.
  private func receive(_ message: PushMessage) -> Bool {
    guard let app = topic.app(of: message.topic) else {
      return refuse(message, "the topic does not end with a bundle identifier; publish to the topic of an app")
    }
    guard shares.takes(app, at: monotonicNow()) else {
      return refuse(
        message,
        "an app takes \(PushShares.burst) pushes at once, and then 10 in a second; publish fewer to this topic")
    }
    guard message.size <= Push.limit else { return refuse(message, "\(PushError.tooLarge(message.size))") }
    guard let payload = message.payload else { return refuse(message, "\(PushError.notAnObject)") }
    return take(payload, app)
  }

  /// For good: nothing makes it a push later.
  ///
  /// - Returns: false, as nothing reaches an app.
  private func refuse(_ message: PushMessage, _ why: String) -> Bool {
    guard let unsaid = refusals.take(at: monotonicNow()) else { return false }
    let topic = String(decoding: message.topic.utf8.prefix(200), as: UTF8.self)
    log.warning("unable to accept the push at \(topic.debugDescription): \(why)\(unsaid)")
    return false
  }
}
