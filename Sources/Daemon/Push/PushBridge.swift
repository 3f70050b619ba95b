// Pushes from an MQTT broker: connects, again and again, and hands on what is published for this device's apps.
import ControlAPI
import Dispatch
import LifecycleModel
package import Logging
package import Settings
package import Systemd

/// Takes pushes from a broker for as long as it runs.
@MainActor package final class PushBridge {
  private let broker: BrokerAddress
  private let topic: PushTopic
  private let settings: PushSettings
  private let loop: EventLoop
  private let log: Logger
  private let take: (_ payload: String, _ app: String) -> Void
  private let mailbox: Mailbox
  private let connecting = DispatchQueue(label: "roost.push")
  private var delay = PushBridge.firstDelay
  private var retry: TimerSource?
  private var session: MQTTSession?
  private var connectedAt: UInt64 = 0
  /// Told once, until it has worked again or something else is wrong.
  private var problem: MQTTError?
  private var isStopped = false

  /// `take` is called for every push that is one, and has taken it when it returns: then the broker forgets it.
  package init(
    _ broker: BrokerAddress, _ topic: PushTopic, _ settings: PushSettings, on loop: EventLoop, log: Logger,
    take: @escaping (_ payload: String, _ app: String) -> Void
  ) throws(SystemCallError) {
    self.broker = broker
    self.topic = topic
    self.settings = settings
    self.loop = loop
    self.log = log
    self.take = take
    mailbox = try Mailbox(loop)
    retry = try loop.timer(priority: .request) { [unowned self] in connect() }
  }

  package func start() { connect() }

  /// From now on the broker keeps what is published.
  package func stop() {
    isStopped = true
    retry?.close()
    session?.close()
    session = nil
  }

  // MARK: Connecting

  private func connect() {
    connecting.async { [broker, topic, settings, deliver = mailbox.deliver, weak self] in
      let result = Result { () throws(MQTTError) in try MQTTConnection.open(broker, as: topic.clientID, settings) }
      deliver { self?.connected(result) }
    }
  }

  private func connected(_ result: Result<MQTTConnection, MQTTError>) {
    guard !isStopped else { return }
    connectedAt = monotonicNow()
    switch result {
    case .success(let connection):
      do throws(SystemCallError) {
        session = try MQTTSession(connection, filter: topic.filter, on: loop) { [unowned self] in handle($0) }
      } catch {
        lost(.system(error.errno))
      }
    case .failure(let error): lost(error)
    }
  }

  private func handle(_ event: MQTTSession.Event) {
    switch event {
    case .subscribed(let isKept):
      problem = nil
      log.info("receiving pushes from \(broker) at \(topic.filter)")
      if !isKept {
        log.warning("\(broker) keeps no pushes while roostd is away: it grants QoS 0 only; configure it to grant QoS 1")
      }
    case .message(let message): receive(message)
    case .ended(let error): lost(error)
    }
  }

  private func lost(_ error: MQTTError) {
    session = nil
    if problem != error {
      log.warning("unable to receive pushes from \(broker): \(error); roostd tries again until it works")
    }
    problem = error
    // A broker that was there for so long has not been broken from the start.
    if monotonicNow() - connectedAt > Self.longestDelay.wholeNanoseconds { delay = Self.firstDelay }
    retry?.rearm(at: monotonicNow() + delay.wholeNanoseconds)
    delay = min(delay * 2, Self.longestDelay)
  }

  private static let firstDelay = Duration.seconds(1)
  private static let longestDelay = Duration.seconds(60)

  // MARK: Pushes

  private func receive(_ message: MQTTMessage) {
    guard let app = topic.app(of: message.topic) else {
      return refuse(message, "the topic does not end with a bundle identifier; publish to the topic of an app")
    }
    guard message.payload.count <= Push.limit else {
      return refuse(message, "\(PushError.tooLarge(message.payload.count))")
    }
    guard let payload = String(validating: message.payload, as: UTF8.self) else {
      return refuse(message, "\(PushError.notAnObject)")
    }
    take(payload, app)
  }

  /// For good: nothing makes it a push later.
  private func refuse(_ message: MQTTMessage, _ why: String) {
    log.warning("unable to accept the push at \(String(message.topic.prefix(200)).debugDescription): \(why)")
  }
}
