// A connection to an MQTT broker on the loop: subscribes, hands over what is published, notices the end.
import CMosquitto
import Systemd

/// A message that was published. Valid only while it is handed over.
struct MQTTMessage {
  let topic: String
  let payload: UnsafeRawBufferPointer
}

/// Follows one topic filter on one connection, with QoS 1.
///
/// libmosquitto reads a message, calls back, and acknowledges when the callback has returned: a daemon that ends before
/// leaves the message with the broker.
final class MQTTSession {
  enum Event {
    /// The broker delivers. Without `isKept` it forgets what is published while nobody is connected.
    case subscribed(isKept: Bool)
    case message(MQTTMessage)
    case ended(MQTTError)
  }

  private let connection: MQTTConnection
  private let filter: String
  private let report: (Event) -> Void
  private var source: IOSource?
  private var timer: TimerSource?
  /// Found in a callback, where the connection cannot be given up yet.
  private var failure: MQTTError?
  private var client: OpaquePointer { connection.client }

  init(
    _ connection: MQTTConnection, filter: String, on loop: EventLoop, report: @escaping (Event) -> Void
  ) throws(SystemCallError) {
    self.connection = connection
    self.filter = filter
    self.report = report
    source = try loop.watch(
      mosquitto_socket(connection.client), for: [.readable, .writable], priority: .request
    ) { [unowned self] in ready($0) }
    timer = try loop.timer(priority: .request) { [unowned self] in keepAlive() }
    timer?.rearm(at: monotonicNow() + Self.tick)
    listen()
  }

  /// Takes leave of the broker, which keeps our messages from now on.
  func close() {
    detach()
    mosquitto_disconnect(client)
  }

  isolated deinit { detach() }

  /// libmosquitto may not call somebody who is gone.
  private func detach() {
    source?.close()
    timer?.close()
    mosquitto_user_data_set(client, nil)
  }

  // MARK: The loop

  private func ready(_ events: IOEvents) {
    var result = MOSQ_ERR_SUCCESS.rawValue
    if !events.isDisjoint(with: [.readable, .error, .hangup]) { result = mosquitto_loop_read(client, 1) }
    if result == MOSQ_ERR_SUCCESS.rawValue, events.contains(.writable) { result = mosquitto_loop_write(client, 1) }
    proceed(after: result)
  }

  /// Pings the broker when nothing else was sent, and misses its answer (mosquitto_loop_misc(3)).
  private func keepAlive() {
    timer?.rearm(at: monotonicNow() + Self.tick)
    proceed(after: mosquitto_loop_misc(client))
  }

  /// A quarter of the keep-alive interval, in nanoseconds: a ping that is late by it is still in time.
  private static let tick = UInt64(MQTTConnection.keepAlive) * 1_000_000_000 / 4

  private func proceed(after result: CInt) {
    if let failure { return end(failure) }
    guard result == MOSQ_ERR_SUCCESS.rawValue else { return end(MQTTError(result)) }
    guard mosquitto_socket(client) >= 0 else { return end(.closed) }
    source?.events = mosquitto_want_write(client) ? [.readable, .writable] : .readable
  }

  private func end(_ error: MQTTError) {
    detach()
    report(.ended(error))
  }

  // MARK: Called by libmosquitto

  private func listen() {
    mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
    mosquitto_connect_callback_set(client) { _, session, code in
      MQTTSession.from(session)?.connected(code)
    }
    mosquitto_subscribe_callback_set(client) { _, session, _, count, granted in
      guard let granted, count > 0 else { return }
      MQTTSession.from(session)?.subscribed(granted[0])
    }
    mosquitto_message_callback_set(client) { _, session, message in
      guard let message = message?.pointee, let topic = message.topic else { return }
      let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
      MQTTSession.from(session)?.report(.message(MQTTMessage(topic: String(cString: topic), payload: payload)))
    }
    mosquitto_disconnect_callback_set(client) { _, session, reason in
      MQTTSession.from(session)?.disconnected(reason)
    }
  }

  private static func from(_ userdata: UnsafeMutableRawPointer?) -> MQTTSession? {
    userdata.map { Unmanaged<MQTTSession>.fromOpaque($0).takeUnretainedValue() }
  }

  private func connected(_ code: CInt) {
    guard code == 0 else {
      let words = String(cString: mosquitto_reason_string(code))
      failure = code == Self.unsupportedVersion ? .noMQTT : .refused(words)
      return
    }
    // The broker would send a message that it retains again at each connection, and wake an app each time.
    let options = CInt(MQTT_SUB_OPT_SEND_RETAIN_NEVER.rawValue)
    let result = mosquitto_subscribe_v5(client, nil, filter, 1, options, nil)
    if result != MOSQ_ERR_SUCCESS.rawValue { failure = MQTTError(result) }
  }

  private static let unsupportedVersion = CInt(MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION.rawValue)

  /// By the broker when it gives a reason code of a failure (MQTT 5, 2.4); other ends are results of the calls.
  private func disconnected(_ reason: CInt) {
    guard reason >= Self.firstFailure else { return }
    failure = failure ?? .disconnected(String(cString: mosquitto_reason_string(reason)))
  }

  private static let firstFailure: CInt = 0x80

  /// `quality` is that of service, or the reason code of a failure (MQTT 5, 3.9.3).
  private func subscribed(_ quality: CInt) {
    guard quality < Self.firstFailure else {
      failure = .notSubscribed(filter)
      return
    }
    report(.subscribed(isKept: quality > 0))
  }
}
